// Elastic chains (Maury07). Two bodies on a spring swing with the period 2 pi sqrt(m / 2 k). A bent chain at rest whose
// stiffness against bending acts straightens: its ends come to be as far apart as its length. Then three filaments sink
// among grains (example `chains`).
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

/// Two bodies on a spring that is stretched by a tenth at the start.
Scene spring(double h) {
    return parse_scene(fmt::format(R"(
[simulation]
dimension = 2
step = {:#}
end = 8.0
[[bodies]]
position = [[0.0, 0.0], [1.1, 0.0]]
radius = 0.1
mass = 2.0
[[forces]]
type = "chain"
stiffness = 4.0
length = 1.0
)",
                                   h),
                       "spring", ".");
}

/// Time between the first two moments at which the spring is at its length while it contracts [s].
double period(double h, const Request& request) {
    const Path path = path_of(spring(h), request);
    double first = 0;
    for (std::size_t n = 1; n < path.nodes(); ++n) {
        const double before = path.position[n - 1][2] - path.position[n - 1][0] - 1;
        const double after = path.position[n][2] - path.position[n][0] - 1;
        if (!(before > 0 && after <= 0)) continue;
        const double t = path.time[n - 1] + h * before / (before - after);
        if (first > 0) return t - first;
        first = t;
    }
    return 0;
}

/// A quarter of a circle of 11 bodies at rest, with drag: how far its ends are apart at the end, of its length.
double straightened(const Request& request, Verdict& verdict) {
    constexpr int kBodies = 11;
    std::string positions;
    const double turn = std::numbers::pi / 2 / (kBodies - 1), radius = 0.5 / std::sin(turn / 2);
    for (int i = 0; i < kBodies; ++i) {
        positions += fmt::format("{}[{:#.17g}, {:#.17g}]", i == 0 ? "" : ", ", radius * std::cos(i * turn),
                                 radius * std::sin(i * turn));
    }
    Scene scene = parse_scene(fmt::format(R"(
[simulation]
dimension = 2
step = 0.01
end = 400.0
[[bodies]]
position = [{}]
radius = 0.2
mass = 1.0
[[forces]]
type = "chain"
stiffness = 100.0
length = 1.0
bending = 10.0
[[forces]]
type = "drag"
coefficient = 1.0
)",
                                          positions),
                              "arc", ".");
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [](const Simulation&) {});
    check_promises(simulation, "arc: ", verdict);
    const std::vector<double>& q = simulation.world().bodies.position;
    return std::hypot(q[2 * kBodies - 2] - q[0], q[2 * kBodies - 1] - q[1]) / (kBodies - 1);
}

}  // namespace

void chains(const Request& request, Verdict& verdict) {
    const double exact = 2 * std::numbers::pi * std::sqrt(2.0 / (2 * 4.0));
    const double coarse = std::abs(period(0.04, request) - exact), fine = std::abs(period(0.01, request) - exact);
    verdict.at_most("spring: error of the period, h = 0.01 s, of the period", fine / exact, 1e-3);
    verdict.at_most("spring: that error beside the one for h = 0.04 s (order 2: 1/16)", fine / coarse, 0.1);
    check_scheme_energy(spring, 0.02, "spring: ", request, verdict);
    verdict.near("arc: distance of the ends when it is straight, of its length", straightened(request, verdict), 1,
                 2e-3);

    Scene scene = load_scene("chains");
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [](const Simulation&) {});
    check_promises(simulation, "filaments: ", verdict);
    const Bodies& bodies = simulation.world().bodies;
    std::vector<double> which(bodies.radius.size(), 0.0);
    for (std::size_t g = 1; g < bodies.groups.size(); ++g) {
        for (Index i = bodies.groups[g].first; i < bodies.groups[g].last; ++i)
            which[static_cast<std::size_t>(i)] = static_cast<double>(g);
    }
    double longest = 0;
    for (std::size_t g = 1; g < bodies.groups.size(); ++g) {
        for (Index i = bodies.groups[g].first; i + 1 < bodies.groups[g].last; ++i) {
            const std::size_t k = 2 * static_cast<std::size_t>(i);
            longest = std::max(longest, std::hypot(bodies.position[k + 2] - bodies.position[k],
                                                   bodies.position[k + 3] - bodies.position[k + 1]));
        }
    }
    verdict.at_most("filaments: longest link, of its length", longest / 0.022, 1.1);
    figures::PictureStyle style;
    style.title = "Three elastic filaments among grains, t = 1 s (Maury07)";
    style.quantity = "0: grains, 1 to 3: filaments";
    figures::write_picture({2, bodies.position, bodies.radius, which, &simulation.world().obstacles, nullptr, ""},
                           style, request.folder / "figure.png");
}

}  // namespace galet::validation
