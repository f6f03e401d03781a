// The exact minimum of a small dense problem, by Lawson and Hanson's method (Solving Least Squares Problems, 1974):
//
//   minimise 1/2 x'W x + b'x   over   x >= 0,     so that   w = W x + b >= 0,   x.w = 0.
//
// Unknowns enter one at a time where w is most negative, and leave where they would become negative; each time the
// system of those that are in is solved by a dense factor. W may be singular: it is factored with kSoftness of its
// diagonal added and the answer is refined with W itself, so that w is right to rounding and what W does not see of x
// stays small.
#pragma once

#include <Eigen/Dense>

namespace galet {

/// Of the diagonal of W: far above rounding, far below anything that matters.
inline constexpr double kSoftness = 1e-11;

/// Solves W x = -b, W symmetric and at least semidefinite.
Eigen::VectorXd solve_soft(const Eigen::MatrixXd& W, const Eigen::VectorXd& b);

/// `tolerance` [unit of b]: w may be negative by so much.
Eigen::VectorXd lawson_hanson(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, double tolerance);

}  // namespace galet
