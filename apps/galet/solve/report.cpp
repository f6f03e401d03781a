#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "solve/solve.hpp"

namespace galet::app {
namespace {

std::string history_table(const SolveReport& report) {
    if (report.history.empty()) return "the method notes nothing on its way\n";
    std::string text = fmt::format("{:>10} {:>10} {:>12} {:>12}\n", "iteration", "passes", "seconds", "residual");
    for (const TracePoint& point : report.history)
        text += fmt::format("{:>10} {:>10} {:>12.6f} {:>12.4e}\n", point.iteration, point.passes, point.seconds,
                            point.residual);
    return text;
}

nlohmann::json history_list(const SolveReport& report) {
    nlohmann::json list = nlohmann::json::array();
    for (const TracePoint& point : report.history)
        list.push_back({{"iteration", point.iteration},
                        {"passes", point.passes},
                        {"seconds", point.seconds},
                        {"residual", point.residual}});
    return list;
}

}  // namespace

std::string readable(const StoredReport& r, bool history) {
    std::string text = history ? history_table(r) : "";
    const auto line = [&text](const char* name, const std::string& value) {
        text += fmt::format("  {:<12} {}\n", name, value);
    };
    line("file", r.file);
    line("origin", r.origin);
    line("method", r.method);
    line("status", r.note.empty() ? text_of(r.status) : fmt::format("{}; {}", text_of(r.status), r.note));
    line("iterations", fmt::format("{}, {} passes over all contacts", r.iterations, r.passes));
    line("contacts", fmt::format("{}, {} of them push", r.contacts, r.active));
    line("objective", fmt::format("{:.12g} J = 1/2 p'Wp + b'p, p the impulses", r.objective));
    line("gap", fmt::format("{:.3e} J", r.certificate.gap));
    line("violation", fmt::format("{:.3e} {}", r.certificate.violation, r.violation_unit));
    if (r.friction) {
        line("error", fmt::format("{:.3e} = |p - proj_K(p - u^)| / |b|, u^ = u + f |u_t| n", r.error));
        line("residual",
             fmt::format("{:.3e}: the same in rows scaled to a unit diagonal, 1 without impulses, for distances within "
                         "the leeway",
                         r.residual));
        line("", fmt::format("{:.3e} for the distances as they are", r.measure.residual_unmoved));
        line("cones", fmt::format("impulses out by {:.1e} N s, corrected velocities by {:.1e} m/s",
                                  r.measure.cone_primal, r.measure.cone_dual));
        line("slip gap",
             fmt::format("{:.1e} m/s between the slip of the last convex problem and its answer", r.measure.slip_gap));
        line("seconds", fmt::format("{:.3g} s of solving", r.seconds));
        return text;
    }
    line("error bound", fmt::format("{:.3e} = sqrt(2 gap) / {}", r.certificate.error_bound, r.error_bound_of));
    line("residual",
         fmt::format("{:.3e} = |p - max(0, p - w)| / |min(0, b)|, rows scaled to W_cc = 1, w = W p + b", r.residual));
    line("seconds", fmt::format("{:.3g} s of solving", r.seconds));
    return text;
}

std::string json(const StoredReport& r, bool history) {
    nlohmann::json object = {{"file", r.file},
                             {"origin", r.origin},
                             {"method", r.method},
                             {"status", text_of(r.status)},
                             {"note", r.note},
                             {"converged", r.status == Status::converged},
                             {"iterations", r.iterations},
                             {"passes", r.passes},
                             {"contacts", r.contacts},
                             {"active", r.active},
                             {"objective", r.objective},
                             {"gap", r.certificate.gap},
                             {"violation", r.certificate.violation},
                             {"violation_unit", r.violation_unit},
                             {"error_bound", r.certificate.error_bound},
                             {"error_bound_relative_to", r.error_bound_of},
                             {"residual", r.residual},
                             {"seconds", r.seconds}};
    if (r.friction) {
        object["error"] = r.error;
        object["cone_primal"] = r.measure.cone_primal;
        object["cone_dual"] = r.measure.cone_dual;
        object["slip_gap"] = r.measure.slip_gap;
        object["residual_unmoved"] = r.measure.residual_unmoved;
    }
    if (history) object["history"] = history_list(r);
    return object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace galet::app
