// Enhanced augmented Lagrangian (BD17 4.1, eq. 26): the one-contact problem written with the projection on the cylinder
// C(mu p) and solved by Newton's method to its end. The derivative of contact is taken inside the cylinder only, tau >
// 0.
#pragma once

#include "galet/solvers/local/contact_newton.hpp"

namespace galet {

struct Eal {
    double rho_hat;
    static constexpr bool kKeepsRate = true;

    double operator()(double p, double v, double W) const {
        return newton_impulse(p, v, W, rho_hat, [](double tau) { return tau > 0; });
    }
};

}  // namespace galet
