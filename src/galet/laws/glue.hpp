// Gluey contacts (Maury07, scheme II): the limit of lubrication for a vanishing viscosity.
//
// Every contact that pushes carries gamma <= 0 [N s]: pushing charges it, pulling discharges it, and the pair stays
// shut until it is back to 0. With the forces mu of the last step,
//
//   gamma_c = max(-h mu_c, limit),      U = u^n + h M^-1 f + M^-1 sum_c gamma_c G_c,
//
// and the step is that of inelastic contacts. What a step adds is the impulse h mu_c + gamma_c, which may pull. The
// memory is the force of the last step; contacts that do not push, or are no longer near, have none. Where forces are
// not unique (more contacts than motions) neither is the motion that follows; the solver starts from the last forces.
#pragma once

#include <algorithm>

namespace galet {

/// gamma [N s] of a contact that pushed with `force` [N] in the last step of length h [s].
inline double glue_of(double force, double h, double limit) { return std::max(-h * force, limit); }

}  // namespace galet
