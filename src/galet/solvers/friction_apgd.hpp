// Accelerated projected gradients on the cones of friction, with a fixed point on the slip.
//
// With the correction c = f |w_t| of every contact held fixed (laws/coulomb.hpp) the problem is convex,
//
//   minimise 1/2 z'W z + (b + c n)'z  over z in K                                                   (ACLM11)
//
// and Nesterov's method with adaptive restart and step goes towards its solution, while c follows the velocities: the
// inner and the outer iteration are one. At the end the law holds exactly. In the convex relaxation c = 0.
//
// The law itself minimises nothing, and momentum that lasts too long may grow instead of settle: when the residual has
// risen far above its best, the best iterate is taken up again, momentum begins anew more often and c follows slower.
#pragma once

#include <limits>

#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class FrictionApgd final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// Gives up where the residual has not been halved in so many iterations; for callers who have another method.
    void be_patient_for(std::int64_t iterations) { patience_ = iterations; }

    /// Part of what a correction is off by that it moves in one iteration: at first, and at least, after setbacks.
    static constexpr double kFollow = 0.3, kLeastFollow = 0.01;
    /// Residuals so many times the best one are a setback; momentum lasts at least so many iterations.
    static constexpr double kWorse = 5;
    static constexpr std::int64_t kShortest = 20;
    static constexpr double kFirstLipschitz = 2;

  private:
    template <int dim>
    void iterate(const Limits& limits, Solution& solution);
    void begin();
    template <int dim>
    double advance();

    FrictionOperator op_;
    LaneArray z_, z_last_, z_best_;
    LaneArray u_, u_y_;  ///< of z, and of the point the gradient is taken at
    std::vector<double> correction_;
    std::int64_t patience_ = std::numeric_limits<std::int64_t>::max();
    double lipschitz_ = kFirstLipschitz, t_ = 1, beta_ = 0, follow_ = kFollow;
};

}  // namespace galet
