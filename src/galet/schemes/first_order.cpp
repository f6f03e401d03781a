#include "galet/schemes/first_order.hpp"

#include "galet/core/exchange.hpp"
#include "galet/core/parallel.hpp"

namespace galet {

StepReport FirstOrderScheme::step() {
    Bodies& bodies = world_.bodies;
    const double kinetic = kinetic_energy(bodies), time = world_.time;
    const std::array<double, 3> start = momentum(bodies);
    const std::int64_t step = world_.step;
    world_.desired.set_velocity(bodies, time, step_, desired_);
    exchange_numbers(bodies.velocity, desired_);
    const double wanted = kinetic_energy(bodies);
    const std::array<double, 3> taken_up = momentum(bodies);
    parallel_copy(bodies.position, before_);

    StepReport report = projection_.step();
    if (world_.step == step) {
        exchange_numbers(bodies.velocity, desired_);
        return report;
    }
    report.energy.work_external += wanted - kinetic;
    for (std::size_t k = 0; k < start.size(); ++k) report.external_impulse[k] += taken_up[k] - start[k];
    world_.desired.after_step(bodies, time, step_, before_);
    return report;
}

}  // namespace galet
