// Newton's method on the problem of one contact, in the pair (p', v') (BD17 eq. 30-36):
//
//   f1 = v' - v - W (p' - p) = 0          the motion, all other impulses held
//   f2 = p' - max(0, tau')   = 0          Signorini's law, tau' = p' - rho v'
//
// The derivative of f2 is (A, B) = (0, rho) where tau' counts as contact and (1, 0) elsewhere. Both equations are
// linear on either side, so that no more than three steps are ever taken: the first may come to the wrong side, the
// second leaves it, the third finds nothing to change.
#pragma once

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/local/augmented_impulse.hpp"

namespace galet {

/// p' from p and v. `closed` says whether an augmented impulse counts as contact.
template <class Closed>
double newton_impulse(double p, double v, double W, double rho_hat, Closed closed) {
    constexpr int kMostSteps = 3;
    double next = p, rate = v;
    bool was_closed = false;
    for (int step = 0; step < kMostSteps; ++step) {
        const bool is_closed = closed(augmented_impulse(next, rate, W, rho_hat));
        if (step > 0 && is_closed == was_closed) break;  // the linear system of this side is solved already
        was_closed = is_closed;
        const double A = is_closed ? 0 : 1, B = is_closed ? rho_hat / W : 0;
        const double f1 = rate - v - W * (next - p), f2 = is_closed ? B * rate : next;
        const double change = (B * f1 - f2) / (A + B * W);
        next += change;
        rate += W * change - f1;
    }
    return project_inelastic(next);
}

}  // namespace galet
