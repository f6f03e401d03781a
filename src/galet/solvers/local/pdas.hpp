// Primal-dual active set (BD17 4.3, eq. 37-41): one decision and one solve for each contact and sweep,
//
//   active where p - gamma v >= 0,  then v' = 0: p' = p - v / W;   else p' = 0.       gamma = gamma_hat / W
//
// With gamma_hat = 1 the decision is that of the solve itself: p' = max(0, p - v / W), projected Gauss-Seidel. With
// another one p' may come out negative; the next visit of the contact sets it to 0. A large one closes contacts late:
// with over-relaxation as well, sweeps may go round in a circle.
#pragma once

#include "galet/core/pack.hpp"
#include "galet/solvers/local/augmented_impulse.hpp"

namespace galet {

struct Pdas {
    double gamma_hat;
    static constexpr bool kKeepsRate = true;

    double operator()(double p, double v, double W) const {
        return augmented_impulse(p, v, W, gamma_hat) >= 0 ? p - v / W : 0.0;
    }

    /// The same for several contacts at once.
    template <int width>
    Pack<width> operator()(const Pack<width>& p, const Pack<width>& v, const Pack<width>& W) const {
        const Pack<width> rate = v / W;
        return where_at_least<width>(p - gamma_hat * rate, Pack<width>::Zero(), p - rate);
    }
};

}  // namespace galet
