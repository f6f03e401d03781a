// Free flight, and a disc that falls on a rough plane and rolls off.
//
// In free flight Moreau's scheme is exact at the nodes, Maury's is below the parabola by g h t / 2.
//
// The disc (r = m = 1, I = 1/2, friction 1/2) starts 1 m above a plane of 45 degrees, g = 1 and a = 1/sqrt 2 along and
// towards the plane. It meets the plane at t1 = (2/a)^1/2, where friction takes a third of its speed, a t1 / 3, and
// makes it roll. From then on v = 2/3 a t, as if it had rolled from the start, and
//   x(T) = a T^2 / 3 + a t1^2 / 6.
// Velocity and spin are exact for any step, but an impact happens somewhere in its step: Moreau's scheme finds the
// plane at the first step with t_n t_{n+1} >= t1^2 and ends at
//   x_M(T) = a T^2 / 3 + a t_n t_{n+1} / 6,    0 <= x_M - x <= h a t1 / 3 + O(h^2),
// late by up to a step times the change of speed, half of that in the mean of many steps; Maury's, which has its own
// a T h / 3, differs from that by no more. Both are of order 1. Without friction nothing changes along the plane, and
// Moreau's scheme is exact there.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"

namespace galet::validation {
namespace {

constexpr double kAllowed = 1e-10;
constexpr double kPull = std::numbers::sqrt2 / 2;  ///< a: gravity along and towards the plane [m/s^2]
constexpr double kStep = 0.01;                     ///< [s]
constexpr double kEnd = 5;                         ///< of the disc with friction [s]
constexpr int kCoarsest = 250, kHalvings = 5;      ///< steps of kEnd/250 s, half of it, ...
constexpr int kNeighbours = 10, kStride = 8;       ///< each with others near it, in which the impact is early or late

constexpr const char* kFlight = R"(
simulation = { dimension = 2, scheme = "moreau", step = 0.01, end = 2.0 }
contact = { law = "coulomb", friction = 0.5 }
bodies = [{ position = [[0.0, 0.0]], velocity = [3.0, 10.0], spin = 2.0, radius = 0.1, mass = 1.0 }]
forces = [{ type = "gravity", acceleration = [0.0, -9.81] }]
)";

constexpr const char* kDisc = R"(
simulation = { dimension = 2, scheme = "moreau", step = 0.01, end = 5.0 }
contact = { law = "coulomb", friction = 0.5, margin = 0.0 }
solver = { tolerance = 1e-11 }
bodies = [{ position = [[0.0, 2.0]], radius = 1.0, mass = 1.0 }]
obstacles = [{ shape = "half-space", point = [0.0, 0.0], normal = [0.0, 1.0] }]
forces = [{ type = "gravity", acceleration = [0.7071067811865476, -0.7071067811865476] }]
)";

struct Run {
    std::vector<double> time, x, y, v, spin;
};

Run run(const char* text, const std::vector<Override>& overrides, const Request& request) {
    Scene scene = parse_scene(text, "ballistic", ".", overrides);
    Simulation simulation(std::move(scene.world), scene.settings);
    Run result;
    follow(simulation, request, [&](const Simulation& now) {
        const Bodies& bodies = now.world().bodies;
        result.time.push_back(now.world().time);
        result.x.push_back(bodies.position[0]), result.y.push_back(bodies.position[1]);
        result.v.push_back(bodies.velocity[0]), result.spin.push_back(bodies.spin[0]);
    });
    return result;
}

figures::Panel fly(const Request& request, Verdict& verdict) {
    figures::Panel panel{"Free flight: height, less that of the parabola",
                         {"time [s]", false, 0, 2},
                         {"error [m]", false, -0.6, 0.05},
                         {},
                         {},
                         {},
                         figures::Legend::bottom_left};
    constexpr double kGravity = 9.81;
    int colour = 0;
    for (const auto& [scheme, h] :
         {std::pair{"moreau", 0.04}, std::pair{"maury", 0.01}, std::pair{"maury", 0.02}, std::pair{"maury", 0.04}}) {
        const Run now = run(kFlight, {{"simulation.scheme", scheme}, step_override(h)}, request);
        const double lag = std::string(scheme) == "maury" ? 0.5 * kGravity * h : 0.0;
        figures::Series error{fmt::format("{}, h = {} s", scheme, h), {}, {}, figures::Mark::points, false,
                              figures::series_colour(colour++)};
        figures::Series expected{"", {}, {}, figures::Mark::line, false, error.colour};
        double height = 0, along = 0, spin = 0;
        for (std::size_t n = 0; n < now.time.size(); ++n) {
            const double t = now.time[n], above = now.y[n] - (10 * t - 0.5 * kGravity * t * t);
            height = std::max(height, std::abs(above + lag * t));
            along = std::max(along, std::abs(now.x[n] - 3 * t));
            spin = std::max(spin, std::abs(now.spin[n] - 2));
            if (n % (now.time.size() / 25) == 0) error.x.push_back(t), error.y.push_back(above);
            expected.x.push_back(t), expected.y.push_back(-lag * t);
        }
        const std::string which = fmt::format("free flight, {}, h = {} s: ", scheme, h);
        verdict.at_most(
            which + (lag > 0 ? "height, distance to the parabola less g h t/2" : "distance to the parabola"), height,
            1e-12, "m");
        verdict.at_most(which + "error along the ground", along, 1e-12, "m");
        verdict.at_most(which + "change of spin", spin, 0, "rad/s");
        panel.series.insert(panel.series.end(), {expected, error});
    }
    return panel;
}

