// How far impulses of a problem with friction are from the law, as numbers that do not depend on who found them:
//
//   residual: |z - proj_K(z - w^)| / |proj_K(-b^)|, rows scaled to a unit diagonal; 1 for no impulses, 0 at a solution,
//             for distances that may differ, each by itself, by up to the problem's leeway
//
//   residual_unmoved: the same for the distances as they are
//
//   cone_primal: largest distance of an impulse to its cone [N s]
//
//   cone_dual: largest distance of a corrected velocity u^ to the dual cone [m/s]
//
// w^ = w + f |w_t| n (laws/coulomb.hpp), b^ the same for z = 0. Where proj_K(-b^) is 0, no impulses are the solution
// and the upper part alone is the residual.
//
// The leeway is for what friction makes hard. In a jamming pile the slip of one contact opens or shuts others, and the
// last digits of all the distances f |w_t| h together are out of reach of every method known to us; a millionth of a
// radius is not. Where the leeway e allows it the normal part w_n is taken as the 0 that it would be for a distance
// changed by -h w_n, |h w_n| <= e, as the error bound without friction takes it.
//
// Beside them a certificate like that of problems without friction: `violation` is how much the distances would have to
// differ for the normal parts to be exact, `gap` is P.u^ [J], `error_bound` the residual.
#pragma once

#include "galet/problem/friction_operator.hpp"
#include "galet/problem/solution.hpp"

namespace galet {

struct FrictionCertificate {
    FrictionMeasure measure;  ///< slip_gap is left to the solver
    Certificate certificate;
};

/// |proj_K(-b^)|
double residual_without_impulses(const FrictionOperator& op);

/// Of z and u = u(z), `scale` being what residuals are relative to.
FrictionCertificate measure_friction(const FrictionOperator& op, const LaneArray& z, const LaneArray& u, double scale);

}  // namespace galet
