// The augmented impulse of one contact, which every local solver looks at first (BD17 eq. 25):
//
//   tau = p - rho v,    rho = rho_hat / W
//
// p [N s] is the contact's impulse, v [m/s] its rate of separation, W [1/kg] its own entry of the Delassus matrix, and
// rho_hat has no unit. A pair (p, v) obeys Signorini's law, p >= 0, v >= 0, p v = 0, just where p = max(0, tau).
#pragma once

namespace galet {

inline double augmented_impulse(double p, double v, double W, double rho_hat) { return p - rho_hat * v / W; }

}  // namespace galet
