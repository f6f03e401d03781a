// What each part of the extension `galet._core` adds to it.
#pragma once

#include <pybind11/pybind11.h>

namespace galet::python {

void bind_errors(pybind11::module_& module);
void bind_catalogue(pybind11::module_& module);
void bind_simulation(pybind11::module_& module);
void bind_sweeping(pybind11::module_& module);
void bind_problem(pybind11::module_& module);
void bind_result(pybind11::module_& module);

}  // namespace galet::python
