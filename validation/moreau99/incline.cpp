// A disc and a ball at rest on an incline (example `incline`), by all schemes: velocity and spin are those of the
// closed form after every step. With I = k m r^2 (k = 1/2 or 2/5), angle a and friction f,
//   tan a <= (1 + 1/k) f:  rolls,   v = g sin(a) t / (1 + k),         r omega = v
//   else:                  slides,  v = g (sin(a) - f cos(a)) t,      r omega = f g cos(a) t / k
// so that the disc rolls while tan a <= 3 f and the ball while tan a <= 3.5 f. The friction from which each rolls is
// also looked for by bisection.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"

namespace galet::validation {
namespace {

constexpr double kGravity = 9.81;  ///< [m/s^2]
constexpr double kRadius = 0.1;    ///< [m]
constexpr double kAllowed = 1e-10;
constexpr std::array kDegrees = {10, 20, 30};
constexpr std::array kFrictions = {0.05, 0.1, 0.15, 0.2, 0.25, 0.3};
constexpr std::array kSchemes = {"maury", "moreau", "theta"};

struct Shape {
    std::string name;
    int dimension;
    double k;  ///< I / (m r^2)

    double threshold(double angle) const { return std::tan(angle) / (1 + 1 / k); }
};

struct Motion {
    double v = 0, omega = 0;  ///< along the incline [m/s]; downhill positive [rad/s]

