// What acts on the bodies from outside: every force gives its mean over the step, exactly where it can (Maury06 3.1),
//
//   f_h = 1/h  integral of f(q^n, s) ds  over [t, t + h],
//
// and the potential energy it derives from, if any, so that the energy balance can be closed.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "galet/bodies/bodies.hpp"

namespace galet {

/// The forces of one step, summed over all sources. Vectors are body by body, in the order of the bodies.
struct StepForces {
    std::vector<double> conservative;  ///< mean force [N] of forces that have a potential energy
    std::vector<double> external;      ///< mean force [N] of the others, except drag
    std::vector<double> drag;          ///< coefficient [kg/s] of -c u^{n+1}, taken implicitly

    void reset(const Bodies& bodies);
};

/// The bodies a force acts on: ranges [first, last) of ids, in order.
struct Selection {
    std::vector<std::pair<Index, Index>> ranges;

    Index size() const;
    /// Calls f(id, k) for the k-th selected body.
    template <class F>
    void for_each(F&& f) const {
        Index k = 0;
        for (const auto& [first, last] : ranges) {
            for (Index i = first; i < last; ++i) f(i, k++);
        }
    }
};

/// All bodies, or those of the groups called `name`; empty when no group has that name.
Selection select_all(const Bodies& bodies);
Selection select_group(const Bodies& bodies, const std::string& name);

class Force {
  public:
    explicit Force(Selection on) : on_(std::move(on)) {}
    virtual ~Force() = default;

    /// Adds the mean of this force over [t, t + h] at the positions of `bodies`.
    virtual void add_mean(const Bodies& bodies, double t, double h, StepForces& forces) const = 0;

    /// Potential energy [J] at the positions of `bodies`; 0 for a force that has none.
    virtual double potential_energy(const Bodies&) const { return 0; }

  protected:
    Selection on_;
};

using Forces = std::vector<std::unique_ptr<Force>>;

using Vector3 = std::array<double, 3>;  ///< a vector of the scene; components beyond the dimension are 0

/// m g on each body. Potential -m g.q.
std::unique_ptr<Force> make_gravity(Selection on, Vector3 acceleration);

/// A constant force [N]: one vector for all, or one for each selected body. Potential -f.q.
std::unique_ptr<Force> make_constant(Selection on, std::vector<Vector3> value);

/// values[k] [N] on each body during [times[k], times[k+1]); the last one holds on, 0 before the first. Mean exact.
std::unique_ptr<Force> make_table(Selection on, std::vector<double> times, std::vector<Vector3> values);

/// One expression a component [N], of t, pi and as many of x, y, z as there are components. Mean by adaptive quadrature
/// in time at q^n, to 1e-11 of the mean of |f| where f is smooth or has few jumps and kinks (core/time_mean.hpp).
/// Throws InputError with the parser's message; its add_mean throws InputError where a value or a mean is not a finite
/// number. add_mean works in memory of its own: one call at a time.
std::unique_ptr<Force> make_expression(Selection on, std::vector<std::string> components);

/// Linear drag -c u [N], c in kg/s, implicit: dissipates for any step.
std::unique_ptr<Force> make_drag(Selection on, double coefficient);

}  // namespace galet
