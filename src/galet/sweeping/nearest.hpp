// prox(C, z), the point of C nearest to z (Moreau99 2.2): the x in C with
//
//   z - x in N_C(x),    that is    z - x = sum y_a grad c_a(x),   y >= 0,   c_a(x) <= 0,   y_a c_a(x) = 0
//
// where C is given by inequalities c_a <= 0 (with C(t) of nonempty interior, or polyhedral).
//
// Half-space, ball and box have formulas. Of a polyhedron y solves the dual problem, a small dense one over y >= 0
// (solvers/lawson_hanson.hpp); x is then put onto the faces with y > 0 by an orthogonal factor. Smooth inequalities are
// in nearest_smooth.hpp.
#pragma once

#include "galet/sweeping/convex_set.hpp"

namespace galet::sweeping {

/// Of a projection, relative to the sizes that enter: how near to the set, and to the normal, it must be.
inline constexpr double kAccuracy = 1e-12;

enum class Outcome {
    found,
    empty,     ///< the set has no point (nearer than kFar sizes): a combination of inequalities proves it
    not_found  ///< not to kAccuracy: no interior, not smooth, or empty without a proof at hand
};

struct Nearest {
    Outcome outcome = Outcome::found;
    Vector point;
    Vector multipliers;  ///< y of polyhedra and inequalities, one each
    int rounds = 0;      ///< of smooth inequalities: problems with linear inequalities that were solved
};

Nearest nearest(const ConvexSet& set, const Vector& z);
Nearest nearest(const Polyhedron& set, const Vector& z);

}  // namespace galet::sweeping
