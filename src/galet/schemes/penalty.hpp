// Law `penalty`: contacts as stiff springs and dashpots (laws/penalty.hpp), explicit in time. For comparison with the
// other schemes; bodies overlap, by an amount that falls with the stiffness.
//
// A step is cut into equal substeps of at most pi sqrt(m/k) / kSubsteps / max(1, 2 zeta), m the smallest reduced mass
// of two bodies, or of a body and a wall, and zeta the largest damping: a contact of the lightest pair takes some
// kSubsteps of them. One substep of length d, of order 2 where forces are smooth:
//
//   q_m = q + d u / 2,     M (u+ - u) = d (f_d - c v + G'F(q_m, v)),     q+ = q_m + d u+ / 2,
//
// f_d the mean force over the substep at q_m, and v = (u + u*) / 2 with u* from the same formula for v = u.
//
// Energy: the springs' 1/2 k delta^2 is a part of the potential energy, `dissipated` is the work of the dashpots (of
// all that F is not spring), and `scheme_energy` is what taking potentials and springs at q_m costs. The certificate's
// violation is the largest overlap [m]. `iterations` are evaluations of the forces: one a substep.
#pragma once

#include <map>

#include "galet/detection/contact_search.hpp"
#include "galet/laws/penalty.hpp"
#include "galet/schemes/scheme.hpp"

namespace galet {

/// Throws an InputError that says why the law does not go with this world.
void check_penalty(const World& world);

class PenaltyScheme final : public Scheme {
  public:
    static constexpr int kSubsteps = 50;  ///< of a contact without damping
    static constexpr double kSkin = 0.2;  ///< of the length scale: pairs nearer than this are listed
    static constexpr double kMostSubsteps = 1e9;

    /// The world must outlive the scheme. Throws as check_penalty does.
    PenaltyScheme(World& world, const SchemeSettings& settings);

    StepReport step() override;
    const ContactProblem& problem() const override { return problem_; }  ///< empty: none is solved
    const ContactSet& contacts() const override { return pushed_; }
    const std::vector<double>& contact_forces() const override { return force_; }
    const std::vector<double>& contact_impulses() const override { return impulse_; }
    const std::vector<double>& glue() const override { return glue_; }
    double contact_energy() override;
    double smallest_distance() override { return search_.smallest_distance(); }

    double substep() const { return substep_; }  ///< [s]

  private:
    /// A pair that overlaps in a substep.
    struct Touching {
        Index which;     ///< listed contact
        double overlap;  ///< [m]
        PenaltyContact contact;
    };

    void choose_substep();
    double damping_at(Index first) const;
    double reduced_mass(Index first, Index second) const;
    PenaltyContact contact_of(Index c) const;
    void run(StepReport& report);
    void list_pairs();
    void list_again();
    void advance(double t, StepReport& report);
    void find_touching();
    void push(const std::vector<double>& velocity, std::vector<double>& next);
    void account_substep(StepReport& report);
    double spring_energy();
    void account(StepReport& report);

    World& world_;
    SchemeSettings settings_;
    ContactSearch search_;
    double substep_ = 0;                ///< [s]
    std::int64_t substeps_ = 1;         ///< in a step
    double damping_ = 0;                ///< zeta between bodies
    std::vector<double> wall_damping_;  ///< by obstacle

    ContactSet listed_;              ///< pairs near enough to touch before the list is made again
    std::vector<double> listed_at_;  ///< positions then
    std::vector<double> curvature_;  ///< not used
    std::vector<Touching> touching_;
    std::vector<double> push_;  ///< F of those [N]
    StepForces forces_;
    std::vector<double> still_;                             ///< zeros
    std::vector<double> next_, middle_;                     ///< u+, v [m/s]
    std::map<std::pair<Index, Index>, double> by_contact_;  ///< impulses of a step [N s]

    ContactSet pushed_;
    std::vector<double> force_, impulse_, glue_;
    ContactProblem problem_;
};

}  // namespace galet
