// Projected Gauss-Seidel on the matrix: contact after contact is solved exactly with all others held,
//
//   p_c <- max(0, p_c - w_c / W_cc),      w = W p + b with the newest p,
//
// in the order of the rows, from p = 0. Needs a positive diagonal only. It converges where W is symmetric and positive
// semi-definite, and for unsymmetric W where the diagonal is heavy enough; where it does not, the answer says so. Slow
// (the number of sweeps grows with the condition of W), and so a reference for methods that factor.
//
// An iteration is one sweep. The change of a sweep in scaled rows is about its residual; the residual itself is
// computed only where that is small enough, or the way is traced.
#pragma once

#include "galet/problem/delassus.hpp"
#include "galet/solvers/matrix_solution.hpp"

namespace galet {

MatrixSolution matrix_gauss_seidel(const DelassusProblem& problem, const MatrixLimits& limits);

}  // namespace galet
