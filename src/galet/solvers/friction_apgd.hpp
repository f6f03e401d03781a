// Accelerated projected gradients on the cones of friction, inside a fixed point on the slip.
//
// With the correction c = f |w_t| of every contact held fixed (laws/coulomb.hpp) the problem is convex,
//
//   minimise 1/2 z'W z + (b + c n)'z  over z in K,
//
// and is solved by Nesterov's method with adaptive restart and step; then c is taken from the velocities that come out.
// At the end of the fixed point the law holds exactly. The convex problems need not be solved to the end: c is taken
// anew as soon as the problem is solved better than c is known.
#pragma once

#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class FrictionApgd final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// A convex problem is solved until its residual is this part of what the correction is off by.
    static constexpr double kInner = 0.5;

  private:
    template <int dim>
    void iterate(const Limits& limits, Solution& solution);

    FrictionOperator op_;
    LaneArray z_, z_last_;
    LaneArray u_, u_y_;  ///< of z, and of the point the gradient is taken at
    std::vector<double> correction_;
};

}  // namespace galet
