// Nonsmooth nonlinear conjugate gradients: symmetric projected Gauss-Seidel, each sweep's change taken for a gradient
// step and accelerated by the last direction,
//
//   z <- sweep(z),   g = -(its change),   beta = |g|^2 / |g^last|^2;   beta <= 1: z <- z + beta p,  p <- beta p - g;
//   else p <- -g (a restart),
//
// without a projection after the addition: the next sweep makes it. The sweep visits the contacts forth and back, one
// by one, with velocities brought up to date at once. Two passes an iteration, by one thread.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Nncg final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

  private:
    template <int dim>
    void iterate();

    ContactOperator op_;
    std::vector<double> z_, before_, p_, projected_, trial_z_;
    LaneArray u_, trial_u_;
    double square_ = 0;  ///< |g|^2 of the last iteration
};

}  // namespace galet
