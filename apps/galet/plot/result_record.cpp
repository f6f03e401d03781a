#include "plot/result_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "galet/core/error.hpp"
#include "galet/io/result_folder.hpp"
#include "plot/csv_stream.hpp"
#include "plot/scene_facts.hpp"

namespace galet::plot {
namespace {

/// "momentum_x" is x of "momentum"; "u_3" of a sweeping process is 3 of "u".
Trace trace_of(const std::string& column) {
    for (const std::string vector : {"momentum", "angular_momentum", "u"})
        if (column.starts_with(vector + "_")) return {vector, column.substr(vector.size() + 1), {}};
    return {column, "", {}};
}

/// The smallest distance where there is nobody to be near is the largest double.
double shown_value(double value) { return value < std::numeric_limits<double>::max() ? value : std::nan(""); }

/// What kinetic + potential + dissipated - scheme_energy = energy at the start + work_external is missed by [J].
class EnergyBalance {
  public:
    EnergyBalance(const std::vector<Trace>& traces, std::optional<double> start) : start_(start) {
        static constexpr std::pair<const char*, double> terms[] = {{"kinetic_energy", 1},
                                                                   {"potential_energy", 1},
                                                                   {"dissipated", 1},
                                                                   {"scheme_energy", -1},
                                                                   {"work_external", -1}};
        for (const auto& [name, sign] : terms)
            for (std::size_t k = 0; k < traces.size(); ++k)
                if (traces[k].quantity == name) terms_.emplace_back(k, sign);
        known_ = terms_.size() == std::size(terms);
    }
    bool known() const { return known_; }
    double operator()(const CsvStream& row) {
        double sum = 0;
        for (const auto& [column, sign] : terms_) sum += sign * row.number(column);
        if (!start_) start_ = sum;
        return sum - *start_;
    }

  private:
    std::vector<std::pair<std::size_t, double>> terms_;
    std::optional<double> start_;
    bool known_ = false;
};

[[noreturn]] void fail_without_rows(const std::string& file, bool any, double first, double last) {
    if (!any) throw FileError(file + ": holds no step yet");
    throw InputError(fmt::format("{}: no step between --from and --to; times are {} to {} s", file, first, last));
}

void read_history_curves(const std::filesystem::path& path, const TimeSpan& span, std::optional<double> start_energy,
                         ResultRecord& record) {
    CsvStream stream(path);
    const std::vector<std::string>& header = stream.header();
    if (header.size() < 3 || header[0] != "step" || header[1] != "time")
        throw FileError(path.string() + ":1: not the header of a history");
    for (const std::string& column : header) record.traces.push_back(trace_of(column));
    EnergyBalance balance(record.traces, start_energy);
    if (balance.known()) record.traces.push_back({"energy_balance", "", {}});
    double first = 0, last = 0;
    bool any = false;
    while (stream.next()) {
        if (stream.fields().size() > header.size()) stream.fail("more columns than names");
        const double time = stream.number(1);
        if (!any) first = time;
        last = time;
        any = true;
        const double sum = balance.known() ? balance(stream) : 0;
        if (time < span.from || time > span.to) continue;
        for (std::size_t k = 0; k < header.size(); ++k) record.traces[k].curve.add(time, shown_value(stream.number(k)));
        if (balance.known()) record.traces.back().curve.add(time, sum);
    }
    if (record.traces[0].curve.rows() == 0) fail_without_rows(path.string(), any, first, last);
}

/// Rows step,time,exit,count,rate: one a step and exit. The name of an exit may hold commas.
void read_flow_curves(const std::filesystem::path& path, const TimeSpan& span, ResultRecord& record) {
    CsvStream stream(path);
    if (stream.header() != std::vector<std::string>{"step", "time", "exit", "count", "rate"})
        throw FileError(path.string() + ":1: not the header of flow.csv");
    const auto curve_of = [&](const char* quantity, const std::string& exit) -> Curve& {
        const auto found = std::find_if(record.traces.begin(), record.traces.end(), [&](const Trace& trace) {
            return trace.quantity == quantity && trace.part == exit;
        });
        if (found != record.traces.end()) return found->curve;
        return record.traces.emplace_back(Trace{quantity, exit, {}}).curve;
    };
    while (stream.next()) {
        const auto& fields = stream.fields();
        const double time = stream.number(1);
        if (time < span.from || time > span.to) continue;
        const std::string_view last_part = fields[fields.size() - 3];
        const std::string exit(fields[2].data(), last_part.data() + last_part.size());
        curve_of("people_left", exit).add(time, stream.number(fields.size() - 2));
        curve_of("people_rate", exit).add(time, stream.number(fields.size() - 1));
    }
}

std::string last_part(const std::string& folder) {
    const std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace

std::vector<const Trace*> ResultRecord::of(const std::string& quantity) const {
    std::vector<const Trace*> found;
    for (const Trace& trace : traces)
        if (trace.quantity == quantity) found.push_back(&trace);
    return found;
}

const Trace* ResultRecord::column(const std::string& wanted) const {
    const auto found =
        std::find_if(traces.begin(), traces.end(), [&](const Trace& trace) { return trace.column() == wanted; });
    return found == traces.end() ? nullptr : &*found;
}

ResultRecord read_result(const std::filesystem::path& folder, const TimeSpan& span) {
    const ResultFiles files{folder};
    if (!std::filesystem::is_directory(folder)) throw FileError(folder.string() + ": no such folder");
    if (!files.any_exists()) throw FileError(folder.string() + ": not the folder of a result");
    ResultRecord record;
    record.name = last_part(folder.string());
    const SceneFacts facts = read_scene_facts(files);
    record.title = facts.title.empty() ? record.name : facts.title;
    record.first_order = facts.first_order;
    record.limits = facts.limits;
    read_history_curves(files.history(), span, facts.start_energy, record);
    record.sweeping = !record.of("u").empty();
    if (std::filesystem::exists(files.flow())) read_flow_curves(files.flow(), span, record);
    return record;
}

std::vector<std::string> short_names(const std::vector<std::string>& folders) {
    std::vector<std::string> names;
    for (const std::string& folder : folders) names.push_back(last_part(folder));
    const bool different = std::set<std::string>(names.begin(), names.end()).size() == names.size();
    return different ? names : folders;
}

}  // namespace galet::plot
