// One step of the sweeping process -du in N_C(t)(u) over [t_i, t_f], by the methods that project:
//
//   catching-up   u_f = prox(C(t_f), u_i)                                                       (Moreau99 eq. 19)
//   theta         u_f = (1 - 1/theta) u_i + 1/theta prox(C(t_a), u_i),  t_a = theta t_f + (1 - theta) t_i  (4.3)
//   penalty       -du/dt = lambda (u - prox(C(t), u))                                           (eq. 17-18)
//
// The first is implicit: the normal cone is that of C(t_f) at u_f. It is feasible at every node, of order 1, and never
// parts two solutions. theta = 1 is catching-up; down to 1/2 no two solutions part. theta = 1/2 reflects u_i in C(t_a):
// of order 2 where the set keeps pushing, but a distance to C(t) that arises when contact begins within a step comes
// back with the other sign for ever after.
//
// Penalty is a stiff differential equation whose stages have a solution by formula: u = r + alpha (prox(C, u) - u) is
// u = r + alpha / (1 + alpha) (prox(C, r) - r), because all points between r and prox(C, r) have the same projection.
// It is integrated by the method of Alexander with two such stages (SIAM J. Numer. Anal. 14, 1977): order 2, and for
// h lambda -> infinity still a projection onto C(t_f).
#pragma once

#include "galet/sweeping/projector.hpp"

namespace galet::sweeping {

Vector catch_up(Projector& project, double to, const Vector& u);

/// `theta` in (0, 1].
Vector theta_step(Projector& project, double from, double to, double theta, const Vector& u);

/// `lambda` > 0 [1/s].
Vector penalty_step(Projector& project, double from, double to, double lambda, const Vector& u);

}  // namespace galet::sweeping
