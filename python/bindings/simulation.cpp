// galet._core.Simulation.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "galet/io/history.hpp"
#include "galet/io/record_fields.hpp"
#include "module.hpp"
#include "running.hpp"

namespace galet::python {
namespace {

/// Numbers of records as Python values; vectors have `dimension` components.
struct DictOf {
    py::dict values;
    int dimension;

    template <class Number>
    void operator()(const char* name, const Number& value) {
        values[name] = value;
    }
    void operator()(const char* name, const std::array<double, 3>& vector) {
        values[name] = std::vector<double>(vector.begin(), vector.begin() + dimension);
    }
};

py::dict totals_of(const Running& running) {
    DictOf dict{{}, running.simulation().settings().dimension};
    for_each_totals_field(running.simulation().totals(), dict);
    return dict.values;
}

py::tuple history_of(const Running& running) {
    const int d = running.simulation().settings().dimension;
    const bool rotate = running.simulation().world().bodies.rotate();
    const std::vector<HistoryRow>& rows = running.rows();
    std::vector<double> table;
    const auto add = [&](const HistoryRow& row, int components) {
        return [&table, components, &row](const char*, const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::array<double, 3>>) {
                table.insert(table.end(), value.begin(), value.begin() + components);
            } else if constexpr (!std::is_same_v<Value, bool>) {
                table.push_back(static_cast<double>(value));
            }
            static_cast<void>(row);
        };
    };
    for (const HistoryRow& row : rows) {
        for_each_row_field(row, add(row, d));
        if (rotate) for_each_rotation_field(row, add(row, spin_size(d)));
    }
    const std::string header = history_header({d, rotate});
    const auto columns = static_cast<int>(std::count(header.begin(), header.end(), ',')) + 1;
    return py::make_tuple(header, array_from(std::move(table), columns));
}

py::dict contacts_of(const Running& running) {
    const int d = running.simulation().settings().dimension;
    FrameContacts contacts = running.simulation().contacts();
    py::dict arrays;
    arrays["first"] = array_from(std::move(contacts.first));
    arrays["second"] = array_from(std::move(contacts.second));
    arrays["gap"] = array_from(std::move(contacts.gap));
    arrays["normal"] = array_from(std::move(contacts.normal), d);
    arrays["impulse"] = array_from(std::move(contacts.impulse));
    arrays["glue"] = array_from(std::move(contacts.glue));
    arrays["tangential"] = array_from(std::move(contacts.tangential), d);
    return arrays;
}

py::array ids_of(const Running& running) {
    const Bodies& bodies = running.simulation().world().bodies;
    std::vector<std::int64_t> ids(static_cast<std::size_t>(bodies.size()));
    for (Index i = 0; i < bodies.size(); ++i) ids[static_cast<std::size_t>(i)] = bodies.id_of(i);
    return array_from(std::move(ids));
}

py::list groups_of(const Running& running) {
    py::list groups;
    for (const Group& group : running.simulation().world().bodies.groups)
        groups.append(py::make_tuple(group.name, group.first, group.last));
    return groups;
}

/// Shapes that can be drawn: (name, points, radius).
struct Drawn {
    py::list& shapes;
    int d;

