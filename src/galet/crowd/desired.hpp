// What people would do if they were alone: the desired velocity U(q, t) of crowd motion (Maury07; Maury and Venel,
// ESAIM M2AN 45, 2011),
//
//   dq/dt = projection of U(q, t) onto the velocities that keep every distance non-negative.
//
// A goal gives U to those who have it; goals of several groups may differ. What belongs to a person (which goal, how
// fast, whether the exit is behind) lies in parallel arrays beside the bodies and is a part of the state.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/geometry/wall.hpp"

namespace galet {

/// Parallel to the bodies.
struct People {
    std::vector<Index> goal;     ///< place in the list of goals
    std::vector<double> speed;   ///< desired [m/s], >= 0; goals that are velocities themselves do not use it
    std::vector<double> given;   ///< velocities of their own [m/s], vectors; empty where no goal asks for them
    std::vector<double> onward;  ///< vectors: 0, or the unit direction in which the exit of the goal was passed
};

/// Where the people are in a step.
struct Walkers {
    const Bodies& bodies;
    const People& people;
    Index goal;  ///< those of this goal are asked for
    double time, step;

    bool has_goal(Index i) const { return people.goal[i] == goal; }
};

class Goal {
  public:
    virtual ~Goal() = default;

    /// Writes U [m/s] of those who have this goal into `velocity`, vectors body by body.
    virtual void set_velocity(const Walkers& walkers, std::span<double> velocity) const = 0;

    /// Told of each accepted step that began at the positions `before`: may write People::onward of those who have this
    /// goal.
    virtual void after_step(const Walkers&, std::span<const double> /*before*/, std::span<double> /*onward*/) const {}
};

using Goals = std::vector<std::unique_ptr<Goal>>;

/// Each the velocity of its own, People::given.
std::unique_ptr<Goal> make_given();

/// One expression a component [m/s], of t, pi and as many of x, y, z as there are components; its mean over the step at
/// q^n. Throws InputError with the parser's message, and later where a value is not finite.
std::unique_ptr<Goal> make_formula_goal(std::vector<std::string> components);

/// Straight toward a point; 0 for those who are there.
std::unique_ptr<Goal> make_toward(const Point& point);

/// All goals and who has which.
struct Desired {
    Goals goals;
    People people;

    bool empty() const { return goals.empty(); }
    void set_velocity(const Bodies& bodies, double t, double h, std::vector<double>& velocity) const;
    void after_step(const Bodies& bodies, double t, double h, std::span<const double> before);
};

}  // namespace galet
