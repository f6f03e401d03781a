// galet._core.Sweep: a sweeping process, stepped from Python; and scenes of either kind.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "arrays.hpp"
#include "errors.hpp"
#include "galet/scene/sweeping_scene.hpp"
#include "module.hpp"
#include "running.hpp"

namespace galet::python {
namespace {

struct Process {
    SweepingScene scene;
    sweeping::Sweep sweep;

    explicit Process(SweepingScene from) : scene(std::move(from)), sweep(scene.set, scene.start, scene.settings) {}
};

/// time, point, distance, moved, jump, projections, events
py::tuple state_of(const Process& process) {
    const sweeping::StepReport& report = process.sweep.report();
    const sweeping::Vector& point = process.sweep.point();
    return py::make_tuple(process.sweep.steps(), process.sweep.time(),
                          array_from(std::vector<double>(point.data(), point.data() + point.size())), report.distance,
                          report.moved, report.jump, report.projections, report.events);
}

/// A Simulation or a Sweep, whatever the scene describes.
py::object load(const std::string& name_or_path, const std::vector<std::pair<std::string, std::string>>& set) {
    std::vector<Override> overrides;
    for (const auto& [key, value] : set) overrides.push_back({key, value});
    std::shared_ptr<Running> running;
    std::optional<Process> process;
    {
        const py::gil_scoped_release release;
        AnyScene scene = load_any_scene(name_or_path, overrides);
        if (auto* const bodies = std::get_if<Scene>(&scene)) {
            running = Running::of(std::move(*bodies));
        } else {
            process.emplace(std::move(std::get<SweepingScene>(scene)));
        }
    }
    return running ? py::cast(running) : py::cast(std::move(*process));
}

}  // namespace

void bind_sweeping(py::module_& module) {
    py::class_<Process>(module, "Sweep")
        .def_static("parse", [](const std::string& text) { return Process(parse_sweeping_scene(text, "")); })
        .def("step",
             [](Process& self) {
                 if (!self.sweep.step()) throw StepError(self.sweep.report().reason);
             })
        .def_property_readonly("steps_in_all", [](const Process& self) { return self.scene.steps(); })
        .def_property_readonly("title", [](const Process& self) { return self.scene.title; })
        .def_property_readonly("scene_text", [](const Process& self) { return self.scene.resolved; })
        .def_property_readonly("state", &state_of);
    module.def("load", &load);
}

}  // namespace galet::python
