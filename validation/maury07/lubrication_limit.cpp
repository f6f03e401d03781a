// The gluey law as the limit of lubrication (Maury07): q'' = -eps q'/q + f, the force of a viscous film on a ball above
// a wall, for eps tending to 0. Data of the glued ball.
//
// With y = log q: y' = u / q and (u + eps y)' = f, so that u = u0 + integral of f - eps (y - y0) exactly, and only
// q' = u is left to integrate: y' = (F(t) - eps (y - y0)) exp(-y), stiff when q is small (exp(-2000) m for eps =
// 0.001): by the implicit Euler method in y, and Richardson's extrapolation from two steps.
//
// Beside it the law `viscous`, which tends to these values with its step and to the gluey ball with its viscosity; and
// two spheres with a film between them, whose rest gap D0 exp(D0'/k), k = viscosity (1/m1 + 1/m2), it has for any step.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr double kStart = 0.5, kEnd = 4;

/// Integral of the force: -1 until 2, then +2 [N s].
double pushed(double t) { return t < 2 ? -t : -2 + 2 * (t - 2); }

/// q at `drawn` + 1 times by `steps` steps of the implicit Euler method [m].
std::vector<double> film(double eps, int steps, int drawn) {
    const double h = kEnd / steps, start = std::log(kStart);
    double y = start;
    std::vector<double> q = {kStart};
    for (int n = 1; n <= steps; ++n) {
        const double force = pushed(n * h), last = y;
        for (int k = 0; k < 100; ++k) {
            const double size = std::exp(y);
            const double residual = (y - last) * size - h * (force - eps * (y - start));
            const double slope = size * (1 + y - last) + h * eps;
            const double change = std::clamp(-residual / std::max(slope, 0.1 * h * eps), -5.0, 5.0);
            y += change;
            if (std::abs(change) < 1e-14 * (1 + std::abs(y))) break;
        }
        if (n % (steps / drawn) == 0) q.push_back(std::exp(y));
    }
    return q;
}

/// The same with an error of order h^2.
std::vector<double> extrapolated_film(double eps, int steps, int drawn) {
    std::vector<double> q = film(eps, steps, drawn);
    const std::vector<double> fine = film(eps, 2 * steps, drawn);
    for (std::size_t k = 0; k < q.size(); ++k) q[k] = 2 * fine[k] - q[k];
    return q;
}

/// The ball with law `viscous`.
Scene viscous_ball(double eps, double h) {
    return parse_scene(kGluedBall, "ball", ".",
                       {{"contact.law", "\"viscous\""},
                        {"contact.viscosity", fmt::format("{}", eps)},
                        {"solver.tolerance", "1e-5"},
                        step_override(h)});
}

const char* const kTwoSpheres = R"(
[simulation]
dimension = 3
step = 0.1
end = 40.0
[contact]
law = "viscous"
viscosity = 0.1
margin = 0.0
[solver]
violation = 1e-12
[[bodies]]
position = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0]]
velocity = [[0.3, 0.0, 0.0], [-0.2, 0.0, 0.0]]
radius = 1.0
mass = [1.0, 2.0]
)";

/// The gap at which two spheres come to rest, and the energy identity on the way.
void rest_gap(const Request& request, Verdict& verdict) {
    constexpr double kRestGap = 0.035673993;
    for (const double h : {0.5, 0.1, 0.02}) {
        Scene scene = parse_scene(kTwoSpheres, "two spheres", ".", {step_override(h)});
        Simulation simulation(std::move(scene.world), scene.settings);
        follow(simulation, request, [](const Simulation&) {});
        verdict.near(fmt::format("two spheres, h = {} s: rest gap", h), simulation.row().min_distance, kRestGap, 2e-9,
                     "m");
        check_promises(simulation, fmt::format("two spheres, h = {} s: ", h), verdict);
    }
}

/// q(4) of the law, first order in h.
void first_order(double eps, double expected, const Request& request, Verdict& verdict) {
    constexpr std::array<double, 3> kSteps = {0.01, 0.005, 0.0025};
    std::array<double, 3> error{};
    for (std::size_t k = 0; k < kSteps.size(); ++k) {
        const Path path = path_of(viscous_ball(eps, kSteps[k]), request);
        error[k] = std::abs(path.position.back()[0] - 0.1 - expected);
    }
    verdict.at_most(fmt::format("law viscous, {} N s, h = {} s: error of q(4)", eps, kSteps[2]), error[2], kSteps[2],
                    "m");
    verdict.near(fmt::format("law viscous, {} N s: order of q(4)", eps), std::log2(error[0] / error[2]) / 2, 1, 0.2);
}

/// The largest difference of two paths on the same nodes [m].
double largest_difference(const Path& a, const Path& b) {
    double largest = 0;
    for (std::size_t n = 0; n < a.nodes(); ++n)
        largest = std::max(largest, std::abs(a.position[n][0] - b.position[n][0]));
    return largest;
}

}  // namespace

void lubrication_limit(const Request& request, Verdict& verdict) {
    figures::Panel panel;
    panel.title = "q'' = -eps q'/q + f, f = -1 N until 2 s, then +2 N";
    panel.x = {"time [s]", false, 0, 4};
    panel.y = {"q [m]", false, {}, {}};
    constexpr int kSteps = 160000, kDrawn = 4000;
    constexpr std::array<std::pair<double, double>, 3> kPublished = {
        std::pair(0.1, 1.088666), std::pair(0.01, 1.012233), std::pair(0.001, 1.001294)};
    constexpr double kFine = 0.001;
    const Path glued = path_of(parse_scene(kGluedBall, "ball", ".", {step_override(kFine)}), request);
    double last = 1;
    for (const auto& [eps, expected] : kPublished) {
        const std::vector<double> q = extrapolated_film(eps, kSteps, kDrawn);
        verdict.near(fmt::format("film, eps = {}: q(4)", eps), q.back(), expected, 2e-6, "m");
        figures::Series series{fmt::format("film, eps = {} N s", eps), {}, {}, figures::Mark::line, false, {}};
        double difference = 0;
        for (std::size_t n = 0; n < glued.nodes(); ++n) {
            const auto k = static_cast<std::size_t>(std::lround(glued.time[n] / kEnd * kDrawn));
            difference = std::max(difference, std::abs(glued.position[n][0] - 0.1 - q[k]));
        }
        verdict.at_most(fmt::format("film, eps = {}: largest distance to the gluey ball, beside the last", eps),
                        difference / last, eps == 0.1 ? 1.0 : 0.3);
        last = difference;
        first_order(eps, expected, request, verdict);
        const double law = largest_difference(glued, path_of(viscous_ball(eps, kFine), request));
        verdict.near(fmt::format("law viscous, {} N s: largest distance to the gluey ball, h = {} s", eps, kFine), law,
                     difference, 3 * kFine, "m");
        for (std::size_t n = 0; n < q.size(); n += 20) {
            series.x.push_back(kEnd * static_cast<double>(n) / kDrawn);
            series.y.push_back(q[n]);
        }
        panel.series.push_back(series);
    }
    rest_gap(request, verdict);
    std::vector<double> gap = glued.coordinate(0);
    for (double& q : gap) q -= 0.1;
    panel.series.push_back({"gluey, h = 0.001 s", glued.time, gap, figures::Mark::line, true, {}});
    figures::Chart chart;
    chart.title = "Lubrication tends to the gluey law as its viscosity goes to 0 (Maury07)";
    chart.panels = {panel};
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
