#include <fmt/core.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "run/runner.hpp"

namespace galet::app {
namespace {

std::string seconds_text(double seconds) {
    if (seconds < 120) return fmt::format("{:.2f} s", seconds);
    return fmt::format("{:.0f} s ({:.1f} min)", seconds, seconds / 60);
}

std::string distance_text(const Totals& totals) {
    if (totals.smallest_distance == std::numeric_limits<double>::max()) return "nothing to be near to";
    return fmt::format("{:.3e} m ({:.1e} of the length scale {:.4g} m)", totals.smallest_distance,
                       totals.smallest_distance / totals.length_scale, totals.length_scale);
}

std::string angular_momentum_text(const Summary& s) {
    const std::array<double, 3>&start = s.totals.start_angular_momentum, &end = s.last.angular_momentum;
    if (s.dimension == 2) return fmt::format("angular momentum {:.6g} -> {:.6g} kg m2/s", start[0], end[0]);
    return fmt::format("angular momentum ({:.6g}, {:.6g}, {:.6g}) -> ({:.6g}, {:.6g}, {:.6g}) kg m2/s", start[0],
                       start[1], start[2], end[0], end[1], end[2]);
}

/// One line for each exit, and one for everybody.
std::vector<std::string> crowd_lines(const CrowdSummary& crowd) {
    std::vector<std::string> lines;
    if (!crowd.exits.empty()) {
        lines.push_back(crowd.evacuated() ? fmt::format("all {} have left; evacuation time {:.6g} s", crowd.people,
                                                        crowd.evacuation_time)
                                          : fmt::format("{} of {} have left, {} are still there", crowd.left,
                                                        crowd.people, crowd.people - crowd.left));
    }
    for (const CrowdSummary::Flow& flow : crowd.exits) {
        if (flow.count == 0) {
            lines.push_back(fmt::format("exit {}: nobody", flow.exit));
            continue;
        }
        lines.push_back(fmt::format("exit {}: {} from t = {:.6g} to {:.6g} s, {:.3g} a second", flow.exit, flow.count,
                                    flow.first_time, flow.last_time, flow.rate));
    }
    if (crowd.most_pressed >= 0) {
        lines.push_back(fmt::format("most pressed: person {} at t = {:.6g} s, {:.4g} m/s (sum of p over its contacts)",
                                    crowd.most_pressed, crowd.most_pressed_time, crowd.largest_pressure));
    }
    return lines;
}

}  // namespace

std::string readable(const Summary& s) {
    const Totals& t = s.totals;
    std::string text = fmt::format("{}\n", s.title.empty() ? s.scene : s.title);
    const auto line = [&](const char* name, const std::string& value) {
        text += fmt::format("  {:<10} {}\n", name, value);
    };
    line("verdict", verdict(s));
    line("bodies", fmt::format("{} in {}D", s.bodies, s.dimension));
    const std::string divided = t.divided_steps > 0 ? fmt::format(", {} of them taken in parts", t.divided_steps) : "";
    line("steps", fmt::format("{} to t = {:.6g} s{}, in {} with {} thread{}", t.steps, s.last.time, divided,
                              seconds_text(t.seconds), s.threads, s.threads == 1 ? "" : "s"));
    line("contacts", fmt::format("{} in the last step, {} of them push; at most {} in a step", s.last.contacts,
                                 s.last.active, t.most_contacts));
    line("solver", fmt::format("{} iterations, {:.0f} a step", t.iterations,
                               t.steps > 0 ? static_cast<double>(t.iterations) / static_cast<double>(t.steps) : 0.0));
    if (s.rotate) {
        const FrictionMeasure& worst = t.worst_friction;
        line("certified", fmt::format("law of friction to a residual of {:.1e}, for distances that differ by at most "
                                      "{:.1e} m",
                                      worst.residual, t.worst_violation));
        line("", fmt::format("impulses to {:.1e} N s, velocities to {:.1e} m/s, slip to {:.1e} m/s", worst.cone_primal,
                             worst.cone_dual, worst.slip_gap));
    } else {
        line("certified",
             fmt::format(
                 "velocities within {:.1e} of exact (error bound), for distances that differ by at most {:.1e} m",
                 t.worst_error_bound, t.worst_violation));
    }
    line("distance", fmt::format("smallest {}", distance_text(t)));
    line("energy", fmt::format("kinetic {:.6g} -> {:.6g} J, potential {:.6g} -> {:.6g} J", t.start_kinetic,
                               s.last.kinetic_energy, t.start_potential, s.last.potential_energy));
    line("", fmt::format("dissipated {:.6g} J, external work {:.6g} J, scheme {:.6g} J; balance to {:.1e} J",
                         s.last.dissipated, s.last.work_external, s.last.scheme_energy, t.worst_energy_imbalance));
    line("momentum", fmt::format("balance to {:.1e} kg m/s", momentum_imbalance(s)));
    if (s.rotate) line("rotation", angular_momentum_text(s));
    if (s.crowd) {
        const char* name = "crowd";
        for (const std::string& text_line : crowd_lines(*s.crowd)) line(std::exchange(name, ""), text_line);
    }
    return text;
}

}  // namespace galet::app
