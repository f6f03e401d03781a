// Three equal discs, two on the floor that touch and one on top (example `pyramid`). Where the lower ones do not push
// each other, torques on a lower disc balance only if its two frictions are equal, T; with weights W, the floor carries
// 3/2 W and the top disc asks for N cos 30 + T sin 30 = W/2 and, sideways, N sin 30 = T (1 + cos 30). Hence
//   T / N = sin 30 / (1 + cos 30) = 2 - sqrt 3 between discs,    T / (3/2 W) = (2 - sqrt 3)/3 on the floor,
// the least frictions with which it stands: for either smaller, the lower discs go apart.
//
// The tolerance is 1e-10: at the thresholds themselves nothing is to spare.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"

namespace galet::validation {
namespace {

constexpr double kRadius = 0.125;  ///< of the example [m]
constexpr double kDiscs = 2 - std::numbers::sqrt3, kFloor = kDiscs / 3;
constexpr double kStands = 1e-6, kFalls = 1e-2;  ///< way of the top disc, of its radius
constexpr std::array kSchemes = {"maury", "moreau", "theta"};

struct Run {
    std::vector<double> time, way;  ///< [s]; of the top disc, of its radius
    World end;
};

/// Frictions as parts of those with which it just stands.
Run run(const std::string& scheme, double discs, double floor, const Request& request) {
    std::vector<Override> overrides = {{"simulation.scheme", scheme},
                                       {"contact.between.0.friction", fmt::format("{:#}", discs * kDiscs)},
                                       {"obstacles.0.friction", fmt::format("{:#}", floor * kFloor)}};
    if (scheme == "theta") overrides.push_back({"simulation.theta", "0.75"});
    Scene scene = load_scene("pyramid", overrides);
    const double x = scene.world.bodies.position[4], y = scene.world.bodies.position[5];
    Simulation simulation(std::move(scene.world), scene.settings);
    Run result;
    follow(simulation, request, [&](const Simulation& now) {
        const std::vector<double>& q = now.world().bodies.position;
        result.time.push_back(now.world().time);
        result.way.push_back(std::hypot(q[4] - x, q[5] - y) / kRadius);
    });
    result.end.bodies = simulation.world().bodies;
    result.end.obstacles = simulation.world().obstacles;
    return result;
}

/// The least part of the threshold with which it stands, by bisection; the other friction is half as large again.
double stands_from(const std::string& scheme, bool discs, const Request& request) {
    double falls = 0.9, stands = 1.13;
    while (stands - falls > 1e-7) {
        const double middle = 0.5 * (falls + stands);
        const Run now = discs ? run(scheme, middle, 1.5, request) : run(scheme, 1.5, middle, request);
        (now.way.back() < kStands ? stands : falls) = middle;
    }
    return stands;
}

void check(const std::string& scheme, const Request& request, Verdict& verdict) {
    const auto way = [&](double discs, double floor) { return run(scheme, discs, floor, request).way.back(); };
    const std::string what = scheme + ": way of the top disc in 1 s, of its radius, with ";
    verdict.at_most(what + "both frictions at the threshold", way(1, 1), kStands);
    verdict.at_most(what + "both 0.01% larger", way(1.0001, 1.0001), kStands);
    verdict.at_least(what + "that of the discs 2% smaller", way(0.98, 1), kFalls);
    verdict.at_least(what + "that of the floor 2% smaller", way(1, 0.98), kFalls);
    verdict.at_least(what + "that of the discs 2% smaller, of the floor 50% larger", way(0.98, 1.5), kFalls);
    verdict.at_least(what + "that of the floor 2% smaller, of the discs 50% larger", way(1.5, 0.98), kFalls);
    verdict.near(scheme + ": least friction between discs with which it stands",
                 kDiscs * stands_from(scheme, true, request), kDiscs, 1e-6);
    verdict.near(scheme + ": least friction of the floor with which it stands",
                 kFloor * stands_from(scheme, false, request), kFloor, 1e-6);
}

/// Which frictions make it stand, with the threshold of each.
figures::Panel chart_of_frictions(const Request& request) {
    figures::Panel panel{"Which pyramids stand (scheme maury)",
                         {"friction between discs / (2 - √3)", false, 0.95, 1.05},
                         {"friction of the floor · 3 / (2 - √3)", false, 0.95, 1.05},
                         {},
                         {{figures::ReferenceLine::Across::x, 1, ""}, {figures::ReferenceLine::Across::y, 1, ""}},
                         {},
                         figures::Legend::outside};
    figures::Series stands{"stands", {}, {}, figures::Mark::points, false, figures::series_colour(0)};
    figures::Series falls{"falls", {}, {}, figures::Mark::points, false, figures::series_colour(1)};
    for (const double discs : {0.96, 0.97, 0.98, 0.99, 0.999, 1.001, 1.01, 1.02, 1.03, 1.04}) {
        for (const double floor : {0.96, 0.97, 0.98, 0.99, 0.999, 1.001, 1.01, 1.02, 1.03, 1.04}) {
            figures::Series& series = run("maury", discs, floor, request).way.back() < kStands ? stands : falls;
            series.x.push_back(discs), series.y.push_back(floor);
        }
    }
    panel.series = {stands, falls};
    return panel;
}

figures::Panel chart_of_ways(const Request& request) {
    figures::Panel panel{"For frictions between discs, of the threshold",
                         {"time [s]", false, 0, 1},
                         {"way of the top disc / radius", true, 1e-16, 10},
                         {},
                         {},
                         {},
                         figures::Legend::outside};
    for (const double discs : {0.98, 0.99, 0.999, 1.0, 1.0001}) {
        const Run now = run("maury", discs, 1, request);
        panel.series.push_back({fmt::format("{}", discs), now.time, now.way, figures::Mark::line, false, {}});
    }
    return panel;
}

void draw_ends(const Request& request) {
    const std::array<Run, 3> runs = {run("maury", 1, 1, request), run("maury", 0.98, 1.5, request),
                                     run("maury", 1.5, 0.98, request)};
    const std::array<std::string, 3> captions = {"at the threshold of both", "discs 2% below it", "floor 2% below it"};
    std::vector<figures::Snapshot> states;
    for (std::size_t k = 0; k < runs.size(); ++k) {
        const World& end = runs[k].end;
        states.push_back({2, end.bodies.position, end.bodies.radius, {}, &end.obstacles, nullptr, captions[k]});
    }
    figures::PictureStyle style;
    style.title = "Three discs after 1 s";
    figures::write_contact_sheet(states, 3, style, request.folder / "states.png");
}

}  // namespace

void pyramid(const Request& request, Verdict& verdict) {
    for (const char* scheme : kSchemes) check(scheme, request, verdict);
    figures::Chart chart;
    chart.title = "Three discs stand by friction, from a threshold on";
    chart.columns = 2;
    chart.width = 2400;
    chart.panels = {chart_of_frictions(request), chart_of_ways(request)};
    figures::write_chart(chart, request.folder / "figure.png");
    draw_ends(request);
}

}  // namespace galet::validation
