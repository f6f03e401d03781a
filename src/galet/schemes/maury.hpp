// Maury's scheme (Maury06 eq. 13-19): project the free velocity onto the velocities that keep every linearised distance
// non-negative, then move.
//
//   U       = u^n + h M^-1 f_h                 f_h the mean force over the step
//   u^{n+1} = argmin 1/2 |v - U|_M^2   over   D'_c + h G_c.v >= 0 for all c
//   q^{n+1} = q^n + h u^{n+1}
//
// D' is the distance less a margin (detection/clearance.hpp), with radii and obstacles of the end of the step where
// they are prescribed (BL10 eq. 1.11-1.15). Laws beyond inelastic contacts change U (laws/glue.hpp), the velocity that
// comes out (schemes/rebound.hpp) or add rows (schemes/films.hpp); positions always follow the projection. Linear drag
// -c u is implicit: M + h c takes the place of M. Constraints are found lazily: the problem holds those that are likely
// to act and grows until the solution satisfies all.
//
// Feasible, dissipative and exact in momentum for any h (Maury06 prop. 2-4).
#pragma once

#include "galet/detection/contact_search.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/schemes/assembly.hpp"
#include "galet/schemes/energy.hpp"
#include "galet/schemes/films.hpp"
#include "galet/schemes/free_motion.hpp"
#include "galet/schemes/friction.hpp"
#include "galet/schemes/rebound.hpp"
#include "galet/schemes/room.hpp"
#include "galet/schemes/scheme.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class MauryScheme final : public Scheme {
  public:
    /// The world must outlive the scheme.
    MauryScheme(World& world, const SchemeSettings& settings);

    StepReport step() override;
    const ContactProblem& problem() const override { return problem_; }
    const ContactSet& contacts() const override { return contacts_; }
    const std::vector<double>& contact_forces() const override { return solution_.force; }
    const std::vector<double>& contact_impulses() const override { return impulse_; }
    const std::vector<double>& tangential_impulses() const override { return tangential_; }
    const std::vector<double>& glue() const override { return glue_; }
    double smallest_distance() override { return search_.smallest_distance(); }

  private:
    enum class Projection {
        done,
        overflow,  ///< of numbers
        empty      ///< no velocity is admissible
    };
    enum class Answer {
        good,
        makes_energy,  ///< restoring the margin costs more than contacts dissipate
        none           ///< no solution was found; without a margin to restore: numbers overflow
    };

    void sum_forces();
    void prescribe();
    bool predict_free_velocity();
    Projection project_free_velocity(StepReport& report);
    void add_glue();
    void find_impulses(StepReport& report);
    double farthest_motion() const;
    double prescribed(Index c) const { return contacts_.closing.empty() ? 0.0 : contacts_.closing[c]; }
    double work_of_boundaries() const;
    double kinetic_square(const std::vector<double>& velocity, const std::vector<double>& spin) const;
    bool rubs() const { return has_friction(settings_.law.law); }
    StepImpulses impulses() const { return {contacts_, impulse_, tangential_, rubbing_}; }
    void rebound(StepReport& report);
    void rebound_with_friction(StepReport& report);
    void take_back();
    double distance_rounding() const;
    void recall_forces();
    bool costs_too_much() const;
    bool mend_overlaps();
    void advance();
    void undo();
    void account(StepReport& report) const;
    Answer solve_for_all(bool likely_is_all, StepReport& report);
    bool creates_energy() const;
    void judge(StepReport& report) const;

    World& world_;
    SchemeSettings settings_;
    bool moves_;  ///< something is prescribed, or may depend on time
    std::unique_ptr<Solver> solver_;
    ContactSearch search_;
    Room room_;

    StepForces forces_;
    double potential_before_ = 0;  ///< at the start of the step [J]
    FreeVelocity free_;
    std::vector<double> velocity_;        ///< that positions follow, by id [m/s]
    std::vector<double> next_velocity_;   ///< u^{n+1} by id [m/s]; after the step, u^n
    std::vector<double> spin_;            ///< of the solve, by id [rad/s]
    std::vector<double> next_spin_;       ///< omega^{n+1} by id [rad/s]; after the step, omega^n
    std::vector<double> start_position_;  ///< q^n by id [m]
    std::vector<double> start_radius_;    ///< where something is prescribed: radii and walls of the start
    Obstacles start_obstacles_;
    ContactSet contacts_;
    Assembly assembly_;
    ContactProblem problem_;
    Solution solution_;
    Rebound rebound_;
    Films films_;
    FrictionTable friction_;
    Rubbing rubbing_;
    std::vector<double> restitution_;  ///< e by contact
    bool rebounds_ = false;            ///< velocities are not those that positions followed
    std::vector<double> before_;       ///< u^n in the order of the problem
    std::vector<double> glue_;         ///< gamma by contact, during and after the step [N s]
    std::vector<double> impulse_;      ///< that bodies got, by contact [N s]
    std::vector<double> tangential_;   ///< and along the contact, vectors [N s]
};

}  // namespace galet