figures::Panel paths(const Request& request) {
    figures::Panel panel{"Free flight, h = 0.1 s",    {"x [m]", false, 0, 6}, {"height [m]", false, -2, 6}, {}, {}, {},
                         figures::Legend::bottom_left};
    figures::Series parabola{"parabola", {}, {}, figures::Mark::line, false, figures::kInk};
    for (int k = 0; k <= 200; ++k) {
        const double t = 0.01 * k;
        parabola.x.push_back(3 * t), parabola.y.push_back(10 * t - 0.5 * 9.81 * t * t);
    }
    panel.series = {parabola};
    for (const char* scheme : {"moreau", "maury"}) {
        const Run now = run(kFlight, {{"simulation.scheme", scheme}, step_override(0.1)}, request);
        panel.series.push_back({scheme, now.x, now.y, figures::Mark::points, false, {}});
    }
    return panel;
}

/// Where Moreau's scheme ends for a step h.
double stepped_end(double h, double impact) {
    double n = std::floor(impact / h) - 1;
    while (n * (n + 1) * h * h < impact * impact) ++n;
    return kPull * kEnd * kEnd / 3 + kPull * n * (n + 1) * h * h / 6;
}

/// Errors of x(5) by one scheme, for steps 5/N s with N from 250, 500, ... on; each of them is checked.
struct Errors {
    figures::Series each, mean;
};

Errors errors_of(const std::string& scheme, figures::Colour colour, const Request& request, Verdict& verdict) {
    const double impact = std::sqrt(2 / kPull), lost = kPull * impact / 3, speed = 2 * kPull * kEnd / 3;
    const double exact = kPull * kEnd * kEnd / 3 + kPull * impact * impact / 6;
    const bool lags = scheme == "maury";
    Errors errors{{"", {}, {}, figures::Mark::points, false, colour},
                  {scheme + fmt::format(", mean of {}", kNeighbours), {}, {}, figures::Mark::line, false, colour}};
    double worst_v = 0, worst_spin = 0, least = 1, most = -1, worst_form = 0, share = 0;
    for (int k = 0; k <= kHalvings; ++k) {
        double mean = 0, mean_step = 0;
        for (int j = 0; j < kNeighbours; ++j) {
            const double h = kEnd / (kCoarsest * (1 << k) + j * kStride);
            const Run now = run(kDisc, {{"simulation.scheme", scheme}, step_override(h)}, request);
            const double x = now.x.back(), v = now.v.back(), spin = now.spin.back();
            const double late = (x - exact - (lags ? kPull * kEnd * h / 3 : 0)) / (h * lost);
            worst_v = std::max(worst_v, std::abs(v - speed));
            worst_spin = std::max(worst_spin, std::abs(spin + speed));
            least = std::min(least, late), most = std::max(most, late), share += late;
            worst_form = std::max(worst_form, std::abs(x - stepped_end(h, impact)));
            errors.each.x.push_back(h), errors.each.y.push_back(std::abs(x - exact));
            mean += std::abs(x - exact) / kNeighbours, mean_step += h / kNeighbours;
            if (h != kStep) continue;
            const std::string which = fmt::format("disc, {}, h = 0.01 s: ", scheme);
            verdict.near(which + "x(5)", x, lags ? 6.23704 : 6.22716, 5e-6, "m");
            verdict.near(which + "v(5)", v, speed, kAllowed, "m/s");
            verdict.near(which + "spin(5)", spin, -speed, kAllowed, "rad/s");
        }
        errors.mean.x.push_back(mean_step), errors.mean.y.push_back(mean);
    }
    const std::string which = fmt::format("disc, {}, h from 0.02 s to 0.02/{} s: ", scheme, 1 << kHalvings);
    verdict.at_most(which + "largest error of v(5)", worst_v, kAllowed, "m/s");
    verdict.at_most(which + "largest error of spin(5)", worst_spin, kAllowed, "rad/s");
    verdict.near(which + "order of the mean error of x(5)", fitted_order(errors.mean.x, errors.mean.y), 1, 0.05);
    const std::string late =
        which + "error of x(5)" + (lags ? " less a T h/3" : "") + ", of h times the change of speed: ";
    verdict.at_least(late + "least", least, lags ? -1.02 : 0);
    verdict.at_most(late + "largest", most, 1.02);
    if (!lags) {
        verdict.near(late + "mean", share / (kNeighbours * (kHalvings + 1)), 0.5, 0.05);
        verdict.at_most(which + "distance of x(5) to a T²/3 + a t_n t_n+1/6", worst_form, kAllowed, "m");
    }
    return errors;
}