    std::vector<double> vector(const Point& p) const { return {p.begin(), p.begin() + d}; }
    void operator()(const HalfSpace& s) const { add("half-space", vector(s.point), vector(s.normal), 0); }
    void operator()(const Box& s) const { add("box", vector(s.min), vector(s.max), 0); }
    void operator()(const Block& s) const { add("block", vector(s.min), vector(s.max), 0); }
    void operator()(const Ball& s) const { add("sphere", vector(s.center), vector(s.center), s.radius); }
    void operator()(const Segment& s) const { add("segment", vector(s.from), vector(s.to), 0); }
    void operator()(const UserWall&) const {}
    void operator()(const FloorPlan& s) const {
        for (const Segment& line : s.lines) (*this)(line);
    }
    void add(const char* name, std::vector<double> a, std::vector<double> b, double radius) const {
        shapes.append(py::make_tuple(name, a, b, radius));
    }
};

py::list drawn(const Obstacles& obstacles, int dimension) {
    py::list shapes;
    for (const ObstacleShape& shape : obstacles.shapes) std::visit(Drawn{shapes, dimension}, shape);
    return shapes;
}

/// The obstacles of a recorded scene at a time.
py::list recorded_obstacles(const std::filesystem::path& scene_file, double time) {
    const Stage stage = load_stage(scene_file.string());
    return drawn(stage.obstacles_at(time), stage.settings.dimension);
}

/// What a Python object holds; null before it is made.
Running* held_by(PyObject* self) {
    auto holder = reinterpret_cast<py::detail::instance*>(self)->get_value_and_holder();
    return holder.holder_constructed() ? holder.value_ptr<Running>() : nullptr;
}

/// Python's garbage collector must see the functions that a simulation calls: they may refer to the simulation.
void make_collectable(PyHeapTypeObject* heap_type) {
    auto* const type = &heap_type->ht_type;
    type->tp_flags |= Py_TPFLAGS_HAVE_GC;
    type->tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
        Py_VISIT(Py_TYPE(self));
        if (Running* const running = held_by(self)) return running->callables().traverse(visit, arg);
        return 0;
    };
    type->tp_clear = [](PyObject* self) {
        if (Running* const running = held_by(self)) running->callables().clear();
        return 0;
    };
}

}  // namespace

void bind_simulation(py::module_& module) {
    py::class_<Running, std::shared_ptr<Running>> type(module, "Simulation", py::custom_type_setup(make_collectable));
    type.def_static("parse", &Running::parse);
    type.def_static("resume", &Running::resume);
    type.def("step", &Running::step);
    type.def("extend", &Running::extend);
    type.def("move_bodies", &Running::move_bodies);
    type.def("set_end", &Running::set_end);
    type.def("record", &Running::record);
    type.def("finish_record", [](Running& self, const std::string& end) {
        self.finish_record(end == "finished"  ? RunEnd::finished
                           : end == "stopped" ? RunEnd::stopped
                                              : RunEnd::interrupted);
    });
    type.def_property_readonly("recording", &Running::recording);

    const auto view = [&](const char* name, Field field) {
        type.def_property_readonly(name, [field](Running& self) { return self.view(field); });
    };
    view("position", Field::position), view("velocity", Field::velocity), view("radius", Field::radius);
    view("mass", Field::mass), view("inertia", Field::inertia), view("spin", Field::spin);
    view("orientation", Field::orientation);
    type.def_property_readonly(
        "pressure", [](const Running& self) { return array_from(std::vector<double>(self.simulation().pressure())); });
    type.def_property_readonly("id", &ids_of);
    type.def_property_readonly("groups", &groups_of);
    type.def_property_readonly("contacts", &contacts_of);
    type.def_property_readonly("history", &history_of);
    type.def_property_readonly("totals", &totals_of);
    type.def_property_readonly("obstacles", [](const Running& self) {
        return drawn(self.simulation().world().obstacles, self.simulation().settings().dimension);
    });
    type.def_property_readonly("time", [](const Running& self) { return self.simulation().world().time; });
    type.def_property_readonly("steps_done", [](const Running& self) { return self.simulation().world().step; });
    type.def_property_readonly("size", [](const Running& self) { return self.simulation().world().bodies.size(); });
    type.def_property_readonly("finished", [](const Running& self) { return self.simulation().finished(); });
    type.def_property_readonly("steps_in_all",
                               [](const Running& self) { return self.simulation().settings().steps(); });
    type.def_property_readonly("step_length", [](const Running& self) { return self.simulation().settings().step; });
    type.def_property_readonly("end", [](const Running& self) { return self.simulation().settings().end; });
    type.def_property_readonly("dimension", [](const Running& self) { return self.simulation().settings().dimension; });
    type.def_property_readonly("name", [](const Running& self) { return self.scene().name; });
    type.def_property_readonly("title", [](const Running& self) { return self.scene().title; });
    type.def_property_readonly("scene_text", [](const Running& self) { return self.scene().resolved; });
    type.def_property_readonly("note", [](const Running& self) { return self.simulation().report().note; });
    type.def_property_readonly("progress", [](const Running& self) {
        const HistoryRow& row = self.simulation().row();
        return py::make_tuple(row.step, row.time, row.contacts, row.iterations, row.gap, row.min_distance);
    });
    module.def("recorded_obstacles", &recorded_obstacles);
}

}  // namespace galet::python
