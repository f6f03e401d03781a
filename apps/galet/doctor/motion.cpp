// Small runs whose motion is known in closed form.
#include <fmt/format.h>

#include <cmath>

#include "doctor/groups.hpp"
#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::doctor {
namespace {

/// Differences that rounding explains, of numbers of the size of 1.
constexpr double kRounding = 1e-12;

/// "3e-15", "0"
std::string shown(double difference) { return difference == 0 ? "0" : fmt::format("{:.0e}", difference); }

constexpr const char* kReport =
    "The motion differs from its closed form: do not trust results of this build. Report it.";

Simulation run(const std::string& text) {
    Scene scene = parse_scene(text, "doctor", ".");
    Simulation simulation(std::move(scene.world), scene.settings);
    while (!simulation.finished() && simulation.step()) continue;
    return simulation;
}

/// A disc of radius 0.1 m falls from 0.1 m above the floor: after 13 steps of 0.01 s its velocity is -0.13 g. At the
/// end it lies there.
Check check_fall() {
    const std::string scene = R"(
[contact]
margin = 0.0
[solver]
violation = 1e-12
[[bodies]]
position = [[0.0, 0.2]]
radius = 0.1
mass = 2.0
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0]
normal = [0.0, 1.0]
[[forces]]
type = "gravity"
acceleration = [0.0, -9.81]
[simulation]
dimension = 2
step = 0.01
)";
    const Simulation falling = run(scene + "end = 0.13\n"), resting = run(scene + "end = 0.5\n");
    const double speed = std::abs(falling.world().bodies.velocity[1] + 0.13 * 9.81);
    const Bodies& rest = resting.world().bodies;
    const double height = std::abs(rest.position[1] - 0.1), left = std::abs(rest.velocity[1]);
    const double energy = resting.totals().worst_energy_imbalance;
    return require(std::max({speed, height, left, energy}) < kRounding, "fall and rest",
                   fmt::format("off by {} m/s falling, {} m and {} m/s at rest, energy balance by {} J", shown(speed),
                               shown(height), shown(left), shown(energy)),
                   kReport);
}

/// Bodies of 1 and 3 kg meet at 1 and -1 m/s and stay together: (1 - 3) / 4 m/s.
Check check_collision() {
    const Simulation done = run(R"(
[simulation]
dimension = 3
step = 0.01
end = 1.0
[contact]
margin = 0.0
[solver]
violation = 1e-12
[[bodies]]
position = [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]]
velocity = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
radius = 0.1
mass = [1.0, 3.0]
)");
    const auto& v = done.world().bodies.velocity;
    const double error = std::max(std::abs(v[0] + 0.5), std::abs(v[3] + 0.5));
    const double momentum = std::abs(v[0] + 3 * v[3] + 2);
    const double lost = std::abs(done.row().dissipated - 1.5);  // 1/2 (1 3 / 4) 2^2
    return require(std::max({error, momentum, lost}) < kRounding, "inelastic collision",
                   fmt::format("off by {} m/s, momentum by {} kg m/s, energy lost by {} J", shown(error),
                               shown(momentum), shown(lost)),
                   kReport);
}

/// The same with restitution 0.5: -0.5 - 0.5 3/4 2 and -0.5 + 0.5 1/4 2 m/s.
Check check_rebound() {
    const Simulation done = run(R"(
[simulation]
dimension = 1
step = 0.01
end = 1.0
[contact]
law = "restitution"
restitution = 0.5
margin = 0.0
[solver]
violation = 1e-12
[[bodies]]
position = [[-0.5], [0.5]]
velocity = [[1.0], [-1.0]]
radius = 0.1
mass = [1.0, 3.0]
)");
    const auto& v = done.world().bodies.velocity;
    const double error = std::max(std::abs(v[0] + 1.25), std::abs(v[1] + 0.25));
    return require(error < kRounding, "rebound", fmt::format("off by {} m/s", shown(error)), kReport);
}

/// A ball set down sliding at 1 m/s ends up rolling at 5/7 m/s, whatever the friction: its angular momentum about the
/// line it touches does not change.
Check check_rolling() {
    constexpr double kResidual = 1e-9;  // of the solver, with friction
    const Simulation done = run(R"(
[simulation]
dimension = 3
step = 0.01
end = 0.4
[contact]
law = "coulomb"
friction = 0.2
margin = 0.0
[solver]
tolerance = 1e-12
violation = 1e-12
[[bodies]]
position = [[0.0, 0.0, 0.1]]
velocity = [[1.0, 0.0, 0.0]]
radius = 0.1
mass = 2.0
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0, 0.0]
normal = [0.0, 0.0, 1.0]
[[forces]]
type = "gravity"
acceleration = [0.0, 0.0, -9.81]
)");
    const Bodies& ball = done.world().bodies;
    const double error = std::abs(ball.velocity[0] - 5.0 / 7), slip = std::abs(ball.velocity[0] - 0.1 * ball.spin[1]);
    return require(std::max(error, slip) < kResidual, "sliding to rolling",
                   fmt::format("off by {} m/s from 5/7 of the speed, slips by {} m/s", shown(error), shown(slip)),
                   kReport);
}

}  // namespace

CheckGroup check_motion() {
    return {"motion",
            {guarded("fall and rest", kReport, check_fall), guarded("inelastic collision", kReport, check_collision),
             guarded("rebound", kReport, check_rebound), guarded("sliding to rolling", kReport, check_rolling)}};
}

}  // namespace galet::doctor
