#include <fmt/core.h>

#include <cmath>
#include <limits>

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

}  // namespace

std::string readable(const Summary& s) {
    const Totals& t = s.totals;
    std::string text = fmt::format("{}\n", s.title.empty() ? s.scene : s.title);
    const auto line = [&](const char* name, const std::string& value) {
        text += fmt::format("  {:<10} {}\n", name, value);
    };
    line("verdict", verdict(s));
    line("bodies", fmt::format("{} in {}D", s.bodies, s.dimension));
    line("steps", fmt::format("{} to t = {:.6g} s, in {} with {} thread{}", t.steps, s.last.time,
                              seconds_text(t.seconds), s.threads, s.threads == 1 ? "" : "s"));
    line("contacts", fmt::format("{} in the last step, {} of them push; at most {} in a step", s.last.contacts,
                                 s.last.active, t.most_contacts));
    line("solver", fmt::format("{} iterations, {:.0f} a step", t.iterations,
                               t.steps > 0 ? static_cast<double>(t.iterations) / static_cast<double>(t.steps) : 0.0));
    line("certified",
         fmt::format("velocities within {:.1e} of exact (error bound), for distances that differ by at most {:.1e} m",
                     t.worst_error_bound, t.worst_violation));
    line("distance", fmt::format("smallest {}", distance_text(t)));
    line("energy", fmt::format("kinetic {:.6g} -> {:.6g} J, potential {:.6g} -> {:.6g} J", t.start_kinetic,
                               s.last.kinetic_energy, t.start_potential, s.last.potential_energy));
    line("", fmt::format("dissipated {:.6g} J, external work {:.6g} J, scheme {:.6g} J; balance to {:.1e} J",
                         s.last.dissipated, s.last.work_external, s.last.scheme_energy, t.worst_energy_imbalance));
    line("momentum", fmt::format("balance to {:.1e} kg m/s", momentum_imbalance(s)));
    return text;
}

}  // namespace galet::app
