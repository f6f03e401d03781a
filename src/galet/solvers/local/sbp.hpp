// Standard bipotential (BD17 4.2, before eq. 30): one step of Uzawa's method on the contact's bipotential,
//
//   p' = prox(tau) = the nearest point to tau = p - rho v of the cone K_mu
//
// Without friction K_mu holds the impulses p >= 0. On a single contact the error shrinks by 1 - rho_hat a sweep.
#pragma once

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/local/augmented_impulse.hpp"

namespace galet {

struct Sbp {
    double rho_hat;
    static constexpr bool kKeepsRate = false;

    double operator()(double p, double v, double W) const {
        return project_inelastic(augmented_impulse(p, v, W, rho_hat));
    }
};

}  // namespace galet
