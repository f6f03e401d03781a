// Standard augmented Lagrangian (BD17 4.1, eq. 24-25): one projected-gradient step on the contact's dual function,
//
//   p' = the nearest point to tau = p - rho v of the cylinder C(mu p)
//
// Without friction the cylinder holds the impulses p >= 0, so that this is sbp; the two part with friction.
#pragma once

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/local/augmented_impulse.hpp"

namespace galet {

struct Sal {
    double rho_hat;
    static constexpr bool kKeepsRate = false;

    double operator()(double p, double v, double W) const {
        return project_inelastic(augmented_impulse(p, v, W, rho_hat));
    }
};

}  // namespace galet
