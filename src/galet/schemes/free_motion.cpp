#include "galet/schemes/free_motion.hpp"

#include "galet/core/parallel.hpp"

namespace galet {

void FreeVelocity::predict(const Bodies& bodies, const StepForces& forces, double h) {
    mass.resize(bodies.mass.size());
    velocity.resize(bodies.velocity.size());
    with_dimension(bodies.dimension, [&](auto dim) {
        parallel_for(bodies.size(), [&](Index i) {
            mass[i] = bodies.mass[i] + h * forces.drag[i];
            const Vec<dim()> force = load<dim()>(forces.conservative, i) + load<dim()>(forces.external, i);
            const Vec<dim()> u = load<dim()>(bodies.velocity, i);
            // Without drag u^n + h f / m: exactly u^n where no force acts.
            const double slowing = bodies.mass[i] / mass[i];
            store<dim()>(velocity, i, slowing * u + (h / mass[i]) * force);
        });
    });
}

double mass_square(int size, const std::vector<double>& mass, const std::vector<double>& v) {
    return with_dimension(size, [&](auto dim) {
        return ordered_sum(static_cast<Index>(mass.size()),
                           [&](Index i) { return mass[i] * load<dim()>(v, i).squaredNorm(); });
    });
}

}  // namespace galet
