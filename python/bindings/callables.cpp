#include "callables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace galet::python {
namespace {

/// Writes what a function returned into `values`, n vectors of d numbers.
void write_vectors(const py::object& answer, const std::string& what, std::size_t d, std::span<double> values) {
    const auto n = static_cast<py::ssize_t>(values.size() / d);
    const auto width = static_cast<py::ssize_t>(d);
    Numbers numbers = Numbers::ensure(answer);
    if (!numbers) {
        PyErr_Clear();
        throw InputError(fmt::format("{}: expected an array of numbers, found {}", what,
                                     std::string(py::repr(py::type::of(answer)))));
    }
    if (numbers.ndim() != 2 || numbers.shape(0) != n || numbers.shape(1) != width) {
        const std::string found = shape_text(numbers);
        try {
            numbers = Numbers(py::module_::import("numpy").attr("broadcast_to")(numbers, py::make_tuple(n, width)));
        } catch (py::error_already_set&) {
            throw InputError(fmt::format(
                "{}: expected an array of shape ({}, {}), or one that broadcasts to it, found {}", what, n, d, found));
        }
    }
    std::copy(numbers.data(), numbers.data() + numbers.size(), values.begin());
}

/// The rows of some bodies: a view where they lie side by side, else a copy.
py::object rows(const py::array& all, const std::vector<std::pair<Index, Index>>& ranges) {
    if (ranges.size() == 1) {
        if (ranges[0].first == 0 && ranges[0].second == all.shape(0)) return all;
        return all[py::slice(ranges[0].first, ranges[0].second, 1)];
    }
    py::list parts;
    for (const auto& [first, last] : ranges) parts.append(all[py::slice(first, last, 1)]);
    return py::module_::import("numpy").attr("concatenate")(parts);
}

}  // namespace

Callables::Slot Callables::keep(py::object function) {
    slots_.push_back(std::make_shared<py::object>(std::move(function)));
    return slots_.back();
}

py::array Callables::view_of(const Context& context, const Bodies& bodies, Field field) {
    if (context.live) {
        if (auto view = context.live(bodies, field)) return *view;
    }
    Bodies& other = const_cast<Bodies&>(bodies);  // only read: the array is a copy
    return array_from(std::vector<double>(numbers_of(other, field)), size_of(bodies, field));
}

UserForce Callables::force(const std::string& name, py::object function, py::object potential) {
    UserForce user;
    user.name = name;
    user.force = [name, slot = keep(std::move(function)), context = context_](const Bodies& bodies, const Selection& on,
                                                                              double t, std::span<double> force) {
        const py::gil_scoped_acquire lock;
        const py::object q = rows(view_of(*context, bodies, Field::position), on.ranges),
                         u = rows(view_of(*context, bodies, Field::velocity), on.ranges);
        write_vectors((*slot)(q, u, t), fmt::format("force \"{}\"", name), static_cast<std::size_t>(bodies.dimension),
                      force);
    };
    if (potential.is_none()) return user;
    user.potential = [name, slot = keep(std::move(potential)), context = context_](const Bodies& bodies,
                                                                                   const Selection& on) {
        const py::gil_scoped_acquire lock;
        const double energy = (*slot)(rows(view_of(*context, bodies, Field::position), on.ranges)).cast<double>();
        if (std::isfinite(energy)) return energy;
        throw InputError(
            fmt::format("potential of force \"{}\": expected a finite number (J), found {}", name, energy));
    };
    return user;
}

UserVelocity Callables::velocity(const std::string& name, py::object function) {
    return [name, slot = keep(std::move(function)), context = context_](
               const Bodies& bodies, std::span<const Index> people, double t, std::span<double> velocity) {
        const py::gil_scoped_acquire lock;
        py::object q = view_of(*context, bodies, Field::position);
        if (static_cast<Index>(people.size()) != bodies.size()) {
            py::array_t<std::int64_t> chosen(static_cast<py::ssize_t>(people.size()));
            std::copy(people.begin(), people.end(), chosen.mutable_data());
            q = q[chosen];
        }
        write_vectors((*slot)(q, t), fmt::format("desired velocity \"{}\"", name),
                      static_cast<std::size_t>(bodies.dimension), velocity);
    };
}

class PythonConstraint final : public Constraint {
  public:
    PythonConstraint(std::string name, Callables::Slot slot, std::shared_ptr<Callables::Context> context)
        : name_(std::move(name)), slot_(std::move(slot)), context_(std::move(context)) {}

    double value(double t, std::span<const double> q, double r, std::span<double> gradient) const override {
        if (!context_->failed) {
            const py::gil_scoped_acquire lock;
            try {
                return call(t, q, r, gradient);
            } catch (...) {
                if (!context_->failed.exchange(true)) context_->failure = std::current_exception();
            }
        }
        // Far away: the step, which will be taken back, comes to its end.
        std::fill(gradient.begin(), gradient.end(), 0.0);
        gradient[0] = 1;
        return 1e6;
    }

  private:
    double call(double t, std::span<const double> q, double r, std::span<double> gradient) const {
        py::array_t<double> place(static_cast<py::ssize_t>(q.size()));
        std::copy(q.begin(), q.end(), place.mutable_data());
        const py::object answer = (*slot_)(place, r, t);
        const std::string words =
            fmt::format("constraint \"{}\": expected (g, gradient), a number and {} numbers", name_, gradient.size());
        if (!py::isinstance<py::sequence>(answer) || py::len(answer) != 2)
            throw InputError(fmt::format("{}, found {}", words, std::string(py::repr(answer))));
        const double g = answer[py::int_(0)].cast<double>();
        const auto slope = Numbers::ensure(answer[py::int_(1)]);
        if (!slope) throw py::error_already_set();
        if (slope.size() != static_cast<py::ssize_t>(gradient.size()))
            throw InputError(fmt::format("{}, found {} numbers as gradient", words, slope.size()));
        std::copy(slope.data(), slope.data() + slope.size(), gradient.begin());
        for (const double x : gradient)
            if (!std::isfinite(x) || !std::isfinite(g))
                throw InputError(fmt::format("{}, all finite; found {}", words, std::string(py::repr(answer))));
        return g;
    }

    std::string name_;
    Callables::Slot slot_;
    std::shared_ptr<Callables::Context> context_;
};

std::shared_ptr<const Constraint> Callables::constraint(const std::string& name, py::object function) {
    has_constraints_ = true;
    return std::make_shared<PythonConstraint>(name, keep(std::move(function)), context_);
}

void Callables::raise_failure() {
    if (!context_->failed.exchange(false)) return;
    std::rethrow_exception(std::exchange(context_->failure, nullptr));
}

int Callables::traverse(visitproc visit, void* arg) const {
    for (const Slot& slot : slots_) Py_VISIT(slot->ptr());
    return 0;
}

void Callables::clear() {
    for (const Slot& slot : slots_) *slot = py::none();
}

}  // namespace galet::python
