// galet._core.Trajectory: the frames of a result.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "arrays.hpp"
#include "galet/io/trajectory_reader.hpp"
#include "module.hpp"

namespace galet::python {
namespace {

py::dict arrays_of(Frame frame) {
    const int d = frame.dimension;
    FrameContacts& contacts = frame.contacts;
    py::dict values;
    values["step"] = frame.step;
    values["time"] = frame.time;
    values["id"] = array_from(std::move(frame.id));
    values["position"] = array_from(std::move(frame.position), d);
    values["velocity"] = array_from(std::move(frame.velocity), d);
    values["radius"] = array_from(std::move(frame.radius));
    values["mass"] = array_from(std::move(frame.mass));
    if (!frame.spin.empty()) values["spin"] = array_from(std::move(frame.spin), d == 3 ? 3 : 0);
    if (!frame.orientation.empty()) values["orientation"] = array_from(std::move(frame.orientation), d == 3 ? 4 : 0);
    if (!frame.inertia.empty()) values["inertia"] = array_from(std::move(frame.inertia));
    if (!frame.pressure.empty()) values["pressure"] = array_from(std::move(frame.pressure));
    py::dict touching;
    touching["first"] = array_from(std::move(contacts.first));
    touching["second"] = array_from(std::move(contacts.second));
    touching["gap"] = array_from(std::move(contacts.gap));
    touching["normal"] = array_from(std::move(contacts.normal), d);
    touching["impulse"] = array_from(std::move(contacts.impulse));
    touching["glue"] = array_from(std::move(contacts.glue));
    touching["tangential"] = array_from(std::move(contacts.tangential), d);
    values["contacts"] = touching;
    return values;
}

py::dict read(const TrajectoryReader& reader, std::int64_t frame) {
    if (frame < 0 || frame >= reader.frames()) throw py::index_error("frame " + std::to_string(frame));
    Frame found;
    {
        const py::gil_scoped_release release;
        found = reader.read(frame);
    }
    return arrays_of(std::move(found));
}

}  // namespace

void bind_result(py::module_& module) {
    py::class_<TrajectoryReader>(module, "Trajectory")
        .def(py::init<const std::filesystem::path&>())
        .def("read", &read)
        .def("refresh", &TrajectoryReader::refresh)
        .def("__len__", &TrajectoryReader::frames)
        .def_property_readonly("dimension", &TrajectoryReader::dimension)
        .def_property_readonly(
            "times", [](const TrajectoryReader& self) { return array_from(std::vector<double>(self.times())); })
        .def_property_readonly(
            "steps", [](const TrajectoryReader& self) { return array_from(std::vector<std::int64_t>(self.steps())); });
}

}  // namespace galet::python
