#include "galet/crowd/exits.hpp"

#include <algorithm>

#include "galet/core/parallel.hpp"

namespace galet {

std::vector<Index> passed_exits(const std::vector<Exit>& exits, const Bodies& bodies, std::span<const double> before) {
    std::vector<Index> passed(static_cast<std::size_t>(bodies.size()), -1);
    parallel_for(bodies.size(), [&](Index i) {
        const Vec<2> from = load<2>(before, i), to = load<2>(bodies.position, i);
        for (std::size_t e = exits.size(); e-- > 0;) {
            if (exits[e].door.passed(from, to) != 0) passed[i] = static_cast<Index>(e);
        }
    });
    return passed;
}

std::int64_t left_between(const Leavings& leavings, Index exit, std::int64_t after, std::int64_t until) {
    const auto first = std::upper_bound(leavings.step.begin(), leavings.step.end(), after);
    const auto last = std::upper_bound(leavings.step.begin(), leavings.step.end(), until);
    const auto begin = leavings.exit.begin();
    return std::count(begin + (first - leavings.step.begin()), begin + (last - leavings.step.begin()), exit);
}

}  // namespace galet
