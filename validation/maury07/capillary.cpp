// Wet grains (Maury07). Two grains with a liquid bridge part when their energy of relative motion exceeds that of the
// bridge,
//
//   E = pi gamma r (exp(B) (1 - exp(-A D_rupt)) / A + C D_rupt),
//
// and come back when it does not. Then 200 grains, stirred for a second (example `capillary`): wet ones stay in
// clusters, dry ones do not.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr double kGamma = 0.05, kA = 500, kRupture = 0.004, kRadius = 0.01, kMass = 0.001;

/// The force of a bridge, as a scene says it.
std::string bridge() {
    return fmt::format(R"([[forces]]
type = "capillary"
gamma = {:#}
A = {:#}
B = 0.0
C = 0.0
rupture = {:#})",
                       kGamma, kA, kRupture);
}

/// Two grains that touch, pressed together for the first step so that their bridge is born, then parted with `speed`
/// each. The largest distance of their surfaces within a second [m].
double parted(double speed, const Request& request, Verdict& verdict) {
    const double h = 1e-4, push = kMass * speed / h;
    const std::string text =
        fmt::format(R"(
[simulation]
dimension = 2
step = {:#}
end = 1.0
[[bodies]]
name = "left"
position = [[0.0, 0.0]]
radius = {:#}
mass = {:#}
[[bodies]]
name = "right"
position = [[{:#}, 0.0]]
radius = {:#}
mass = {:#}
{}
[[forces]]
type = "table"
on = "left"
times = [0.0, {:#}, {:#}]
values = [[1e-3, 0.0], [{:#}, 0.0], [0.0, 0.0]]
[[forces]]
type = "table"
on = "right"
times = [0.0, {:#}, {:#}]
values = [[-1e-3, 0.0], [{:#}, 0.0], [0.0, 0.0]]
)",
                    h, kRadius, kMass, 2 * kRadius, kRadius, kMass, bridge(), h, 2 * h, -push, h, 2 * h, push);
    Scene scene = parse_scene(text, "two-grains", ".");
    Simulation simulation(std::move(scene.world), scene.settings);
    double farthest = 0;
    follow(simulation, request, [&](const Simulation& now) { farthest = std::max(farthest, now.row().min_distance); });
    check_promises(simulation, fmt::format("two grains, {:.4f} m/s: ", speed), verdict);
    return farthest;
}

/// Two grains that a bridge draws together, not yet as far as to touch.
Scene drawn_together(double h) {
    return parse_scene(fmt::format(R"(
[simulation]
dimension = 2
step = {:#}
end = 0.02
[[bodies]]
position = [[0.0, 0.0], [{:#}, 0.0]]
radius = {:#}
mass = {:#}
{}
bridges = "always"
)",
                                   h, 2 * kRadius + 0.75 * kRupture, kRadius, kMass, bridge()),
                       "two-grains", ".");
}

/// A run of the example, and how its grains stand together at the end.
struct Grains {
    Bodies bodies;
    Obstacles obstacles;
    double neighbours = 0;  ///< grains nearer than the rupture distance, a grain
};

Grains stirred(double gamma, const Request& request, Verdict& verdict) {
    Scene scene = load_scene("capillary", {{"forces.0.gamma", fmt::format("{:#}", gamma)}});
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [](const Simulation&) {});
    check_promises(simulation, gamma > 0 ? "wet: " : "dry: ", verdict);
    Grains grains{simulation.world().bodies, simulation.world().obstacles, 0};
    const Bodies& bodies = grains.bodies;
    for (std::size_t i = 0; i < bodies.radius.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double distance = std::hypot(bodies.position[2 * i] - bodies.position[2 * j],
                                               bodies.position[2 * i + 1] - bodies.position[2 * j + 1]);
            if (distance - bodies.radius[i] - bodies.radius[j] < kRupture) grains.neighbours += 2;
        }
    }
    grains.neighbours /= bodies.size();
    return grains;
}

}  // namespace

void capillary(const Request& request, Verdict& verdict) {
    const double energy = std::numbers::pi * kGamma * kRadius * (1 - std::exp(-kA * kRupture)) / kA;
    const double escape = std::sqrt(energy / kMass);  // two masses, each with this speed: m v^2 = E
    verdict.note(fmt::format("energy of the bridge {:.6g} J, escape at {:.6g} m/s each", energy, escape));
    verdict.at_most("two grains at 0.97 of the escape speed: farthest apart, of the rupture distance",
                    parted(0.97 * escape, request, verdict) / kRupture, 1);
    verdict.at_least("two grains at 1.03 of the escape speed: farthest apart, of the rupture distance",
                     parted(1.03 * escape, request, verdict) / kRupture, 2);

    check_scheme_energy(drawn_together, 2e-4, "two grains drawn together: ", request, verdict);
    const Grains dry = stirred(0, request, verdict), wet = stirred(kGamma, request, verdict);
    verdict.at_least("neighbours of a wet grain, of those of a dry one", wet.neighbours / dry.neighbours, 1.2);
    const std::vector<double> dry_speed = speeds(dry.bodies), wet_speed = speeds(wet.bodies);
    const std::vector<figures::Snapshot> states = {
        {2, dry.bodies.position, dry.bodies.radius, dry_speed, &dry.obstacles, nullptr,
         fmt::format("dry, {:.2f} neighbours a grain", dry.neighbours)},
        {2, wet.bodies.position, wet.bodies.radius, wet_speed, &wet.obstacles, nullptr,
         fmt::format("wet, {:.2f} neighbours a grain", wet.neighbours)}};
    figures::PictureStyle style;
    style.title = "Dry and wet grains two seconds after they were stirred (Maury07)";
    style.quantity = "speed [m/s]";
    figures::write_contact_sheet(states, 2, style, request.folder / "figure.png");
}

}  // namespace galet::validation
