// Enhanced bipotential (BD17 4.2, eq. 30-36): the one-contact problem written with the projection on the cone K_mu and
// solved by Newton's method to its end. tau = 0 is on the cone and counts as contact.
#pragma once

#include "galet/solvers/local/contact_newton.hpp"

namespace galet {

struct Ebp {
    double rho_hat;
    static constexpr bool kKeepsRate = true;

    double operator()(double p, double v, double W) const {
        return newton_impulse(p, v, W, rho_hat, [](double tau) { return tau >= 0; });
    }
};

}  // namespace galet
