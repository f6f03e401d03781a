// Newton's method on Coulomb's law of all contacts at once (AC91), with a sparse factor of W.
//
// With tau = p - u in rows scaled to a unit diagonal, every contact is open (tau_n <= 0: p = 0), sticks (|tau_t| <= f
// tau_n: u = 0) or slides (u_n = 0, p_t = f tau_n tau_t / |tau_t|); the statuses and the directions of sliding follow
// the iterate. Where more contacts hold than there are motions W is singular: a small part of the change is added to
// what must vanish, which moves the answer among equals only. A step that brings no progress is halved; where that does
// not help either, sweeps of Gauss-Seidel go on for a while. From a start with most statuses right a few factors do.
#pragma once

#include "galet/problem/cone_problem.hpp"
#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/matrix_solution.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class FrictionNewton final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

  private:
    FrictionOperator op_;
    LaneArray z_, u_;
};

/// From the impulses in `start` (p = 0 where it is empty), until residual and FCLIB's error are both at most
/// limits.residual. limits.max_iterations counts factors.
MatrixSolution solve_friction_newton(const ConeProblem& problem, const MatrixLimits& limits,
                                     std::span<const double> start = {});

}  // namespace galet
