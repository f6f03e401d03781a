// What a time-stepping scheme does and reports.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "galet/laws/law.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/problem/solution.hpp"
#include "galet/schemes/world.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

struct SchemeSettings {
    double step = 0;     ///< h [s]
    double theta = 0.5;  ///< of schemes moreau and theta, in [0.5, 1]
    double margin = 0;   ///< kept between bodies [m]
    LawSettings law;
    double length_scale = 1;  ///< [m]
    Limits limits;            ///< of each step's solve
    SolverSettings solver;
    double look_ahead = 0;       ///< of the search for contacts (detection/contact_search.hpp)
    bool accept_failed = false;  ///< take a step that missed its limits (policy `warn`)
};

/// e of a contact whose first side, as in a ContactSet, is given.
inline double restitution_at(const LawSettings& law, const Obstacles& obstacles, Index first) {
    const double own = first < 0 ? obstacles.restitution[obstacles.owner[~first]] : -1.0;
    return own >= 0 ? own : law.restitution;
}

/// How the energy of the bodies changed in one step [J] (docs/theory.md, "Energy").
struct EnergyChange {
    double work_external = 0;  ///< of forces without a potential, of boundaries, of liquid bridges born
    double dissipated = 0;     ///< by contacts
    double scheme_energy = 0;  ///< made by taking potentials explicitly
};

enum class Outcome {
    solved,       ///< within its limits
    over_limits,  ///< not; `reason` says what was missed
    not_finite    ///< a velocity overflowed; never accepted
};

struct StepReport {
    Outcome outcome = Outcome::solved;
    std::string reason;  ///< of an outcome that is not `solved`
    std::string note;    ///< what the solver says of its way: why it changed methods; mostly empty
    Certificate certificate;
    FrictionMeasure friction;  ///< of laws with friction
    std::int64_t contacts = 0, active = 0;
    std::int64_t iterations = 0, passes = 0;
    int rounds = 0;               ///< solves with a growing set of constraints
    double min_distance = 0;      ///< over all pairs and walls after the step [m]
    bool overlaps = false;        ///< more than before the step, although a margin is kept
    double potential_energy = 0;  ///< after the step [J]
    EnergyChange energy;
    std::array<double, 3> external_impulse{};  ///< of forces and walls [N s]
};

class Scheme {
  public:
    virtual ~Scheme() = default;

    /// Advances the world by one step. A step that is not accepted leaves the world as it was.
    virtual StepReport step() = 0;

    /// The problem that the last step solved last.
    virtual const ContactProblem& problem() const = 0;

    /// Constraints of the last step, their forces mu [N] and the impulses that bodies got from them [N s].
    virtual const ContactSet& contacts() const = 0;
    virtual const std::vector<double>& contact_forces() const = 0;
    virtual const std::vector<double>& contact_impulses() const = 0;

    /// Tangential impulses that `second` got, vectors [N s]; empty where the law has no friction.
    virtual const std::vector<double>& tangential_impulses() const {
        static const std::vector<double> none;
        return none;
    }

    /// gamma of the constraints after the last step [N s]; empty where the law is not gluey.
    virtual const std::vector<double>& glue() const = 0;

    /// What contacts that are springs hold now [J].
    virtual double contact_energy() { return 0; }

    /// The smallest distance over all pairs and walls now [m]; the largest double where there are none.
    virtual double smallest_distance() = 0;
};

}  // namespace galet
