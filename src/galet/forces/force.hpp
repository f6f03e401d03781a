// What acts on the bodies from outside: every force gives its mean over the step, exactly where it can (Maury06 3.1),
//
//   f_h = 1/h  integral of f(q^n, s) ds  over [t, t + h],
//
// and the potential energy it derives from, if any, so that the energy balance can be closed. A force may remember
// something of the steps done, which is then a part of the state.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/detection/contact_set.hpp"

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
    bool contains(Index id) const;
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

/// What a force remembers from step to step: pairs of bodies, as parallel arrays. Most remember nothing.
struct ForceMemory {
    std::vector<Index> first, second;
};

class Force {
  public:
    explicit Force(Selection on) : on_(std::move(on)) {}
    virtual ~Force() = default;

    /// Adds the mean of this force over [t, t + h] at the positions of `bodies`.
    virtual void add_mean(const Bodies& bodies, double t, double h, StepForces& forces) const = 0;

    /// Potential energy [J] at the positions of `bodies`; 0 for a force that has none.
    virtual double potential_energy(const Bodies&) const { return 0; }

    /// The next time after t at which it jumps whatever the positions [s]; infinite where it does not, or does not
    /// know.
    virtual double next_jump(double /*t*/) const { return std::numeric_limits<double>::infinity(); }

    /// Whether it has a value at an instant, the limit of its means. Noise does not.
    virtual bool has_instants() const { return true; }

    /// Told of each accepted step: the bodies after it, its contacts and their forces [N]. Returns whether its
    /// potential energy at these positions is now another; by how much is work done from outside.
    virtual bool after_step(const Bodies&, const ContactSet&, std::span<const double> /*contact_force*/) {
        return false;
    }

    virtual ForceMemory memory() const { return {}; }
    virtual void restore(const ForceMemory&) {}

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

/// Noise: adds sigma sqrt(h) w, w normal, to each velocity component in a step; sigma >= 0 in m/s^(3/2). The numbers
/// depend on seed, `number` of the force in the scene (< 2^30), step llround(t / h), id and component alone.
std::unique_ptr<Force> make_stochastic(Selection on, double sigma, std::uint64_t seed, std::uint32_t number);

/// A potential [J], an expression of the distance d [m] of the centres, between all pairs with d < cutoff, taken at
/// q^n. Throws InputError with the parser's message; where value or derivative is not finite, add_mean and
/// potential_energy throw InputError with d. They work in memory of their own: one call at a time.
std::unique_ptr<Force> make_pair_potential(Selection on, const std::string& potential, double cutoff);

/// Springs between consecutive bodies, and the bending of the angles between them.
struct ChainSettings {
    double stiffness = 0;  ///< k [N/m], >= 0
    double length = 0;     ///< l [m], >= 0
    double bending = 0;    ///< k_a [J], >= 0; 0 in one dimension
};

/// Each group of `bodies` is a chain of its own, of those of its bodies that are selected.
std::unique_ptr<Force> make_chain(Selection on, const Bodies& bodies, const ChainSettings& settings);

/// Liquid bridges between spheres: attraction pi gamma r (exp(-A D + B) + C) while the surfaces are D < rupture apart.
struct CapillarySettings {
    double gamma = 0;          ///< surface tension [N/m], >= 0
    double A = 0;              ///< [1/m], >= 0
    double B = 0, C = 0;       ///< pure numbers
    double rupture = 0;        ///< [m], > 0
    bool from_contact = true;  ///< a bridge is born when its bodies push each other; else at any D < rupture
};

/// Remembers its bridges. Works in memory of its own: one call at a time.
std::unique_ptr<Force> make_capillary(Selection on, const CapillarySettings& settings);

}  // namespace galet
