// The gluey law as the limit of lubrication (Maury07): q'' = -eps q'/q + f, the force of a viscous film on a ball above
// a wall, for eps tending to 0. Data of the glued ball.
//
// With y = log q: y' = u / q and (u + eps y)' = f, so that u = u0 + integral of f - eps (y - y0) exactly, and only
// q' = u is left to integrate: y' = (F(t) - eps (y - y0)) exp(-y), stiff when q is small (exp(-2000) m for eps =
// 0.001): by the implicit Euler method in y, and Richardson's extrapolation from two steps.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"

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

}  // namespace

void lubrication_limit(const Request& request, Verdict& verdict) {
    figures::Panel panel;
    panel.title = "q'' = -eps q'/q + f, f = -1 N until 2 s, then +2 N";
    panel.x = {"time [s]", false, 0, 4};
    panel.y = {"q [m]", false, {}, {}};
    constexpr int kSteps = 160000, kDrawn = 4000;
    constexpr std::array<std::pair<double, double>, 3> kPublished = {
        std::pair(0.1, 1.088666), std::pair(0.01, 1.012233), std::pair(0.001, 1.001294)};
    const Path glued = path_of(parse_scene(kGluedBall, "ball", ".", {step_override(0.001)}), request);
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
        for (std::size_t n = 0; n < q.size(); n += 20) {
            series.x.push_back(kEnd * static_cast<double>(n) / kDrawn);
            series.y.push_back(q[n]);
        }
        panel.series.push_back(series);
    }
    std::vector<double> gap = glued.coordinate(0);
    for (double& q : gap) q -= 0.1;
    panel.series.push_back({"gluey, h = 0.001 s", glued.time, gap, figures::Mark::line, true, {}});
    figures::Chart chart;
    chart.title = "Lubrication tends to the gluey law as its viscosity goes to 0 (Maury07)";
    chart.panels = {panel};
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