    double slip() const { return v - kRadius * omega; }
};

double radians(int degrees) { return degrees * std::numbers::pi / 180; }

Motion exact(const Shape& shape, double angle, double friction, double t) {
    if (friction >= shape.threshold(angle)) {
        const double v = kGravity * std::sin(angle) * t / (1 + shape.k);
        return {v, v / kRadius};
    }
    return {kGravity * (std::sin(angle) - friction * std::cos(angle)) * t,
            friction * kGravity * std::cos(angle) * t / (shape.k * kRadius)};
}

Scene scene_of(const Shape& shape, const std::string& scheme, double angle, double friction) {
    const std::string between = shape.dimension == 3 ? ", 0.0, " : ", ";
    const std::string gravity =
        fmt::format("[{:#}{}{:#}]", kGravity * std::sin(angle), between, -kGravity * std::cos(angle));
    std::vector<Override> overrides = {{"simulation.scheme", scheme},
                                       {"contact.friction", fmt::format("{:#}", friction)},
                                       {"forces.0.acceleration", gravity}};
    if (scheme == "theta") overrides.push_back({"simulation.theta", "0.75"});
    if (shape.dimension == 3) {
        overrides.push_back({"simulation.dimension", "3"});
        overrides.push_back({"bodies.0.position", fmt::format("[[0.0, 0.0, {:#}]]", kRadius)});
        overrides.push_back({"obstacles.0.point", "[0.0, 0.0, 0.0]"});
        overrides.push_back({"obstacles.0.normal", "[0.0, 0.0, 1.0]"});
    }
    return load_scene("incline", overrides);
}

/// The end of a run, and how far it ever was from the closed form.
struct Run {
    Motion end;
    double time = 0, worst_v = 0, worst_omega = 0;
};

Run run(const Shape& shape, const std::string& scheme, double angle, double friction, const Request& request) {
    Scene scene = scene_of(shape, scheme, angle, friction);
    Simulation simulation(std::move(scene.world), scene.settings);
    Run result;
    follow(simulation, request, [&](const Simulation& now) {
        const Bodies& bodies = now.world().bodies;
        result.time = now.world().time;
        result.end = {bodies.velocity[0], shape.dimension == 2 ? -bodies.spin[0] : bodies.spin[1]};
        const Motion expected = exact(shape, angle, friction, result.time);
        result.worst_v = std::max(result.worst_v, std::abs(result.end.v - expected.v));
        result.worst_omega = std::max(result.worst_omega, std::abs(result.end.omega - expected.omega));
    });
    return result;
}

/// The smallest friction that leaves no slip, by bisection.
double rolls_from(const Shape& shape, const std::string& scheme, double angle, const Request& request) {
    double slides = 0.01, rolls = 0.5;
    while (rolls - slides > 1e-10) {
        const double middle = 0.5 * (slides + rolls);
        (run(shape, scheme, angle, middle, request).end.slip() < 1e-10 ? rolls : slides) = middle;
    }
    return rolls;
}

void check_thresholds(const Shape& shape, const Request& request, Verdict& verdict) {
    for (const int degrees : kDegrees) {
        const double expected = shape.threshold(radians(degrees));
        double farthest = expected;
        for (const char* scheme : kSchemes) {
            const double found = rolls_from(shape, scheme, radians(degrees), request);
            if (std::abs(found - expected) >= std::abs(farthest - expected)) farthest = found;
        }
        verdict.near(fmt::format("{}, {} degrees: friction from which it rolls, the farthest of the schemes",
                                 shape.name, degrees),
                     farthest, expected, 1e-9);
    }
}

/// What is drawn of a shape: acceleration, and how much of the motion is rolling, over friction.
struct Panels {
    figures::Panel acceleration, rolling;
};

Panels draw(const Shape& shape, const Request& request) {
    const figures::Axis friction = {"friction", false, 0, 0.32};
    Panels panels;
    panels.acceleration = {shape.name + ": how fast", friction, {"v / (g sin a t)", false, 0.5, 1.05}, {}, {}, {},
                           figures::Legend::top_right};
    panels.rolling = {shape.name + ": rolls or slides", friction, {"r ω / v", false, 0, 1.1}, {}, {}, {},
                      figures::Legend::bottom_right};
    int colour = 0;
    for (const int degrees : kDegrees) {
        const double angle = radians(degrees);
        const figures::Colour ink = figures::series_colour(colour++);
        figures::Series line{fmt::format("{}°", degrees), {}, {}, figures::Mark::line, false, ink};
        figures::Series points{"", {}, {}, figures::Mark::points, false, ink};
        figures::Series share = line, share_points = points;
        for (double f = 0; f <= 0.32; f += 0.0005) {
            const Motion motion = exact(shape, angle, f, 1);
            line.x.push_back(f), line.y.push_back(motion.v / (kGravity * std::sin(angle)));
            share.x.push_back(f), share.y.push_back(kRadius * motion.omega / motion.v);
        }
        for (double f = 0.01; f < 0.305; f += 0.01) {
            const Run measured = run(shape, "moreau", angle, f, request);
            points.x.push_back(f), points.y.push_back(measured.end.v / (kGravity * std::sin(angle) * measured.time));
            share_points.x.push_back(f), share_points.y.push_back(kRadius * measured.end.omega / measured.end.v);
        }
        panels.acceleration.series.insert(panels.acceleration.series.end(), {line, points});
        panels.rolling.series.insert(panels.rolling.series.end(), {share, share_points});
        for (auto* panel : {&panels.acceleration, &panels.rolling}) {
            panel->lines.push_back({figures::ReferenceLine::Across::x, shape.threshold(angle), ""});
        }
    }
    return panels;
}

}  // namespace

void incline(const Request& request, Verdict& verdict) {
    figures::Chart chart;
    chart.title = "On an incline: lines are the closed form, points are computed, dashed where rolling begins";
    chart.columns = 2;
    chart.width = 2000;
    for (const Shape& shape : {Shape{"disc", 2, 0.5}, Shape{"ball", 3, 0.4}}) {
        for (const char* scheme : kSchemes) {
            double v = 0, omega = 0;
            for (const int degrees : kDegrees) {
                for (const double friction : kFrictions) {
                    const Run now = run(shape, scheme, radians(degrees), friction, request);
                    v = std::max(v, now.worst_v);
                    omega = std::max(omega, now.worst_omega);
                }
            }
            const std::string which = fmt::format("{}, {}: largest error of any step in ", shape.name, scheme);
            verdict.at_most(which + "velocity", v, kAllowed, "m/s");
            verdict.at_most(which + "spin", omega, kAllowed, "rad/s");
        }
        check_thresholds(shape, request, verdict);
        const Panels panels = draw(shape, request);
        chart.panels.push_back(panels.acceleration);
        chart.panels.push_back(panels.rolling);
    }
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
