#include "module.hpp"

#include "galet/core/version.hpp"

PYBIND11_MODULE(_core, module) {
    module.doc() = "The library galet, as the package galet uses it.";
    module.attr("version") = galet::kVersion;
    galet::python::bind_errors(module);
    galet::python::bind_catalogue(module);
    galet::python::bind_simulation(module);
    galet::python::bind_sweeping(module);
    galet::python::bind_problem(module);
    galet::python::bind_result(module);
}
