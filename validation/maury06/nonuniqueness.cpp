// Two solutions of one problem (Maury06 6.1, fig. 2-4).
//
// A point of mass 1 kg on a floor, q >= 0, from rest at q = 0, under the force (alpha = 1.8)
//   f = 1 N on (2^-(k+1), 3/2 2^-(k+1)),  -alpha N on (3/2 2^-(k+1), 2^-k),   for every whole k, 0 < t < 4 s,
// which is not analytic at t = 0. With steps h = 2^-p the scheme follows one solution where p is even, another where p
// is odd. Compared are: q(1), q(2), q(3), q(4) for h = 2^-8 and 2^-9 with the exact values of the scheme; and, for p =
// 8 to 11, all nodes with the two solutions in the limit: of order h from one, far from the other.
//
// The paper's "h = 2^-2(n+1)" for the second family is read as odd powers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/maury06/maury06.hpp"

namespace galet::validation {
namespace {

/// The solution for even powers. It rests at q = 0 when t = 1 and again when t = 4, and the force is the same at t and
/// 4 t, so that q(4 t) = 16 q(t). On (1, 4) it is integrated by hand, from one jump of the force to the next.
double even_solution(double t) {
    if (t <= 0) return 0;
    if (t < 1) return even_solution(4 * t) / 16;
    if (t < 1.5) return 0.5 * (t - 1) * (t - 1);
    if (t < 2) return 0.125 + (t - 1.5) * (0.5 - 0.9 * (t - 1.5));
    if (t < 3) return 0.15 + (t - 2) * (-0.4 + 0.5 * (t - 2));
    return std::max(0.0, 0.25 + (t - 3) * (0.6 - 0.9 * (t - 3)));
}

/// The solution for odd powers rests when t = 2: the force is the same at t and 2 t.
double odd_solution(double t) { return 4 * even_solution(t / 2); }

double limit_solution(int power, double t) { return power % 2 == 0 ? even_solution(t) : odd_solution(t); }

Path run_with(int power, const Request& request) {
    return path_of(load_scene("nonuniqueness", {step_override(dyadic(power))}), request);
}

/// Largest |q_h - q| over the nodes, q being the limit for the powers that are even or odd like `parity` [m].
double distance_to_limit(const Path& path, int parity) {
    double largest = 0;
    for (std::size_t n = 0; n < path.nodes(); ++n) {
        largest = std::max(largest, std::abs(path.position[n][0] - limit_solution(parity, path.time[n])));
    }
    return largest;
}

/// The same over t = 1, 2, 3, 4 s only, where it is smooth in h: elsewhere it has the arrivals at the floor, between
/// nodes.
double distance_at_whole_times(const Path& path, int power) {
    double largest = 0;
    for (std::size_t k = 1; k <= 4; ++k) {
        const double exact = limit_solution(power, static_cast<double>(k));
        largest = std::max(largest, std::abs(path.position[k << power][0] - exact));
    }
    return largest;
}

/// What is kept of the run with one step.
struct Findings {
    double to_limit, to_other_limit, at_whole_times;  ///< distances [m]
};
using ByPower = std::map<int, Findings>;

void check_values(const Path& path, int power, const std::array<double, 4>& expected, Verdict& verdict) {
    constexpr double kRounding = 1e-12;  ///< [m]
    for (std::size_t k = 0; k < 4; ++k) {
        const std::size_t node = (k + 1) << power;
        verdict.near(fmt::format("q({}) for h = 2^-{}", k + 1, power), path.position[node][0], expected[k], kRounding,
                     "m");
    }
}

void check_split(const ByPower& found, Verdict& verdict) {
    for (int power = 8; power <= 11; ++power) {
        const char* parity = power % 2 == 0 ? "even" : "odd";
        verdict.at_most(fmt::format("distance of h = 2^-{} to the {} limit, over h", power, parity),
                        found.at(power).to_limit / dyadic(power), 1, "m/s");
        verdict.at_least(fmt::format("distance of h = 2^-{} to the other limit", power), found.at(power).to_other_limit,
                         0.5, "m");
    }
    for (const int power : {8, 9}) {
        verdict.near(fmt::format("distance to the limit at t = 1, 2, 3, 4, h = 2^-{} over 2^-{}", power, power + 2),
                     found.at(power).at_whole_times / found.at(power + 2).at_whole_times, 4, 1e-6);
    }
}

figures::Panel force_panel() {
    figures::Series force{"", {}, {}, figures::Mark::steps, false, figures::series_colour(2)};
    for (int k = 12; k >= -2; --k) {
        const double start = dyadic(k + 1);
        force.x.insert(force.x.end(), {start, 1.5 * start});
        force.y.insert(force.y.end(), {1, -1.8});
    }
    force.x.push_back(4);
    force.y.push_back(-1.8);
    return {"Force", {"time [s]", false, 0, 4}, {"f [N]", false, -2.2, 1.4}, {force}, {}, {}, figures::Legend::none};
}

figures::Panel path_panel(const std::string& title, const Path& path, int power, std::size_t colour) {
    figures::Series limit{"solution as h → 0", {}, {}, figures::Mark::line, true, figures::kInk};
    for (const double t : path.time) {
        limit.x.push_back(t);
        limit.y.push_back(limit_solution(power, t));
    }
    const figures::Series computed{"computed",          path.time, path.coordinate(0),
                                   figures::Mark::line, false,     figures::series_colour(colour)};
    return {title, {"time [s]", false, 0, 4}, {"q [m]", false, -0.02, 0.8}, {computed, limit}, {},
            {},    figures::Legend::top_left};
}

figures::Panel error_panel(const ByPower& found) {
    figures::Series even{"even powers of 2", {}, {}, figures::Mark::line_points, false, figures::series_colour(0)};
    figures::Series odd{"odd powers of 2", {}, {}, figures::Mark::line_points, false, figures::series_colour(1)};
    for (const auto& [power, findings] : found) {
        figures::Series& series = power % 2 == 0 ? even : odd;
        series.x.push_back(dyadic(power));
        series.y.push_back(findings.at_whole_times);
    }
    const int first = found.begin()->first, last = found.rbegin()->first;
    const figures::Series guide = figures::order_guide(1, dyadic(last), 0.4 * odd.y.back(), dyadic(first));
    return {"Each converges to its own limit",
            {"step h [s]", true, {}, {}},
            {"error at t = 1, 2, 3, 4 s [m]", true, {}, {}},
            {even, odd, guide},
            {},
            {},
            figures::Legend::top_left};
}

}  // namespace

void nonuniqueness(const Request& request, Verdict& verdict) {
    std::map<int, Path> paths;
    ByPower found;
    for (int power = 8; power <= 15; ++power) {
        const Path path = run_with(power, request);
        found[power] = {distance_to_limit(path, power), distance_to_limit(path, power + 1),
                        distance_at_whole_times(path, power)};
        if (power == 8 || power == 9) paths[power] = path;
    }
    check_values(paths[8], 8, {0, 0.14921875, 0.251171875, 0}, verdict);
    check_values(paths[9], 9, {0.0373046875, 0, 0.5009765625, 0.59921875}, verdict);
    check_split(found, verdict);

    figures::Chart chart;
    chart.title = "Two solutions of one problem (Maury06, fig. 2-4)";
    chart.columns = 2;
    chart.panels = {force_panel(), error_panel(found), path_panel("Step 2⁻⁸ s", paths[8], 8, 0),
                    path_panel("Step 2⁻⁹ s", paths[9], 9, 1)};
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
