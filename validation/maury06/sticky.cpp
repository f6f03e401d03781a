// Sticky particles (Maury06 6.2, fig. 5-7).
//
// N = 50 points of equal mass on a line, from q0 = (0, a, 2a, ..., 1) with velocities u0 in [-1, 1]; those that meet go
// on together. Without forces the scheme is exact at every node for every step: q(t) is the projection of q0 + t u0 on
// ordered positions, in the norm of the masses, which is its isotonic regression. Compared are, for h = 0.01, 0.5
// and 1.5 s, every node with that regression, computed here by pooling adjacent violators, and the final states with
// each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "figures/chart.hpp"
#include "validation/follow.hpp"
#include "validation/maury06/maury06.hpp"

namespace galet::validation {
namespace {

constexpr double kAllowed = 1e-10;  ///< [m], of positions between -2 and 3

/// Values that became one: their weighted mean, weight and number.
struct Pool {
    double mean, weight;
    std::size_t count;
};

Pool joined(const Pool& a, const Pool& b) {
    const double weight = a.weight + b.weight;
    return {(a.weight * a.mean + b.weight * b.mean) / weight, weight, a.count + b.count};
}

/// The non-decreasing sequence nearest to `values` in the weighted norm: neighbours in the wrong order are pooled until
/// none is left.
std::vector<Pool> isotonic_regression(std::span<const double> values, std::span<const double> weights) {
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < values.size(); ++i) {
        Pool pool{values[i], weights[i], 1};
        while (!pools.empty() && pools.back().mean >= pool.mean) {
            pool = joined(pools.back(), pool);
            pools.pop_back();
        }
        pools.push_back(pool);
    }
    return pools;
}

std::vector<Pool> exact_state(const Path& path, double time) {
    std::vector<double> free = path.position[0];
    for (std::size_t i = 0; i < free.size(); ++i) free[i] += time * path.velocity[0][i];
    return isotonic_regression(free, path.mass);
}

double distance_to_exact(const Path& path, std::size_t node) {
    double largest = 0;
    std::size_t i = 0;
    for (const Pool& pool : exact_state(path, path.time[node])) {
        for (std::size_t k = 0; k < pool.count; ++k, ++i) {
            largest = std::max(largest, std::abs(path.position[node][i] - pool.mean));
        }
    }
    return largest;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
}

void check_every_node(const Path& path, Verdict& verdict) {
    double largest = 0, total = 0, start = 0, mass = 0;
    for (std::size_t n = 0; n < path.nodes(); ++n) largest = std::max(largest, distance_to_exact(path, n));
    for (std::size_t i = 0; i < path.mass.size(); ++i) {
        mass += path.mass[i];
        start += path.mass[i] * path.velocity[0][i];
        total += path.mass[i] * path.velocity.back()[i];
    }
    verdict.at_most(fmt::format("largest distance to isotonic regression, h = {} s, {} nodes", path.step, path.nodes()),
                    largest, kAllowed, "m");
    verdict.at_most(fmt::format("change of the mean velocity, h = {} s", path.step), std::abs(total - start) / mass,
                    1e-14, "m/s");
}

figures::Panel path_lines(const Path& path) {
    figures::Panel panel;
    panel.title = fmt::format("Step {} s", path.step);
    panel.x = {"time [s]", false, 0, path.time.back()};
    panel.y = {"position [m]", false, -1.2, 1.4};
    panel.legend = figures::Legend::none;
    for (std::size_t i = 0; i < path.mass.size(); ++i) {
        // Coloured by the initial velocity, from -1 to 1 m/s.
        const figures::Colour colour = figures::value_colour(0.45 * (1 + path.velocity[0][i]));
        panel.series.push_back({"", path.time, path.coordinate(i), figures::Mark::line, false, colour});
    }
    return panel;
}

}  // namespace

void sticky(const Request& request, Verdict& verdict) {
    figures::Chart chart;
    chart.title = "Sticky particles: three steps, one final state (Maury06, fig. 5-7)";
    chart.columns = 3;
    chart.width = 2400;
    chart.height = 1000;
    std::vector<double> final_state;
    for (const double h : {0.01, 0.5, 1.5}) {
        const Path path = path_of(load_scene("sticky", {step_override(h)}), request);
        check_every_node(path, verdict);
        chart.panels.push_back(path_lines(path));
        if (final_state.empty()) {
            final_state = path.position.back();
            continue;
        }
        verdict.at_most(fmt::format("distance of the final states, h = {} s and 0.01 s", h),
                        largest_difference(final_state, path.position.back()), kAllowed, "m");
    }
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
