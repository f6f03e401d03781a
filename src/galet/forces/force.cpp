#include "galet/forces/force.hpp"

#include <algorithm>

#include "galet/forces/selected.hpp"

namespace galet {
namespace {

/// Touching ranges become one: fewer and longer loops.
void append(Selection& selection, Index first, Index last) {
    if (first == last) return;
    if (!selection.ranges.empty() && selection.ranges.back().second == first) {
        selection.ranges.back().second = last;
    } else {
        selection.ranges.emplace_back(first, last);
    }
}

}  // namespace

void StepForces::reset(const Bodies& bodies) {
    const auto count = static_cast<std::size_t>(bodies.size());
    const auto d = static_cast<std::size_t>(bodies.dimension);
    conservative.resize(count * d);
    external.resize(count * d);
    drag.resize(count);
    parallel_blocks(bodies.size(), kBlock, [&](std::size_t, Index first, Index last) {
        const auto vectors = static_cast<std::ptrdiff_t>(d);
        std::fill(conservative.begin() + first * vectors, conservative.begin() + last * vectors, 0.0);
        std::fill(external.begin() + first * vectors, external.begin() + last * vectors, 0.0);
        std::fill(drag.begin() + first, drag.begin() + last, 0.0);
    });
}

Index Selection::size() const {
    Index count = 0;
    for (const auto& [first, last] : ranges) count += last - first;
    return count;
}

bool Selection::contains(Index id) const {
    const auto after = std::upper_bound(ranges.begin(), ranges.end(), id,
                                        [](Index i, const std::pair<Index, Index>& range) { return i < range.first; });
    return after != ranges.begin() && id < std::prev(after)->second;
}

Selection select_all(const Bodies& bodies) {
    Selection all;
    append(all, 0, bodies.size());
    return all;
}

Selection select_group(const Bodies& bodies, const std::string& name) {
    Selection selection;
    for (const Group& group : bodies.groups) {
        if (group.name == name) append(selection, group.first, group.last);
    }
    return selection;
}

void add_to_each(const Selection& on, int dimension, const Vector3& vector, std::vector<double>& sum) {
    with_dimension(dimension, [&](auto dim) {
        constexpr int d = dim;
        double* const out = sum.data();
        for_each_selected(on, [out, vector](Index i, Index) {
            for (int c = 0; c < d; ++c) out[static_cast<std::ptrdiff_t>(i) * d + c] += vector[c];
        });
    });
}

}  // namespace galet
