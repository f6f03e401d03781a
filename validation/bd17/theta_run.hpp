// A motion by the scheme that the paper uses (BD17 eq. 13-22) with theta = 1/2, without friction or with Coulomb's law
// and balls that rotate: its contact problems compared as in comparison.hpp, and what must hold for it whatever the
// scene. With M the mass of all bodies, a the size of gravity, h the step and no restitution:
//
//   - The work of gravity is exact. A step changes the energy by p.Gu' - 1/2 |v|_M^2 - 1/2 (v, h a)_M, p the impulses,
//     u' the velocity after it, v = M^-1 G'p what contacts change: p.Gu' <= 0 by the law, so that no step makes more
//     than M (a h)^2 / 8.
//   - Two bodies that do not touch at q + h u / 2 may overlap by h times their approach where they are found next time,
//     and come no closer from there on (distances of balls are convex): the overlap is at most h times the largest
//     speed of a body against another, and what solvers left open.
#pragma once

#include <string>

#include "figures/chart.hpp"
#include "validation/bd17/comparison.hpp"
#include "validation/follow.hpp"

namespace galet::validation {

/// Of the second motion by theta; the paper has none.
inline constexpr double kFriction = 0.3;

/// What a run does, beside its friction.
struct ThetaPlan {
    std::string scene;       ///< without scheme, law and solver
    double end = 0;          ///< [s]
    std::int64_t every = 1;  ///< steps between the problems that are compared
    std::int64_t last = 0;   ///< step, the last one that may be compared
    Published published;     ///< of problems without friction
};

/// What is kept of every step.
struct ThetaHistory {
    std::vector<double> time, kinetic, momentum;  ///< [s], [J], along the first axis [kg m/s]
};

class ThetaRun {
  public:
    ThetaRun(const ThetaPlan& plan, double friction);

    void run(const Request& request);

    /// What must hold, and the comparison.
    void judge(Verdict& verdict) const;

    const std::string& name() const { return name_; }
    const Simulation& simulation() const { return simulation_; }
    const ThetaHistory& history() const { return history_; }
    double mass() const;  ///< of all bodies [kg]

    /// Sweeps of the local solvers over the steps whose problems were compared.
    figures::Panel work_panel() const;

  private:
    void look(const Simulation& now);
    void judge_energy(Verdict& verdict) const;
    void judge_overlap(Verdict& verdict) const;

    std::string name_;
    Simulation simulation_;
    std::int64_t every_, last_;  ///< of the plan
    Comparison comparison_;
    ThetaHistory history_;
    std::vector<double> compared_;  ///< when [s]
    double energy_ = 0;             ///< kinetic and potential, of the last step [J]
    double largest_rise_ = 0;       ///< of the energy in a step [J]
    double fastest_ = 0;            ///< speed of two sides of a contact against each other, before it acts [m/s]
};

/// One motion without friction and with it, run and judged.
struct ThetaPair {
    ThetaRun smooth, rough;

    ThetaPair(const ThetaPlan& plan, const Request& request, Verdict& verdict);
};

/// A curve of every run over time.
figures::Panel history_panel(const std::string& title, const std::string& label,
                             const std::vector<const ThetaRun*>& runs, std::vector<double> ThetaHistory::*values,
                             double unit);

}  // namespace galet::validation
