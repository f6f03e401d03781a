// The point of C = { c_a <= 0, all a } nearest to z, c_a smooth and convex.
//
// Newton's method on the conditions of nearest.hpp: from (x, y) the step d solves
//
//   minimise 1/2 d'H d + (x - z).d   over   c_a(x) + grad c_a(x).d <= 0,      H = 1 + sum y_a c_a''(x),
//
// with H = L L' a projection onto a polyhedron in the variable L'd; its multipliers are the new y. It converges
// quadratically near the answer and is only trusted while its residual falls. Where it does not, cuts lead on:
// c_a(p) + grad c_a(p).(x - p) <= 0 holds on all of C for any p, so that the nearest point of all cuts so far tends to
// the answer from anywhere, and Newton starts again from there.
//
// Gradients that are not given are extrapolated differences (core/derivative.hpp), second derivatives always are
// differences of values: they set the pace, not the answer.
#pragma once

#include "galet/sweeping/nearest.hpp"

namespace galet::sweeping {

Nearest nearest(const Inequalities& set, const Vector& z);

Vector gradient_of(const ConvexFunction& function, const Vector& x, double length);
Matrix curvature_of(const ConvexFunction& function, const Vector& x, double length);  ///< c'', to some 1e-7

/// Whether c'' has no negative eigenvalue at x, but for what differences do: all that can be seen of convexity there.
bool curves_up(const ConvexFunction& function, const Vector& x, double length);

}  // namespace galet::sweeping
