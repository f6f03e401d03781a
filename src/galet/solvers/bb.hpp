// Projected gradient with the steps of Barzilai and Borwein: z_{k+1} = max(0, z_k - s_k w_k), the step from the last
// change,
//
//   s_k = |dz|^2 / dz'W dz,     dz = z_k - z_{k-1},   dz'W dz = |u_k - u_{k-1}|_M^2,
//
// one pass an iteration. The dual value may get worse for a while; when it is worse than the worst of the last kMemory
// iterates the safe step 1 / L is taken instead. L as in apgd.hpp: a power iteration, raised to what dz shows.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Bb final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    static constexpr int kMemory = 10;
    static constexpr int kPowerIterations = 8;

  private:
    template <int dim>
    void iterate();
    void choose_step(double value, double length, double bent);

    ContactOperator op_;
    std::vector<double> z_, trial_z_;
    LaneArray u_, trial_u_;
    std::vector<double> values_;  ///< of the last iterates, in a ring [J]
    std::int64_t seen_ = 0;
    double step_ = 0, lipschitz_ = 0;
};

}  // namespace galet
