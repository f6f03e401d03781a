// Measures BD17 eq. 42 and the complementarity beside it (problem/solution.hpp, EpsilonGlob) at the end of a sweep.
//
// The rate v_c is the one a contact was left with by a local solver that solves for it (kKeepsRate): such a solver
// obeys Signorini's law and misses the motion, because its neighbours have changed since. The others have no rate of
// their own, v_c = w_c: they miss the law and never the motion.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "galet/core/parallel.hpp"
#include "galet/problem/solution.hpp"
#include "galet/solvers/contact_rows.hpp"

namespace galet {

template <ContactRows Rows>
EpsilonGlob measure_epsilon_glob(const Rows& rows, bool keeps_rate, std::span<const double> p,
                                 std::span<const double> rate) {
    struct Sums {
        double motion = 0, bipotential = 0, penetration = 0, product = 0, scale = 0, deepest = 0;
    };
    const Sums sums = ordered_reduce(
        rows.contacts(), Sums{},
        [&](Index first, Index last) {
            Sums part;
            for (Index c = first; c < last; ++c) {
                const double w = rows.row(c), W = rows.diagonal(c), v = keeps_rate ? rate[c] : w;
                const double pull = std::min(0.0, p[c]);
                part.motion += std::abs(v - w);
                part.bipotential += std::abs(v * p[c]);
                part.penetration += std::max(0.0, -v);
                part.product += std::abs(w * p[c]) + W * pull * pull;
                part.scale += W * p[c] * p[c];
                part.deepest = std::max(part.deepest, -w);
            }
            return part;
        },
        [](const Sums& a, const Sums& b) {
            return Sums{a.motion + b.motion,
                        a.bipotential + b.bipotential,
                        a.penetration + b.penetration,
                        a.product + b.product,
                        a.scale + b.scale,
                        std::max(a.deepest, b.deepest)};
        });
    if (rows.contacts() == 0) return {};
    const double n = rows.contacts();
    return {sums.motion / n, sums.bipotential / n, sums.penetration / n,
            sums.scale > 0 ? sums.product / sums.scale : 0.0, sums.deepest};
}

}  // namespace galet
