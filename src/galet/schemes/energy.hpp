// What one step did to the energy and the momentum of the bodies, from its forces and contact forces alone.
//
// An identity of the velocities and the impulses p that bodies got at contacts, for
// M (u^{n+1} - u^n) = h (f - c u^{n+1}) + G' p:
//   KE^{n+1} - KE^n = h (f - c u^{n+1}).(u^n + u^{n+1})/2 + sum_c p_c G_c.(u^n + u^{n+1})/2,
// with friction p_c and G_c as vectors, and spins in u.
// `dissipated` is minus the last sum, plus the work of boundaries: what moving walls and growing radii do, and what is
// done where a lost margin is given back; it is counted as external work. For inelastic contacts with f = 0 it is
// 1/2|u^{n+1} - u^n|_M^2 + mu.max(D', 0) >= 0. `scheme_energy` is the change of the potential plus
// h f_pot.(u^n + u^{n+1})/2: of order h^2 a step.
#pragma once

#include <span>

#include "galet/schemes/friction.hpp"
#include "galet/schemes/scheme.hpp"

namespace galet {

/// The velocities before a step and the bodies after it.
struct StepMotion {
    const std::vector<double>& velocity_before;  ///< u^n
    const std::vector<double>& spin_before;      ///< omega^n; empty where bodies do not rotate
    const Bodies& after;
    double step;  ///< h [s]
};

/// What bodies got at the contacts of a step.
struct StepImpulses {
    const ContactSet& contacts;
    std::span<const double> normal;      ///< [N s]
    std::span<const double> tangential;  ///< vectors on `second` [N s]; empty without friction
    const Rubbing& rubbing;              ///< of the contacts, with friction
};

/// The change of the potential is left to the caller to add to scheme_energy.
EnergyChange energy_change(const StepMotion& motion, const StepForces& forces, const StepImpulses& impulses,
                           double work_of_boundaries);

/// What forces, drag and walls gave to the momentum [N s].
std::array<double, 3> external_impulse(const StepMotion& motion, const StepForces& forces,
                                       const StepImpulses& impulses);

/// What walls that move along their contacts do to bodies [J].
double work_of_drives(const StepImpulses& impulses);

double potential_energy(const Forces& sources, const Bodies& bodies);  ///< [J]

/// Lets the forces remember an accepted step, after it was accounted for. What that changes of the potential is added
/// to `report`: as potential energy, and as work done from outside.
void remember_step(const Forces& sources, const Bodies& bodies, const ContactSet& contacts,
                   std::span<const double> force, StepReport& report);

}  // namespace galet
