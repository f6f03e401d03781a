#include "galet/io/summary.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "galet/core/error.hpp"
#include "galet/core/json_depth.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/types.hpp"
#include "galet/core/version.hpp"
#include "galet/io/output_file.hpp"
#include "galet/io/record_fields.hpp"

namespace galet {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array kEnds = {"finished", "stopped", "interrupted"};

/// Builds an object; a number that is not finite becomes null, and its name and value are noted.
class Object {
  public:
    explicit Object(Json& missing, std::string prefix = "") : missing_(missing), prefix_(std::move(prefix)) {}

    Object& add(const std::string& name, double value) {
        json_[name] = number(name, value);
        return *this;
    }
    Object& add(const std::string& name, const std::array<double, 3>& vector, int dimension) {
        json_[name] = Json::array();
        for (std::size_t a = 0; a < static_cast<std::size_t>(dimension); ++a)
            json_[name].push_back(number(name, vector[a]));
        return *this;
    }
    template <class Value>
    Object& add_plain(const std::string& name, Value&& value) {
        json_[name] = std::forward<Value>(value);
        return *this;
    }
    Json take() { return std::move(json_); }

  private:
    Json number(const std::string& name, double value) {
        if (std::isfinite(value)) return value;
        missing_[prefix_ + name] = fmt::format("the run computed {}, which is not a finite number", value);
        return nullptr;
    }

