// A disc and a ball that slide over a rough floor without spin (example `billiard`). With I = k m r^2 (k = 1/2 or 2/5)
//   v = max(v0 - f g t, v0 / (1 + k)),    r omega = (v0 - v) / k,
// so that in the end they roll with 2/3 or 5/7 of v0. Friction acts at the contact and changes m r v + I omega by
// nothing, within the step in which rolling begins too: all nodes are exact for steps of any length.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"

namespace galet::validation {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.03, kFriction = 0.1;  ///< of the example [m/s^2], [m]
constexpr double kAllowed = 1e-10;
constexpr std::array kSteps = {0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25};  ///< [s]

struct Shape {
    std::string name;
    int dimension;
    double k;  ///< I / (m r^2)
    std::string share;

    double speed(double t) const { return std::max(1 - kFriction * kGravity * t, 1 / (1 + k)); }
    double rim(double t) const { return (1 - speed(t)) / k; }  ///< r omega [m/s]
};

struct Run {
    std::vector<double> time, speed, rim;      ///< [s], [m/s], r omega [m/s]
    double worst_speed = 0, worst_rim = 0;     ///< over all nodes [m/s]
    double end_speed = 0, end_difference = 0;  ///< v, and v - r omega [m/s]
};

Run run(const Shape& shape, const std::string& scheme, double h, const Request& request) {
    std::vector<Override> overrides = {{"simulation.scheme", scheme}, step_override(h)};
    if (scheme == "theta") overrides.push_back({"simulation.theta", "0.75"});
    if (shape.dimension == 2) {
        overrides.push_back({"simulation.dimension", "2"});
        overrides.push_back({"bodies.0.position", fmt::format("[[0.0, {:#}]]", kRadius)});
        overrides.push_back({"bodies.0.velocity", "[1.0, 0.0]"});
        overrides.push_back({"obstacles.0.point", "[0.0, 0.0]"});
        overrides.push_back({"obstacles.0.normal", "[0.0, 1.0]"});
        overrides.push_back({"forces.0.acceleration", fmt::format("[0.0, {:#}]", -kGravity)});
    }
    Scene scene = load_scene("billiard", overrides);
    Simulation simulation(std::move(scene.world), scene.settings);
    Run result;
    follow(simulation, request, [&](const Simulation& now) {
        const Bodies& bodies = now.world().bodies;
        const double t = now.world().time, v = bodies.velocity[0];
        const double rim = kRadius * (shape.dimension == 2 ? -bodies.spin[0] : bodies.spin[1]);
        result.time.push_back(t), result.speed.push_back(v), result.rim.push_back(rim);
        result.worst_speed = std::max(result.worst_speed, std::abs(v - shape.speed(t)));
        result.worst_rim = std::max(result.worst_rim, std::abs(rim - shape.rim(t)));
        result.end_speed = v, result.end_difference = v - rim;
    });
    return result;
}

void check(const Shape& shape, const std::string& scheme, const Request& request, Verdict& verdict) {
    const double expected = 1 / (1 + shape.k);
    double end = expected, difference = 0, speed = 0, rim = 0;
    for (const double h : kSteps) {
        const Run now = run(shape, scheme, h, request);
        if (std::abs(now.end_speed - expected) > std::abs(end - expected)) end = now.end_speed;
        difference = std::max(difference, std::abs(now.end_difference));
        speed = std::max(speed, now.worst_speed);
        rim = std::max(rim, now.worst_rim);
    }
    const std::string which = fmt::format("{}, {}, all steps h: ", shape.name, scheme);
    verdict.near(fmt::format("{}speed in the end, {} of the first", which, shape.share), end, expected, kAllowed,
                 "m/s");
    verdict.at_most(which + "|v - r omega| in the end", difference, kAllowed, "m/s");
    verdict.at_most(which + "largest error of v at a node", speed, kAllowed, "m/s");
    verdict.at_most(which + "largest error of r omega at a node", rim, kAllowed, "m/s");
}

figures::Panel draw(const Shape& shape, const Request& request) {
    figures::Panel panel{shape.name + " ends with " + shape.share + " of its speed",
                         {"time [s]", false, 0, 1},
                         {"v and r ω [m/s]", false, 0, 1.05},
                         {},
                         {{figures::ReferenceLine::Across::y, 1 / (1 + shape.k), ""}},
                         {{0.17, 0.9, "v"}, {0.21, 0.3, "r ω"}},
                         figures::Legend::bottom_right};
    figures::Series v{"closed form", {}, {}, figures::Mark::line, false, figures::kInk};
    figures::Series rim{"", {}, {}, figures::Mark::line, false, figures::kInk};
    for (int k = 0; k <= 1000; ++k) {
        const double t = 0.001 * k;
        v.x.push_back(t), v.y.push_back(shape.speed(t));
        rim.x.push_back(t), rim.y.push_back(shape.rim(t));
    }
    panel.series = {v, rim};
    int colour = 0;
    for (const double h : {0.02, 0.1, 0.25}) {
        const Run now = run(shape, "moreau", h, request);
        const figures::Colour ink = figures::series_colour(colour++);
        panel.series.push_back({fmt::format("h = {} s", h), now.time, now.speed, figures::Mark::points, false, ink});
        panel.series.push_back({"", now.time, now.rim, figures::Mark::points, false, ink});
    }
    return panel;
}

}  // namespace

void billiard(const Request& request, Verdict& verdict) {
    figures::Chart chart;
    chart.title = "Pushed without spin over a rough floor: exact at every node for steps of any length";
    chart.columns = 2;
    chart.width = 2000;
    for (const Shape& shape : {Shape{"disc", 2, 0.5, "2/3"}, Shape{"ball", 3, 0.4, "5/7"}}) {
        for (const char* scheme : {"maury", "moreau", "theta"}) check(shape, scheme, request, verdict);
        chart.panels.push_back(draw(shape, request));
    }
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
