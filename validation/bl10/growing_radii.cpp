// Radii that grow (BL10 4): constraints |q_i - q_j| >= r_i(t) + r_j(t).
//
// Two discs with r = 0.4 + 0.1 t, their centres 1 apart and at rest: the distance is max(1, 2 r(t)) at every node, for
// any step. Then 150 discs in a box (example `growing-radii`): nothing overlaps at the nodes. Between them distances
// may be negative by O(h) (BL10 eq. 2.1). Here they are not where radii grow evenly, because distances are convex; with
// r = 0.02 + 0.018 sin(pi t / 2) they are by max |r''| h^2 / 4 at most, the sum of what two radii are above their
// chords.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "galet/detection/contact_search.hpp"
#include "validation/bl10/bl10.hpp"
#include "validation/follow.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr const char* kTwoDiscs = R"(
[simulation]
dimension = 2
step = 0.1
end = 3.0
[contact]
margin = 0.0
[solver]
violation = 1e-12
tolerance = 1e-6
[[bodies]]
position = [[0.0, 0.0], [1.0, 0.0]]
radius = "0.4 + 0.1*t"
mass = 1.0
)";

figures::Series two_discs(double h, const Request& request, Verdict& verdict) {
    const Path path = path_of(parse_scene(kTwoDiscs, "two-discs", ".", {step_override(h)}), request);
    figures::Series series{fmt::format("h = {} s", h), path.time, {}, figures::Mark::points, false, {}};
    double worst = 0;
    for (std::size_t n = 0; n < path.nodes(); ++n) {
        series.y.push_back(path.position[n][2] - path.position[n][0]);
        worst = std::max(worst, std::abs(series.y.back() - std::max(1.0, 0.8 + 0.2 * path.time[n])));
    }
    verdict.at_most(fmt::format("two discs: largest distance to max(1, 2 r(t)) of all nodes, h = {} s", h), worst,
                    1e-12, "m");
    return series;
}

constexpr double kGrowth = 0.018;  ///< of the radii in the box [m]

double bent_radius(double t) { return 0.02 + kGrowth * std::sin(std::numbers::pi * t / 2); }

/// The discs in a box after a second, and the smallest distance half-way through all steps.
struct Grown {
    Bodies bodies;
    Obstacles obstacles;
    double half_way = 0;  ///< [m]
};

/// `radius`: at any time, for half-way.
Grown grow(double h, const std::string& expression, double (*radius)(double), const Request& request,
           Verdict& verdict) {
    Scene scene = load_scene("growing-radii", {step_override(h), {"bodies.0.radius", expression}});
    Simulation simulation(std::move(scene.world), scene.settings);
    Grown grown;
    grown.bodies = simulation.world().bodies;
    grown.half_way = simulation.row().min_distance;
    follow(simulation, request, [&](const Simulation& now) {
        Bodies middle = now.world().bodies;
        for (std::size_t k = 0; k < middle.position.size(); ++k)
            middle.position[k] = 0.5 * (middle.position[k] + grown.bodies.position[k]);
        std::fill(middle.radius.begin(), middle.radius.end(), radius(std::max(0.0, now.world().time - 0.5 * h)));
        grown.half_way = std::min(grown.half_way, ContactSearch(middle, now.world().obstacles).smallest_distance());
        grown.bodies = now.world().bodies;
    });
    grown.obstacles = simulation.world().obstacles;
    check_promises(simulation, fmt::format("150 discs, r = {}, h = {} s: ", expression, h), verdict);
    return grown;
}

}  // namespace

void growing_radii(const Request& request, Verdict& verdict) {
    figures::Panel distance;
    distance.title = "Two discs, r = 0.4 m + 0.1 m/s t";
    distance.x = {"time [s]", false, 0, 3};
    distance.y = {"distance of the centres [m]", false, {}, {}};
    distance.series.push_back({"max(1, 2 r(t))", {0, 1, 3}, {1, 1, 1.4}, figures::Mark::line, false, {}});
    for (const double h : {0.3, 0.25, 0.1}) distance.series.push_back(two_discs(h, request, verdict));

    const Grown even = grow(
        0.01, "0.02 + 0.018*t", [](double t) { return 0.02 + kGrowth * t; }, request, verdict);
    verdict.at_least("150 discs that grow evenly: smallest distance half-way between nodes", even.half_way, 0, "m");

    figures::Panel between;
    between.title = "150 discs, r = 0.02 m + 0.018 m sin(pi t / 2)";
    between.x = {"step [s]", true, {}, {}};
    between.y = {"largest overlap half-way [m]", true, {}, {}};
    figures::Series overlap{"measured", {}, {}, figures::Mark::line_points, false, {}};
    for (const double h : {0.04, 0.02, 0.01}) {
        const Grown grown = grow(h, "0.02 + 0.018*sin(pi*t/2)", bent_radius, request, verdict);
        const double bend = kGrowth * std::pow(std::numbers::pi / 2, 2);
        verdict.at_most(fmt::format("150 discs, h = {} s: overlap half-way between nodes, of max |r''| h^2 / 4", h),
                        -grown.half_way / (0.25 * bend * h * h), 1);
        overlap.x.push_back(h);
        overlap.y.push_back(-grown.half_way);
    }
    between.series.push_back(overlap);
    between.series.push_back(figures::order_guide(2, 0.01, 2 * overlap.y.back(), 0.04));

    figures::Chart chart;
    chart.title = "Radii that grow (BL10 4)";
    chart.columns = 2;
    chart.panels = {distance, between};
    figures::write_chart(chart, request.folder / "figure.png");
    figures::PictureStyle style;
    style.title = "Discs that have grown into each other's way";
    style.quantity = "speed [m/s]";
    figures::write_picture({2, even.bodies.position, even.bodies.radius, speeds(even.bodies), &even.obstacles, nullptr,
                            "150 discs at t = 1 s"},
                           style, request.folder / "discs.png");
}

}  // namespace galet::validation
