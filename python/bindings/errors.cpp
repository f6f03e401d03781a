// Failures of the library as the exceptions of galet/errors.py, with the same message.
#include "errors.hpp"

#include <pybind11/pybind11.h>

#include "galet/core/error.hpp"
#include "module.hpp"

namespace galet::python {
namespace {

namespace py = pybind11;

void raise(const char* name, const char* message) {
    py::object type = py::module_::import("galet.errors").attr(name);
    PyErr_SetString(type.ptr(), message);
}

}  // namespace

void bind_errors(py::module_&) {
    py::register_exception_translator([](std::exception_ptr failure) {
        try {
            if (failure) std::rethrow_exception(failure);
        } catch (const InputError& error) {
            raise("InputError", error.what());
        } catch (const FileError& error) {
            raise("FileError", error.what());
        } catch (const StepError& error) {
            raise("StepError", error.what());
        } catch (const std::domain_error& error) {
            raise("StepError", error.what());
        }
    });
}

}  // namespace galet::python