figures::Panel converge(const Request& request, Verdict& verdict) {
    const double impact = std::sqrt(2 / kPull), lost = kPull * impact / 3;
    verdict.near("x(5) of the closed form", kPull * kEnd * kEnd / 3 + kPull * impact * impact / 6, 6.225890, 5e-7, "m");
    figures::Panel panel{
        "Disc: error of x(5)",        {"step h [s]", true, {}, {}}, {"error [m]", true, 1e-7, 0.1}, {}, {}, {},
        figures::Legend::bottom_right};
    int colour = 0;
    for (const char* scheme : {"moreau", "maury"}) {
        const Errors errors = errors_of(scheme, figures::series_colour(colour++), request, verdict);
        panel.series.insert(panel.series.end(), {errors.each, errors.mean});
    }
    const double smallest = panel.series[1].x.back();
    figures::Series bound = figures::order_guide(1, smallest, smallest * lost, panel.series[1].x.front());
    bound.name = "h times the change of speed";
    panel.series.push_back(bound);
    return panel;
}

void slide(const Request& request, Verdict& verdict) {
    for (const std::string scheme : {"moreau", "maury"}) {
        const bool lags = scheme == "maury";
        const Run now = run(
            kDisc, {{"simulation.scheme", scheme}, {"simulation.end", "10.0"}, {"contact.friction", "0.0"}}, request);
        const std::string which = fmt::format("disc without friction, {}: ", scheme);
        verdict.near(which + (lags ? "x(10), with a h t/2" : "x(10)"), now.x.back(),
                     50 * kPull + (lags ? 5 * kPull * kStep : 0), kAllowed, "m");
        verdict.near(which + "vx(10)", now.v.back(), 10 * kPull, kAllowed, "m/s");
        verdict.at_most(which + "|spin|", std::abs(now.spin.back()), 0, "rad/s");
    }
}

figures::Panel roll(const Request& request) {
    const double impact = std::sqrt(2 / kPull);
    figures::Panel panel{"Disc, h = 0.1 s: falls, meets the plane, rolls",
                         {"time [s]", false, 0, kEnd},
                         {"v and -r ω [m/s]", false, 0, 2.5},
                         {},
                         {{figures::ReferenceLine::Across::x, impact, "impact"}},
                         {},
                         figures::Legend::bottom_right};
    figures::Series v{"closed form",
                      {0, impact, impact, kEnd},
                      {0, kPull * impact, kPull * impact / 1.5, kPull * kEnd / 1.5},
                      figures::Mark::line,
                      false,
                      figures::kInk};
    figures::Series spin{"",    {0, impact, impact}, {0, 0, kPull * impact / 1.5}, figures::Mark::line,
                         false, figures::kInk};
    const Run now = run(kDisc, {step_override(0.1)}, request);
    figures::Series points{"v, moreau", now.time, now.v, figures::Mark::points, false, figures::series_colour(0)};
    figures::Series spins{"-r ω, moreau", {}, {}, figures::Mark::points, false, figures::series_colour(1)};
    for (std::size_t n = 0; n < now.time.size(); n += 2) {
        spins.x.push_back(now.time[n]), spins.y.push_back(-now.spin[n]);
    }
    panel.series = {v, spin, points, spins};
    return panel;
}

}  // namespace

void ballistic(const Request& request, Verdict& verdict) {
    figures::Chart chart;
    chart.title = "Free flight, and a disc that falls on a rough plane of 45 degrees";
    chart.columns = 2;
    chart.width = 2000;
    chart.panels = {paths(request), fly(request, verdict), roll(request), converge(request, verdict)};
    slide(request, verdict);
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