    Json json_ = Json::object();
    Json& missing_;
    std::string prefix_;
};

Json energy_block(const Summary& summary, Json& missing) {
    return Object(missing, "energy.")
        .add("start_kinetic", summary.totals.start_kinetic)
        .add("start_potential", summary.totals.start_potential)
        .add("end_kinetic", summary.last.kinetic_energy)
        .add("end_potential", summary.last.potential_energy)
        .add("work_external", summary.last.work_external)
        .add("dissipated", summary.last.dissipated)
        .add("scheme_energy", summary.last.scheme_energy)
        .add("imbalance", energy_imbalance(summary))
        .add("worst_imbalance", summary.totals.worst_energy_imbalance)
        .take();
}

Json momentum_block(const Summary& summary, Json& missing) {
    return Object(missing, "momentum.")
        .add("start", summary.totals.start_momentum, summary.dimension)
        .add("end", summary.last.momentum, summary.dimension)
        .add("external_impulse", summary.totals.external_impulse, summary.dimension)
        .add("imbalance", momentum_imbalance(summary))
        .take();
}

/// The worst that friction was left at.
Json friction_block(const Summary& summary, Json& missing) {
    Object object(missing, "friction.");
    for_each_friction_field(summary.totals.worst_friction, "worst_",
                            [&](const char* name, double value) { object.add(name, value); });
    return object.take();
}

Json angular_momentum_block(const Summary& summary, Json& missing) {
    const int components = spin_size(summary.dimension);
    return Object(missing, "angular_momentum.")
        .add("start", summary.totals.start_angular_momentum, components)
        .add("end", summary.last.angular_momentum, components)
        .take();
}

Json crowd_block(const CrowdSummary& crowd, Json& missing) {
    Json exits = Json::array();
    for (const CrowdSummary::Flow& flow : crowd.exits) {
        exits.push_back(Object(missing, "crowd.exits.")
                            .add_plain("name", flow.exit)
                            .add_plain("count", flow.count)
                            .add("first_time", flow.first_time)
                            .add("last_time", flow.last_time)
                            .add("rate", flow.rate)
                            .take());
    }
    Json block = Object(missing, "crowd.")
                     .add_plain("people", crowd.people)
                     .add_plain("left", crowd.left)
                     .add_plain("evacuated", crowd.evacuated())
                     .take();
    block["evacuation_time"] = crowd.evacuated() ? Json(crowd.evacuation_time) : Json(nullptr);
    block["exits"] = exits;
    block["most_pressed"] = crowd.most_pressed < 0 ? Json(nullptr)
                                                   : Object(missing, "crowd.most_pressed.")
                                                         .add_plain("id", crowd.most_pressed)
                                                         .add("time", crowd.most_pressed_time)
                                                         .add("pressure", crowd.largest_pressure)
                                                         .take();
    return block;
}

Json units(bool rotate) {
    Json units = {{"contacts", "most in one step"},
                  {"contacts_last", "of the last step"},
                  {"active_last", "of the last step, with a contact force"},
                  {"time", "s"},
                  {"seconds", "s of wall clock"},
                  {"worst_gap", "J"},
                  {"worst_error_bound", "1"},
                  {"worst_violation", "m"},
                  {"smallest_distance", "m"},
                  {"length_scale", "m"},
                  {"energy", "J"},
                  {"momentum", "kg m/s"}};
    if (rotate) {
        units["friction"] = "worst_residual 1, worst_cone_primal N s, worst_cone_dual m/s, worst_slip_gap m/s";
        units["angular_momentum"] = "kg m2/s about the origin";
    }
    return units;
}

Json to_json(const Summary& summary) {
    const Totals& totals = summary.totals;
    Json missing = Json::object();
    Object object(missing);
    object.add_plain("scene", summary.scene)
        .add_plain("title", summary.title)
        .add_plain("version", kVersion)
        .add_plain("verdict", verdict(summary))
        .add_plain("complete", summary.complete())
        .add_plain("end", kEnds[static_cast<std::size_t>(summary.end)])
        .add_plain("end_step", summary.end_step)
        .add_plain("reason", summary.reason)
        .add_plain("dimension", summary.dimension)
        .add_plain("bodies", summary.bodies)
        .add_plain("threads", summary.threads)
        .add_plain("steps", totals.steps)
        .add("time", summary.last.time)
        .add("seconds", totals.seconds)
        .add_plain("contacts", totals.most_contacts)
        .add_plain("contacts_last", summary.last.contacts)
        .add_plain("active_last", summary.last.active)
        .add_plain("iterations", totals.iterations)
        .add_plain("failed_steps", totals.failed_steps)
        .add_plain("divided_steps", totals.divided_steps)
        .add("worst_gap", totals.worst_gap)
        .add("worst_error_bound", totals.worst_error_bound)
        .add("worst_violation", totals.worst_violation)
        .add("smallest_distance", totals.smallest_distance)
        .add("length_scale", totals.length_scale)
        .add_plain("energy", energy_block(summary, missing))
        .add_plain("momentum", momentum_block(summary, missing));
    if (summary.rotate) {
        object.add_plain("angular_momentum", angular_momentum_block(summary, missing))
            .add_plain("friction", friction_block(summary, missing));
    }
    Json with_units = units(summary.rotate);
    if (summary.crowd) {
        object.add_plain("crowd", crowd_block(*summary.crowd, missing));
        with_units["crowd"] =
            "times s (evacuation_time: when the last one left, null while somebody is inside); rate 1/s, (count - 1) / "
            "(last_time - first_time); pressure m/s, summed over the contacts of the person; energies and momentum are "
            "those of unit masses";
    }
    object.add_plain("units", with_units);
    if (!missing.empty()) object.add_plain("missing", missing);
    return object.take();
}

/// A number that was not finite comes back as NaN.
double number(const Json& json) { return json.is_null() ? std::nan("") : json.get<double>(); }

std::array<double, 3> vector(const Json& json) {
    std::array<double, 3> values{};
    for (std::size_t a = 0; a < json.size() && a < values.size(); ++a) values[a] = number(json[a]);
    return values;
}

RunEnd end_of(const std::string& name) {
    for (std::size_t i = 0; i < kEnds.size(); ++i)
        if (name == kEnds[i]) return static_cast<RunEnd>(i);
    throw std::invalid_argument("end: " + name);
}

void read_totals(const Json& json, Totals& totals) {
    totals.steps = json.at("steps").get<std::int64_t>();
    totals.iterations = json.at("iterations").get<std::int64_t>();
    totals.most_contacts = json.at("contacts").get<std::int64_t>();
    totals.failed_steps = json.at("failed_steps").get<std::int64_t>();
    totals.divided_steps = json.value("divided_steps", std::int64_t{0});
    totals.seconds = number(json.at("seconds"));
    totals.worst_gap = number(json.at("worst_gap"));
    totals.worst_error_bound = number(json.at("worst_error_bound"));
    totals.worst_violation = number(json.at("worst_violation"));
    totals.length_scale = number(json.at("length_scale"));
    totals.smallest_distance = number(json.at("smallest_distance"));
    totals.start_kinetic = number(json.at("energy").at("start_kinetic"));
    totals.start_potential = number(json.at("energy").at("start_potential"));
    totals.worst_energy_imbalance = number(json.at("energy").at("worst_imbalance"));
    totals.start_momentum = vector(json.at("momentum").at("start"));
    totals.external_impulse = vector(json.at("momentum").at("external_impulse"));
}

void read_last(const Json& json, HistoryRow& row) {
    row.step = json.at("steps").get<std::int64_t>();
    row.time = number(json.at("time"));
    row.contacts = json.at("contacts_last").get<std::int64_t>();
    row.active = json.at("active_last").get<std::int64_t>();
    const Json& energy = json.at("energy");
    row.kinetic_energy = number(energy.at("end_kinetic"));
    row.potential_energy = number(energy.at("end_potential"));
    row.work_external = number(energy.at("work_external"));
    row.dissipated = number(energy.at("dissipated"));
    row.scheme_energy = number(energy.at("scheme_energy"));
    row.momentum = vector(json.at("momentum").at("end"));
}

/// Of bodies that rotate.
void read_rotation(const Json& json, Summary& summary) {
    summary.totals.start_angular_momentum = vector(json.at("angular_momentum").at("start"));
    summary.last.angular_momentum = vector(json.at("angular_momentum").at("end"));
    for_each_friction_field(summary.totals.worst_friction, "worst_",
                            [&](const char* name, double& value) { value = number(json.at("friction").at(name)); });
}

CrowdSummary read_crowd(const Json& json) {
    CrowdSummary crowd;
    crowd.people = json.at("people").get<std::int64_t>();
    crowd.left = json.at("left").get<std::int64_t>();
    if (crowd.evacuated()) crowd.evacuation_time = number(json.at("evacuation_time"));
    for (const Json& exit : json.at("exits")) {
        crowd.exits.push_back({exit.at("name").get<std::string>(), exit.at("count").get<std::int64_t>(),
                               number(exit.at("first_time")), number(exit.at("last_time")), number(exit.at("rate"))});
    }
    const Json& most = json.at("most_pressed");
    if (most.is_null()) return crowd;
    crowd.most_pressed = most.at("id").get<std::int64_t>();
    crowd.most_pressed_time = number(most.at("time"));
    crowd.largest_pressure = number(most.at("pressure"));
    return crowd;
}

Summary from_json(const Json& json) {
    Summary summary;
    summary.scene = json.at("scene").get<std::string>();
    summary.title = json.at("title").get<std::string>();
    summary.dimension = json.at("dimension").get<int>();
    summary.bodies = json.at("bodies").get<std::int64_t>();
    summary.threads = json.at("threads").get<int>();
    summary.end = end_of(json.at("end").get<std::string>());
    summary.end_step = json.at("end_step").get<std::int64_t>();
    summary.reason = json.at("reason").get<std::string>();
    read_totals(json, summary.totals);
    read_last(json, summary.last);
    summary.rotate = json.contains("angular_momentum");
    if (summary.rotate) read_rotation(json, summary);
    if (json.contains("crowd")) summary.crowd = read_crowd(json.at("crowd"));
    return summary;
}

}  // namespace

