// Moreau's scheme (Moreau99 8.3) and the theta-method around it (BD17 eq. 13-22): contacts and forces are taken where
// bodies are after half of the step, and act on velocities.
//
//   q_m     = q^n + h u^n / 2                     contacts: those with D(q_m) <= 0 or hardly more, as they are there
//   U       = u^n + h M^-1 f                      f the mean over the step, at q^n + theta h u^n
//   u^{n+1} = U + M^-1 G' p                       the law between p_c and G_c.u^{n+1} + e_c G_c.u^n along the normal,
//                                                 G_c.u^{n+1} across it, walls at rest
//   q^{n+1} = q^n + h (theta u^{n+1} + (1 - theta) u^n)
//
// theta = 1/2 is Moreau's: exact in free flight, momentum and angular momentum exact. Bodies that hardly miss each
// other at q_m are found a step later: they overlap by up to (3/2 - theta) h times their approach, and nothing pushes
// them apart again. That is the price of rates in the place of distances; scheme maury does not pay it.
#pragma once

#include "galet/detection/contact_search.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/schemes/assembly.hpp"
#include "galet/schemes/energy.hpp"
#include "galet/schemes/free_motion.hpp"
#include "galet/schemes/friction.hpp"
#include "galet/schemes/scheme.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

/// Laws inelastic, restitution and those with friction.
class MidpointScheme final : public Scheme {
  public:
    /// The world must outlive the scheme.
    MidpointScheme(World& world, const SchemeSettings& settings);

    StepReport step() override;
    const ContactProblem& problem() const override { return problem_; }
    const ContactSet& contacts() const override { return contacts_; }
    const std::vector<double>& contact_forces() const override { return solution_.force; }
    const std::vector<double>& contact_impulses() const override { return impulse_; }
    const std::vector<double>& tangential_impulses() const override { return tangential_; }
    const std::vector<double>& glue() const override { return none_; }
    double smallest_distance() override { return search_.smallest_distance(); }

  private:
    void keep_start();
    void judge(StepReport& report) const;
    void find_impulses();
    void advance();
    void move_by(double part, const std::vector<double>& velocity);
    void sum_forces();
    void prescribe(double part);
    void find_contacts();
    void assemble();
    void solve();
    double closing_speed(Index c) const;
    void account(StepReport& report) const;
    void take_back();
    bool rubs() const { return has_friction(settings_.law.law); }

    World& world_;
    SchemeSettings settings_;
    bool moves_;  ///< something is prescribed, or may depend on time
    std::unique_ptr<Solver> solver_;
    ContactSearch search_;
    FrictionTable friction_;
    Rubbing rubbing_;

    StepForces forces_;
    double potential_before_ = 0;  ///< at the start of the step [J]
    FreeVelocity free_;
    std::vector<double> start_position_;
    std::vector<double> start_radius_;  ///< where something is prescribed: radii and walls of the start
    Obstacles start_obstacles_;
    std::vector<double> still_;  ///< no velocity
    ContactSet near_, contacts_;
    std::vector<Index> touching_;  ///< which of those near are contacts
    Assembly assembly_;
    ContactProblem problem_;
    Solution solution_;
    std::vector<double> velocity_, spin_;  ///< u^{n+1} and omega^{n+1} by id; after the step, those before
    std::vector<double> impulse_, tangential_, none_;
};

}  // namespace galet
