#include "galet/io/sweeping_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "galet/core/version.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

void require_finite(const std::string& column, double value, std::int64_t step) {
    if (std::isfinite(value)) return;
    throw std::domain_error(fmt::format("history.csv: {} of step {} is {}, not a finite number", column, step, value));
}

std::string row_of(const sweeping::Sweep& sweep) {
    const sweeping::StepReport& report = sweep.report();
    std::string row = fmt::format("{},{}", sweep.steps(), sweep.time());
    const auto add = [&](const std::string& column, double value) {
        require_finite(column, value, sweep.steps());
        row += fmt::format(",{}", value);
    };
    for (const double u : sweep.point()) add("u", u);
    add("distance", report.distance);
    add("moved", report.moved);
    add("jump", report.jump);
    return row + fmt::format(",{},{}\n", report.projections, report.events);
}

std::string verdict(const SweepingSummary& summary) {
    if (summary.end == RunEnd::stopped) return fmt::format("stopped at step {}: {}", summary.steps + 1, summary.reason);
    return summary.end == RunEnd::interrupted ? fmt::format("interrupted at step {}", summary.steps) : "finished";
}

const char* name_of(RunEnd end) {
    if (end == RunEnd::finished) return "finished";
    return end == RunEnd::stopped ? "stopped" : "interrupted";
}

Json to_json(const SweepingSummary& s) {
    const auto list = [](const sweeping::Vector& v) { return std::vector<double>(v.begin(), v.end()); };
    return {{"kind", "sweeping"},
            {"scene", s.scene},
            {"title", s.title},
            {"version", kVersion},
            {"verdict", verdict(s)},
            {"complete", s.end == RunEnd::finished},
            {"end", name_of(s.end)},
            {"reason", s.reason},
            {"dimension", s.point.size()},
            {"method", s.method},
            {"steps", s.steps},
            {"time", s.time},
            {"seconds", s.seconds},
            {"start", list(s.start)},
            {"point", list(s.point)},
            {"worst_distance", s.worst_distance},
            {"path", s.path},
            {"jumps", s.jumps},
            {"projections", s.projections},
            {"events", s.events},
            {"units", {{"time", "s"}, {"seconds", "s of wall clock"}, {"path", "length of the way, jumps included"}}}};
}

}  // namespace

SweepingRecorder::SweepingRecorder(ResultFolder folder, const std::string& scene_text,
                                   const std::vector<std::string>& coordinates)
    : folder_(std::move(folder)), history_(files().history(), OutputFile::Mode::replace) {
    write_atomically(files().scene(), scene_text);
    std::string header = "step,time";
    for (const std::string& name : coordinates) header += ",u_" + name;
    history_.write(header + ",distance,moved,jump,projections,events\n");
}

void SweepingRecorder::record(const sweeping::Sweep& sweep, SweepingSummary& totals) {
    history_.write(row_of(sweep));
    const sweeping::StepReport& report = sweep.report();
    totals.steps = sweep.steps();
    totals.time = sweep.time();
    totals.point = sweep.point();
    totals.worst_distance = std::max(totals.worst_distance, report.distance);
    totals.path += report.moved;
    totals.jumps += report.jump;
    totals.projections += report.projections;
    totals.events += report.events;
}

void SweepingRecorder::finish(const SweepingSummary& summary) {
    history_.close();
    write_atomically(files().summary(), to_json(summary).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace galet
