// Accelerated projected gradient on the dual, with adaptive restart: Nesterov's method on rows scaled so that W has a
// unit diagonal,
//
//   z_{k+1} = max(0, y_k - w(y_k) / L),    y_{k+1} = z_{k+1} + beta_k (z_{k+1} - z_k),
//   beta_k = (t_k - 1) / t_{k+1},  t_{k+1} = (1 + sqrt(1 + 4 t_k^2)) / 2,
//
// t back to 1 whenever the last step went uphill, w(y_k).(z_{k+1} - z_k) > 0. L starts from a power iteration;
// whenever the curvature of a step, d'Wd / d'd with d = z_{k+1} - y_k, is larger, it grows by kShorter or to that; else
// it shrinks by kLonger, since most steps bend less than the largest eigenvalue says.
//
// An iteration is one pass over the contacts (gather, project, scatter) and one over the bodies (add up, extrapolate).
// Bodies carry x(z) = u(z) - U = M^-1 A'z; since it is linear in z, x(y_{k+1}) is combined from x(z_{k+1}) and x(z_k)
// and needs no pass of its own.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

/// The iteration itself, for methods that begin or recover with it.
class AcceleratedGradient {
  public:
    /// Starts from z (and u(z)); `op` must stay until the last iteration.
    void start(ContactOperator& op, std::span<const double> z);
    void iterate();

    const std::vector<double>& z() const { return z_; }
    const LaneArray& u();
    /// |min(L y, w(y))| of the last iteration, y before it: the natural map there.
    double residual() const { return residual_; }

    /// Power iterations for the first L.
    static constexpr int kPowerIterations = 8;

  private:
    template <int dim>
    void iterate();

    ContactOperator* op_ = nullptr;
    std::vector<double> z_, z_last_;  ///< z_k; z_{k-1}, overwritten by z_{k+1}
    std::vector<double> b_;           ///< d + A U
    LaneArray x_, x_y_;               ///< x(z_k); x(y_k)
    LaneArray u_;                     ///< u(z_k), made when asked for
    bool moved_ = true;               ///< u_ is old
    double lipschitz_ = 0, t_ = 1, beta_ = 0, residual_ = 0;
};

class Apgd final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

  private:
    ContactOperator op_;
    AcceleratedGradient gradient_;
    std::vector<double> start_, trial_z_;
    LaneArray trial_u_;
};

}  // namespace galet
