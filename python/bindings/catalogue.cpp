// The names a scene may choose from, the embedded examples, and the threads of the process.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "galet/core/parallel.hpp"
#include "galet/scene/examples.hpp"
#include "galet/simulation/catalogue.hpp"
#include "galet/solvers/solve.hpp"
#include "galet/solvers/solver.hpp"
#include "module.hpp"

namespace galet::python {
namespace {

namespace py = pybind11;

template <class Entry>
py::dict lines_of(const std::vector<Entry>& entries) {
    py::dict lines;
    for (const Entry& entry : entries) lines[py::str(entry.name)] = entry.line;
    return lines;
}

py::dict catalogue() {
    py::dict all;
    all["schemes"] = lines_of(schemes());
    all["laws"] = lines_of(laws());
    all["forces"] = lines_of(force_types());
    all["obstacles"] = lines_of(obstacle_shapes());
    all["placements"] = lines_of(placements());
    all["solvers"] = lines_of(solver_methods());
    all["matrix solvers"] = matrix_method_names();
    all["local solvers"] = lines_of(local_solvers());
    all["sweeping methods"] = lines_of(sweeping_methods());
    all["sweeping shapes"] = lines_of(sweeping_shapes());
    return all;
}

}  // namespace

void bind_catalogue(py::module_& module) {
    module.def("catalogue", &catalogue);
    module.def("set_threads", &set_thread_count, py::arg("count"));
    module.def("threads", &thread_count);
}

}  // namespace galet::python
