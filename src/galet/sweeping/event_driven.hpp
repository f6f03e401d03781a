// The sweeping process by a moving polyhedron from event to event (Moreau99 3.2 and 4.1). With the faces N(t) x <=
// b(t), of which K are closed at (t, u), the velocity is the shortest of those that remain in the set,
//
//   u' = prox(W, 0),    W = { w : n_k.w <= b_k' - n_k'.u,  k in K }       (eq. 13 and 15)
//
// that is u' = -sum y_k n_k, y >= 0: the faces with y_k > 0 are held. Between events these stay the same, their
// inequalities are equalities, and u' is a linear problem (eq. 14). Events are times where another face is met, or
// where y_k of a held one falls to 0; u is continuous there.
//
// Faces that keep their directions need no integration: u goes the shortest way to where the held ones are. Else it is
// integrated by the method of Dormand and Prince (Boost.Odeint), and put back onto the held faces after each step.
// Times of events are roots, found on steps of the integrator itself. Pieces of the motion that polynomials cannot
// follow are halved; where a jump or a kink that the set does not name as a break is left within the shortest of them,
// u catches up across it.
#pragma once

#include "galet/sweeping/projector.hpp"

namespace galet::sweeping {

/// From u in C(from); `shortest` [s] is the piece across which u catches up. Adds to `events`.
Vector from_event_to_event(Projector& project, double from, double to, double shortest, const Vector& u, int& events);

}  // namespace galet::sweeping