Summary summarise(const Simulation& simulation, const std::string& scene, const std::string& title, RunEnd end,
                  const std::string& reason) {
    Summary summary;
    summary.scene = scene;
    summary.title = title;
    summary.dimension = simulation.settings().dimension;
    summary.bodies = simulation.totals().start_bodies;
    summary.rotate = simulation.world().bodies.rotate();
    summary.threads = thread_count();
    summary.end = end;
    summary.reason = reason;
    summary.end_step = simulation.world().step + (end == RunEnd::stopped ? 1 : 0);
    summary.totals = simulation.totals();
    summary.last = simulation.row();
    if (simulation.crowd()) summary.crowd = crowd_summary(simulation);
    return summary;
}

std::string verdict(const Summary& summary) {
    const std::int64_t failed = summary.totals.failed_steps;
    if (summary.end == RunEnd::stopped) return fmt::format("stopped at step {}: {}", summary.end_step, summary.reason);
    if (summary.end == RunEnd::interrupted) return fmt::format("interrupted at step {}", summary.end_step);
    if (failed == 0) return "certified";
    return fmt::format("not certified: {} {} over {} limits", failed, failed == 1 ? "step" : "steps",
                       failed == 1 ? "its" : "their");
}

double energy_imbalance(const Summary& summary) {
    const HistoryRow& last = summary.last;
    const double end = last.kinetic_energy + last.potential_energy + last.dissipated - last.scheme_energy;
    return end - (summary.totals.start_kinetic + summary.totals.start_potential + last.work_external);
}

double momentum_imbalance(const Summary& summary) {
    double squares = 0;
    for (std::size_t a = 0; a < static_cast<std::size_t>(summary.dimension); ++a) {
        const double rest =
            summary.last.momentum[a] - summary.totals.start_momentum[a] - summary.totals.external_impulse[a];
        squares += rest * rest;
    }
    return std::sqrt(squares);
}

void write_summary(const std::filesystem::path& path, const Summary& summary) {
    // A title that is not UTF-8 must not stop a run at its end: what cannot be shown is replaced.
    write_atomically(path, to_json(summary).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

Summary read_summary(const std::filesystem::path& path) {
    const std::string text = read_text(path);
    try {
        return from_json(parse_shallow<Json>(text));
    } catch (const std::exception& error) {
        throw FileError(fmt::format("{}: not a summary of galet: {}", path.string(), error.what()));
    }
}

}  // namespace galet
