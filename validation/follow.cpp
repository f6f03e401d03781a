#include "validation/follow.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace galet::validation {

void follow(Simulation& simulation, const Request& request, const std::function<void(const Simulation&)>& look) {
    const std::int64_t whole = simulation.settings().steps();
    const std::int64_t last = std::min(whole, request.steps.value_or(whole));
    const auto show = [&] {
        look(simulation);
        if (request.watch) request.watch(simulation, last);
    };
    show();
    while (simulation.world().step < last && !simulation.finished()) {
        if (!simulation.step()) {
            throw Unsolved(fmt::format("step {} of {} could not be solved: {}", simulation.world().step + 1, last,
                                       simulation.report().reason));
        }
        show();
    }
}

std::vector<double> Path::coordinate(std::size_t k) const {
    std::vector<double> values(nodes());
    for (std::size_t n = 0; n < nodes(); ++n) values[n] = position[n][k];
    return values;
}

Path path_of(Scene scene, const Request& request) {
    Path path;
    path.step = scene.settings.step;
    path.mass = scene.world.bodies.mass;
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [&path](const Simulation& now) {
        path.time.push_back(now.world().time);
        path.position.push_back(now.world().bodies.position);
        path.velocity.push_back(now.world().bodies.velocity);
    });
    return path;
}

Override step_override(double h) { return {"simulation.step", fmt::format("{:#}", h)}; }

double dyadic(int power) { return std::ldexp(1.0, -power); }

double fitted_order(const std::vector<double>& x, const std::vector<double>& y) {
    const double count = static_cast<double>(x.size());
    double sx = 0, sy = 0, xx = 0, xy = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
        const double a = std::log(x[k]), b = std::log(y[k]);
        sx += a, sy += b, xx += a * a, xy += a * b;
    }
    return (count * xy - sx * sy) / (count * xx - sx * sx);
}

std::vector<double> speeds(const Bodies& bodies) {
    std::vector<double> speed(bodies.radius.size());
    const std::size_t dim = static_cast<std::size_t>(bodies.dimension);
    for (std::size_t i = 0; i < speed.size(); ++i) {
        double square = 0;
        for (std::size_t k = 0; k < dim; ++k) square += bodies.velocity[i * dim + k] * bodies.velocity[i * dim + k];
        speed[i] = std::sqrt(square);
    }
    return speed;
}

}  // namespace galet::validation
