// Small problems to rounding, however ill-conditioned: the step as a problem of least distance, solved with orthogonal
// factors (Lawson and Hanson, Solving Least Squares Problems, 1974, chapter 23).
//
//   minimise |x|   over   C x >= e,      x = M^1/2 (v - U),   C = M^-1/2 G' by rows of length 1,   e = -b
//
// in rows scaled to a unit diagonal of W = C C', so that x = C'z. With y the non-negative least-squares solution of
// [C'; e'] y = (0, ..., 0, 1) and r what is left, x = -r_1..n / r_n+1 and z = -y / r_n+1; where r is 0 the constraints
// contradict each other and y says why. C is factored, never W: masses over ten decades cost half of the digits that
// they cost methods which work on W. Dense: for some hundred contacts at most.
//
// A film pushes and pulls and gives way: its row ends in the root of its softness, at a coordinate of its own, holds
// with equality and enters twice, once with either sign.
#pragma once

#include <Eigen/Dense>

#include "galet/solvers/factoring_solver.hpp"

namespace galet {

/// argmin |A y - f|^2 over y >= 0.
Eigen::VectorXd nonnegative_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& f);

/// Contact problems; a matrix alone does not have the bodies it needs.
class LeastDistance final : public FactoringMethod {
  public:
    void assign(DelassusProblem problem, const ContactProblem* bodies) override;
    std::int64_t run(std::span<const double> start, std::int64_t max_iterations, const Look& look,
                     std::string& note) override;
    std::span<const double> z() const override { return z_; }

    /// Contacts up to which its dense factors are affordable; each may have a film.
    static constexpr Index kMost = 200;

  private:
    Eigen::MatrixXd rows_;  ///< C
    std::vector<double> z_;
};

}  // namespace galet
