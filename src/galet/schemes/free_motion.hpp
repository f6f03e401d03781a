// The motion of bodies in a step before contacts act.
#pragma once

#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/forces/force.hpp"

namespace galet {

/// U = (M + h C)^-1 (M u^n + h f), drag implicit.
struct FreeVelocity {
    std::vector<double> mass;      ///< m + h c by id [kg]
    std::vector<double> velocity;  ///< U by id [m/s]

    void predict(const Bodies& bodies, const StepForces& forces, double h);
};

/// |v|_M^2, v body by body with `size` numbers each.
double mass_square(int size, const std::vector<double>& mass, const std::vector<double>& v);

}  // namespace galet
