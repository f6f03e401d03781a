// Crowd motion (Maury07; Maury and Venel, ESAIM M2AN 45, 2011): positions follow the projection of a desired velocity,
//
//   u^{n+1} = argmin 1/2 |v - U|^2   over   D'_c + h G_c.v >= 0 for all c,      U = U(q^n, t^n)
//   q^{n+1} = q^n + h u^{n+1},
//
// u = U + G'p with the pressure p = h mu [m/s] of each contact: Maury's step (schemes/maury.hpp) from the velocities U
// with unit masses and no force, so that detection, problem, solvers, certificate and feasibility are the same. There
// is no inertia: velocities of the step before are forgotten.
//
// Energies are those of unit masses. That people want to move on is work from outside, 1/2 |U|^2 - 1/2 |u^n|^2;
// `dissipated` is what contacts take of it, 1/2 |U|^2 - 1/2 |u^{n+1}|^2 >= 0. The momentum that they take up likewise.
#pragma once

#include "galet/schemes/maury.hpp"

namespace galet {

class FirstOrderScheme final : public Scheme {
  public:
    /// The world must outlive the scheme; its masses are 1 and it has no forces.
    FirstOrderScheme(World& world, const SchemeSettings& settings)
        : world_(world), step_(settings.step), projection_(world, looking_ahead(settings)) {}

    StepReport step() override;
    const ContactProblem& problem() const override { return projection_.problem(); }
    const ContactSet& contacts() const override { return projection_.contacts(); }
    const std::vector<double>& contact_forces() const override { return projection_.contact_forces(); }
    const std::vector<double>& contact_impulses() const override { return projection_.contact_impulses(); }
    const std::vector<double>& glue() const override { return projection_.glue(); }
    double smallest_distance() override { return projection_.smallest_distance(); }

    /// People start every step from what they want, at a full walk: pairs that are this near, of what a step can close,
    /// are constraints from the start. Less of it needs more solves a step, more of it larger ones.
    static constexpr double kLookAhead = 0.75;

  private:
    static SchemeSettings looking_ahead(SchemeSettings settings) {
        settings.look_ahead = kLookAhead;
        return settings;
    }

    World& world_;
    double step_;  ///< h [s]
    MauryScheme projection_;
    std::vector<double> desired_;  ///< U; during the step u^n [m/s]
    std::vector<double> before_;   ///< q^n [m]
};

}  // namespace galet
