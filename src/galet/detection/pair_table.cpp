#include "galet/detection/pair_table.hpp"

#include <utility>

namespace galet {
namespace {

/// Owner and partner of a pair.
std::pair<Index, Index> sides(const Bodies& bodies, Index first, Index second) {
    if (first < 0) return {second, first};
    const double a = bodies.radius[first], b = bodies.radius[second];
    if (a < b || (a == b && first < second)) return {first, second};
    return {second, first};
}

}  // namespace

void PairTable::build(const Bodies& bodies, std::span<const Index> first, std::span<const Index> second) {
    const Index contacts = static_cast<Index>(first.size());
    start_.assign(static_cast<std::size_t>(bodies.size()) + 2, 0);
    entries_.resize(contacts);
    // Counts two places ahead, so that filling moves every start to where it belongs.
    for (Index c = 0; c < contacts; ++c) ++start_[sides(bodies, first[c], second[c]).first + 2];
    for (std::size_t i = 2; i < start_.size(); ++i) start_[i] += start_[i - 1];
    for (Index c = 0; c < contacts; ++c) {
        const auto [owner, partner] = sides(bodies, first[c], second[c]);
        entries_[start_[owner + 1]++] = {partner, c};
    }
}

Index PairTable::find(const Bodies& bodies, Index first, Index second) const {
    if (entries_.empty()) return -1;
    const auto [owner, partner] = sides(bodies, first, second);
    for (Index e = start_[owner]; e < start_[owner + 1]; ++e) {
        if (entries_[e].partner == partner) return entries_[e].contact;
    }
    return -1;
}

}  // namespace galet
