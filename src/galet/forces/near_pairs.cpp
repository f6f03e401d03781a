#include "galet/forces/near_pairs.hpp"

#include <fmt/format.h>

#include <limits>

#include "galet/core/error.hpp"

namespace galet {
namespace {

/// Sets target to value; whether it was something else.
template <class T>
bool replace(T& target, T value) {
    const bool differs = !(target == value);
    target = value;
    return differs;
}

}  // namespace

bool NearPairs::update(const Selection& on, const Bodies& bodies) {
    if (!gather(on, bodies)) return false;
    search_.build(bodies.dimension, position_, reach_);
    collect(bodies.dimension);
    return true;
}

/// Copies what the search needs of the selected bodies; whether anything is new.
bool NearPairs::gather(const Selection& on, const Bodies& bodies) {
    const auto count = static_cast<std::size_t>(on.size()), d = static_cast<std::size_t>(bodies.dimension);
    bool changed = id_.size() != count || position_.size() != count * d;
    id_.resize(count);
    reach_.resize(count);
    position_.resize(count * d);
    on.for_each([&](Index i, Index k) {
        const double own = between_ == Between::surfaces ? bodies.radius[i] : 0.0;
        changed |= replace(id_[k], i);
        changed |= replace(reach_[k], own + 0.5 * within_);
        for (std::size_t c = 0; c < d; ++c) changed |= replace(position_[k * d + c], bodies.position[i * d + c]);
    });
    return changed;
}

void NearPairs::collect(int dimension) {
    found_.resize(search_.blocks());
    for (auto& block : found_) block.clear();
    with_dimension(dimension, [&](auto dim) {
        search_.for_each_pair<dim()>([&](std::size_t block, Index k, Index other) {
            const Index i = id_[search_.order()[k]], j = id_[search_.order()[other]];
            found_[block].push_back({std::min(i, j), std::max(i, j)});
        });
    });
    std::size_t count = 0;
    for (const auto& block : found_) count += block.size();
    if (count > static_cast<std::size_t>(std::numeric_limits<Index>::max())) {
        throw InputError(fmt::format("{} pairs of bodies are nearer than {} m; at most {} is possible", count, within_,
                                     std::numeric_limits<Index>::max()));
    }
    first_.clear();
    second_.clear();
    for (const auto& block : found_) {
        for (const Pair& pair : block) {
            first_.push_back(pair.first);
            second_.push_back(pair.second);
        }
    }
}

}  // namespace galet
