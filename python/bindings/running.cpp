#include "running.hpp"

#include <fmt/format.h>

#include "errors.hpp"
#include "galet/detection/overlap.hpp"
#include "galet/io/final_state.hpp"
#include "galet/scene/extend.hpp"

namespace galet::python {
namespace {

std::vector<double> numbers(const py::dict& table, const char* key) {
    if (!table.contains(key)) return {};
    return to_vector(table[key].cast<Numbers>());
}

/// [first, last) of all arrays, as bodies of their own.
Bodies part_of(const Bodies& all, const Group& group) {
    Bodies part;
    part.dimension = all.dimension;
    const auto copy = [&](const std::vector<double>& from, std::vector<double>& to, int size) {
        if (!from.empty()) to.assign(from.begin() + group.first * size, from.begin() + group.last * size);
    };
    copy(all.position, part.position, all.dimension);
    copy(all.velocity, part.velocity, all.dimension);
    copy(all.radius, part.radius, 1);
    copy(all.mass, part.mass, 1);
    copy(all.inertia, part.inertia, 1);
    copy(all.spin, part.spin, spin_size(all.dimension));
    return part;
}

/// The line of a text that starts with `key = ` in the table [simulation], with another value.
std::string with_end(std::string text, double end) {
    const std::size_t table = text.find("[simulation]\n"), line = text.find("\nend = ", table);
    if (table == std::string::npos || line == std::string::npos) return text;
    const std::size_t from = line + std::string("\nend = ").size();
    return text.replace(from, text.find('\n', from) - from, fmt::format("{:#}", end));
}

}  // namespace

class Running::Turn {
  public:
    explicit Turn(Running& running) : running_(running) {
        if (running.busy_) throw std::runtime_error("the simulation is in the middle of a step; wait for its end");
        running.busy_ = true;
    }
    ~Turn() { running_.busy_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

  private:
    Running& running_;
};

SceneCode Running::code_of(const py::dict& code) {
    SceneCode all;
    for (const auto& [name, arrays] : code["bodies"].cast<py::dict>()) {
        const auto table = arrays.cast<py::dict>();
        all.bodies[name.cast<std::string>()] = {numbers(table, "position"),
                                                numbers(table, "velocity"),
                                                numbers(table, "radius"),
                                                numbers(table, "mass"),
                                                numbers(table, "spin"),
                                                numbers(table, "inertia"),
                                                {}};
    }
    for (const auto& [name, pair] : code["forces"].cast<py::dict>()) {
        const auto functions = pair.cast<py::tuple>();
        const auto key = name.cast<std::string>();
        all.forces[key] = callables_.force(key, functions[0], functions[1]);
    }
    for (const auto& [name, function] : code["constraints"].cast<py::dict>()) {
        const auto key = name.cast<std::string>();
        all.constraints[key] = callables_.constraint(key, function.cast<py::object>());
    }
    for (const auto& [name, function] : code["velocities"].cast<py::dict>()) {
        const auto key = name.cast<std::string>();
        all.velocities[key] = callables_.velocity(key, function.cast<py::object>());
    }
    return all;
}

void Running::begin(Scene scene) {
    scene_ = std::move(scene);
    simulation_ = std::make_unique<Simulation>(std::move(scene_.world), scene_.settings);
    callables_.show_bodies_by([this](const Bodies& asked, Field field) -> std::optional<py::array> {
        if (&asked != &simulation_->world().bodies) return {};
        return views_.view(bodies(), field, shared_from_this(), false);
    });
}

std::shared_ptr<Running> Running::parse(const std::string& text, const std::string& name, const py::dict& code) {
    const std::shared_ptr<Running> running(new Running);
    const SceneCode parts = running->code_of(code);
    {
        const py::gil_scoped_release release;
        Scene scene = parse_scene(text, "", ".", {}, parts);
        scene.name = name;
        running->begin(std::move(scene));
    }
    running->callables_.raise_failure();
    return running;
}

std::shared_ptr<Running> Running::of(Scene scene) {
    const std::shared_ptr<Running> running(new Running);
    running->begin(std::move(scene));
    return running;
}

namespace {

void warn(const std::string& message) {
    const py::gil_scoped_acquire acquire;
    if (PyErr_WarnEx(PyExc_RuntimeWarning, message.c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace

std::shared_ptr<Running> Running::resume(const std::filesystem::path& folder) {
    const py::gil_scoped_release release;
    const std::shared_ptr<Running> running(new Running);
    ResultFolder result = ResultFolder::open(folder);
    Scene scene = load_scene_for_resume(result.files().scene().string());
    scene.name = std::filesystem::weakly_canonical(folder).filename().string();
    const auto [checkpoint, passed_over] = read_newest_checkpoint(result.files());
    if (!passed_over.empty()) warn(passed_over + "; going on from the checkpoint before it");
    set_bodies(scene, checkpoint.state.bodies);
    running->begin(std::move(scene));
    running->simulation_->restore(checkpoint.state);
    running->recorder_.emplace(std::move(result), *running->simulation_, checkpoint.position);
    return running;
}

/// With the interpreter's lock given back.
void Running::take_step() {
    std::optional<SimulationState> before;
    if (callables_.has_constraints()) before = simulation_->state();
    const Index size = bodies().size();
    const bool taken = simulation_->step();
    if (callables_.failed()) {
        simulation_->restore(*before);
        return;
    }
    if (!taken) throw StepError(why_not_solved(*simulation_));
    rows_.push_back(simulation_->row());
    if (recorder_) recorder_->record();
    if (bodies().size() != size) views_.hand_over(simulation_->leave_memory());
}

void Running::step() {
    const Turn turn(*this);
    if (writable_) simulation_->velocities_written();
    {
        const py::gil_scoped_release release;
        take_step();
    }
    callables_.raise_failure();
}

void Running::extend(const std::string& text, const py::dict& code) {
    const Turn turn(*this);
    if (recorder_ && code["bodies"].cast<py::dict>().size() > 0)
        throw InputError(
            "bodies: none can be added while a run is recorded; its trajectory holds the same ones throughout");
    if (writable_) simulation_->velocities_written();
    const SceneCode parts = code_of(code);
    std::optional<Bodies> left;
    {
        const py::gil_scoped_release release;
        left = galet::extend(text, parts, scene_, *simulation_);
    }
    if (left) views_.hand_over(std::move(*left));
    callables_.raise_failure();
}

void Running::move_bodies(const Numbers& position) {
    const Turn turn(*this);
    const std::vector<double> places = to_vector(position);
    Bodies moved = bodies();
    const auto shape = shape_of(moved.position.size(), moved.dimension);
    if (position.ndim() != 2 || position.shape(0) != shape[0] || position.shape(1) != shape[1])
        throw InputError(fmt::format("position: expected an array of shape ({}, {}), found {}", shape[0], shape[1],
                                     shape_text(position)));
    moved.position = places;
    for (const double x : places)
        if (!std::isfinite(x)) throw InputError(fmt::format("position: expected finite numbers, found {}", x));
    if (moved.dimension == 1) {
        for (std::size_t k = 1; k < moved.line_order.size(); ++k)
            if (places[moved.line_order[k]] < places[moved.line_order[k - 1]])
                throw InputError("position: bodies on a line keep their order");
    }
    if (writable_) simulation_->velocities_written();
    std::optional<Overlap> overlap;
    {
        const py::gil_scoped_release release;
        overlap = find_overlap(moved, simulation_->world().obstacles);
        if (!overlap && !callables_.failed())
            simulation_->change([&](World& world) { world.bodies.position = moved.position; });
    }
    callables_.raise_failure();
    if (!overlap) return;
    const std::string other = overlap->first < 0
                                  ? fmt::format("obstacle {}", simulation_->world().obstacles.owner[~overlap->first])
                                  : fmt::format("body {}", overlap->first);
    throw InputError(fmt::format("position: body {} overlaps {} by {:.6g} m; bodies may touch", overlap->second, other,
                                 overlap->depth));
}

void Running::record(const std::filesystem::path& folder, bool force, const std::string& command) {
    const Turn turn(*this);
    if (recorder_) throw std::runtime_error("a run of this simulation is being recorded already");
    if (writable_) simulation_->velocities_written();
    const py::gil_scoped_release release;
    ResultFolder result = ResultFolder::create(folder, force);
    std::string resolved = with_end(scene_.resolved, simulation_->settings().end);
    for (std::size_t k = 0; k < bodies().groups.size(); ++k) {
        const std::string arrays = fmt::format("\narrays = \"bodies-{}\"\n", k);
        const std::size_t at = resolved.find(arrays);
        if (at == std::string::npos) continue;
        resolved.replace(at, arrays.size(), fmt::format("\nfile = \"bodies-{}.csv\"\n", k));
        write_final_csv(result.files().bodies(k), part_of(bodies(), bodies().groups[k]));
    }
    recorder_.emplace(std::move(result), *simulation_, recorded_scene(resolved, command));
}

void Running::finish_record(RunEnd end) {
    if (!recorder_) return;
    const Turn turn(*this);
    const py::gil_scoped_release release;
    const std::string reason = end == RunEnd::stopped ? simulation_->report().reason : "";
    try {
        recorder_->finish(summarise(*simulation_, scene_.name, scene_.title, end, reason));
    } catch (...) {
        recorder_.reset();
        throw;
    }
    recorder_.reset();
}

py::array Running::view(Field field) {
    const bool writable = field == Field::velocity || field == Field::spin;
    writable_ = writable_ || writable;
    return views_.view(bodies(), field, shared_from_this(), writable);
}

void Running::set_end(double end) { simulation_->set_end(end); }

}  // namespace galet::python
