// Python functions as forces, desired velocities and constraints of the library.
//
// They are called with the interpreter's lock, which the library does not hold while it steps; forces and desired
// velocities on the thread that steps, once a step for all their bodies, constraints on any thread for one body at a
// time. What a force or a desired velocity raises passes through the library as a C++ exception. A constraint may not
// throw (loops on several threads cannot pass it on): its failure is kept here, and whoever stepped asks for it.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "body_views.hpp"
#include "galet/scene/scene_code.hpp"

namespace galet::python {

/// The Python objects that a simulation calls, where the garbage collector can find them.
class Callables {
  public:
    /// How the bodies of a simulation look from outside: a view where `bodies` are its own, else nothing.
    using LiveView = std::function<std::optional<py::array>(const Bodies& bodies, Field field)>;

    UserForce force(const std::string& name, py::object function, py::object potential);
    UserVelocity velocity(const std::string& name, py::object function);
    std::shared_ptr<const Constraint> constraint(const std::string& name, py::object function);

    void show_bodies_by(LiveView live) { context_->live = std::move(live); }
    bool has_constraints() const { return has_constraints_; }

    /// Raises what a constraint has raised since the last call, if anything. False: nothing.
    bool failed() const { return context_->failed; }
    void raise_failure();

    int traverse(visitproc visit, void* arg) const;
    void clear();

  private:
    friend class PythonConstraint;
    struct Context {
        LiveView live;
        std::atomic<bool> failed = false;
        std::exception_ptr failure;
    };
    using Slot = std::shared_ptr<py::object>;

    Slot keep(py::object function);
    static py::array view_of(const Context& context, const Bodies& bodies, Field field);

    std::shared_ptr<Context> context_ = std::make_shared<Context>();
    std::vector<Slot> slots_;
    bool has_constraints_ = false;
};

}  // namespace galet::python
