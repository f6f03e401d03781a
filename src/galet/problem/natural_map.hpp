// How far impulses are from solving a problem, as one number that does not depend on units or on who solved it: the
// natural-map residual
//
//   |z - max(0, z - w)| / |min(0, b)|,     z = sqrt(W_cc) p,   w and b divided by sqrt(W_cc)
//
// in rows scaled so that W has a unit diagonal. It is 0 exactly at a solution of p >= 0, w = W p + b >= 0, p.w = 0, and
// 1 for p = 0. Where no row of b is negative, p = 0 is the solution and the upper part alone is the residual.
//
// Films, whose z has either sign, count with w.
//
// Beside it the value of the dual, 1/2 p'W p + b'p [J], which a solution makes smallest where W is symmetric.
#pragma once

#include <span>

#include "galet/problem/contact_operator.hpp"
#include "galet/problem/delassus.hpp"

namespace galet {

struct DualMeasure {
    double residual = 0;
    double objective = 0;  ///< 1/2 p'W p + b'p [J]
};

/// Of z in an operator, u = u(z).
DualMeasure measure_dual(const ContactOperator& op, std::span<const double> z, const LaneArray& u);

/// Of impulses p of a matrix and their rates w = W p + b.
DualMeasure measure_dual(const DelassusProblem& problem, std::span<const double> p, std::span<const double> w);

/// W_cc of every contact, which must all be among the entries.
std::vector<double> diagonal_of(const DelassusProblem& problem);

}  // namespace galet
