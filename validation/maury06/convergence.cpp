// Order of the scheme (Maury06 5) and forces that are not unique (Maury06 4, BL10 4).
//
// Theorem 1 of Maury06: with a single contact q_h converges in W^{1,1}, positions and velocities. The order is measured
// on two motions with a closed form,
//   a ball that falls on a floor and rests there,
//   two balls on a line, one of them pushed, that meet and go on together,
// as the largest error of the positions over all nodes and the error of the velocities in L^1, u_h being u^{n+1} on
// (t^n, t^{n+1}). Both must fall like h. Before it arrives the falling ball is off by exactly -g h t/2.
//
// The second half, 14 discs with 29 contacts, is in hyperstatic_cluster.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/maury06/maury06.hpp"

namespace galet::validation {
namespace {

constexpr int kFirstPower = 3, kLastPower = 10;  ///< steps from 2^-3 to 2^-10 s
constexpr double kOrderAllowed = 0.1;

/// Of every body on the line: [m], [m/s].
struct State {
    std::vector<double> position, velocity;
};

struct Motion {
    std::string name;
    const char* scene;
    State (*exact)(double t);
};

constexpr double kGravity = 9.81;  ///< [m/s^2]
constexpr const char* kHead = R"(
simulation = { dimension = 1, step = 0.125, end = 1.0 }
contact = { margin = 0.0 }
solver = { tolerance = 1e-6, violation = 1e-12 }
)";

constexpr const char* kFall = R"(
bodies = [{ position = [2.1], radius = 0.1, mass = 1.0 }]
obstacles = [{ shape = "half-space", point = [0.0], normal = [1.0] }]
forces = [{ type = "gravity", acceleration = [-9.81] }]
)";

State falling_ball(double t) {
    const double arrival = std::sqrt(2 * 2.0 / kGravity);
    if (t >= arrival) return {{0.1}, {0}};
    return {{2.1 - 0.5 * kGravity * t * t}, {-kGravity * t}};
}

constexpr const char* kMeeting = R"(
bodies = [
    { name = "left", position = [0.0], velocity = [0.5], radius = 0.1, mass = 1.0 },
    { position = [1.0], velocity = [-0.2], radius = 0.1, mass = 2.0 },
]
forces = [{ type = "constant", value = [1.0], on = "left" }]
)";

State meeting_balls(double t) {
    // The gap 0.8 - 0.7 t - t^2/2 closes; then momentum is shared and 1 N accelerates 3 kg.
    const double meeting = -0.7 + std::sqrt(0.49 + 1.6), s = std::min(t, meeting);
    const double left = (0.5 + 0.5 * s) * s, right = 1 - 0.2 * s;
    if (t < meeting) return {{left, right}, {0.5 + t, -0.2}};
    const double shared = (1 * (0.5 + meeting) + 2 * -0.2) / 3, after = t - meeting;
    const double way = (shared + after / 6) * after, velocity = shared + after / 3;
    return {{left + way, right + way}, {velocity, velocity}};
}

double position_error(const Path& path, const Motion& motion) {
    double largest = 0;
    for (std::size_t n = 0; n < path.nodes(); ++n) {
        const State exact = motion.exact(path.time[n]);
        for (std::size_t i = 0; i < exact.position.size(); ++i) {
            largest = std::max(largest, std::abs(path.position[n][i] - exact.position[i]));
        }
    }
    return largest;
}

/// Integral over time of the sum of |u_h - u| over the bodies [m], by the midpoint rule on parts of each step.
double velocity_error(const Path& path, const Motion& motion) {
    constexpr int kParts = 32;
    double sum = 0;
    for (std::size_t n = 0; n + 1 < path.nodes(); ++n) {
        for (int k = 0; k < kParts; ++k) {
            const State exact = motion.exact(path.time[n] + (k + 0.5) / kParts * path.step);
            for (std::size_t i = 0; i < exact.velocity.size(); ++i) {
                sum += std::abs(path.velocity[n + 1][i] - exact.velocity[i]) * path.step / kParts;
            }
        }
    }
    return sum;
}

/// Largest difference between the ball's error and -g h t/2 at the nodes before it arrives [m].
double departure_from_known_error(const Path& path) {
    double largest = 0;
    for (std::size_t n = 0; n < path.nodes(); ++n) {
        const double known = 2.1 - 0.5 * kGravity * path.time[n] * (path.time[n] + path.step);
        if (known < 0.1) break;
        largest = std::max(largest, std::abs(path.position[n][0] - known));
    }
    return largest;
}

figures::Panel measure(const Motion& motion, const Request& request, Verdict& verdict) {
    figures::Series position{"position, largest over t [m]", {}, {}, figures::Mark::line_points, false, {}};
    figures::Series velocity{"velocity, in L¹ [m]", {}, {}, figures::Mark::line_points, false, {}};
    double departure = 0;
    for (int power = kFirstPower; power <= kLastPower; ++power) {
        const std::string scene = std::string(kHead) + motion.scene;
        const Path path = path_of(parse_scene(scene, motion.name, ".", {step_override(dyadic(power))}), request);
        position.x.push_back(path.step);
        position.y.push_back(position_error(path, motion));
        velocity.x.push_back(path.step);
        velocity.y.push_back(velocity_error(path, motion));
        if (motion.scene == kFall) departure = std::max(departure, departure_from_known_error(path));
    }
    verdict.near("order of the positions, " + motion.name, fitted_order(position.x, position.y), 1, kOrderAllowed);
    verdict.near("order of the velocities in L1, " + motion.name, fitted_order(velocity.x, velocity.y), 1,
                 kOrderAllowed);
    if (motion.scene == kFall) {
        verdict.at_most("error in free fall less -g h t/2, all steps", departure, 1e-12, "m");
    }
    const figures::Series guide = figures::order_guide(
        1, dyadic(kLastPower), 0.4 * std::min(position.y.back(), velocity.y.back()), dyadic(kFirstPower));
    std::string title = motion.name;
    title[0] = static_cast<char>(std::toupper(title[0]));
    return {title, {"step h [s]", true, {}, {}}, {"error [m]", true, {}, {}}, {position, velocity, guide}, {},
            {},    figures::Legend::top_left};
}

}  // namespace

void convergence(const Request& request, Verdict& verdict) {
    figures::Chart chart;
    chart.title = "Order of Maury's scheme against closed forms";
    chart.columns = 2;
    for (const Motion& motion : {Motion{"a ball falls on a floor", kFall, falling_ball},
                                 Motion{"two balls meet on a line", kMeeting, meeting_balls}}) {
        chart.panels.push_back(measure(motion, request, verdict));
    }
    figures::write_chart(chart, request.folder / "figure.png");
    hyperstatic_cluster(request, verdict);
}

}  // namespace galet::validation
