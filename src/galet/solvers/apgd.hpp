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
// It works on corrections e = z - base of a double-precision iterate, so that single precision is enough for it:
// w(y) = w(base) + A x(y - base), x(e) = M^-1 A'e, and z >= 0 is e >= -base. `rebase` adds the correction to the base
// and computes w(base) afresh; that loses nothing of what the iteration has learnt, and rounding of corrections matters
// less and less. Since x is linear, that of y is combined from those of the last two iterates and needs no pass of its
// own. Films (problem/contact_problem.hpp) have no floor, and w(y) what they add.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

/// The iteration itself, for methods that begin or recover with it. Real: the precision of corrections; for float the
/// operator must have its rows in single precision.
template <class Real>
class AcceleratedGradient {
  public:
    /// Starts from z; `op` must stay until the last iteration.
    void start(ContactOperator& op, std::span<const double> z);
    void iterate();

    /// Makes the iterate the base.
    void rebase();
    const std::vector<double>& z() const { return base_; }  ///< of the last `rebase`
    const LaneArray& u() const { return u_; }               ///< u(z)

    /// |min(L y, w(y))| of the last iteration, y before it: the natural map there.
    double residual() const { return residual_; }
    std::int64_t passes() const { return passes_; }  ///< since the start

    /// Power iterations for the first L.
    static constexpr int kPowerIterations = 8;

  private:
    template <int dim, bool films>
    void iterate();
    void compute_slopes();

    ContactOperator* op_ = nullptr;
    std::vector<double> base_;
    LaneArray u_;
    double unit_ = 1;               ///< of w and e
    std::vector<Real> floor_, w_;   ///< -base and w(base)
    std::vector<Real> e_, e_last_;  ///< of z_k; of z_{k-1}, overwritten by that of z_{k+1}
    LineArray<Real> x_, x_y_;       ///< x of e_k; of y_k - base
    bool moved_ = false;            ///< since the last `rebase`
    std::int64_t passes_ = 0;
    double lipschitz_ = 0, t_ = 1, beta_ = 0, residual_ = 0;
};

class Apgd final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

  private:
    ContactOperator op_;
    AcceleratedGradient<double> gradient_;
    std::vector<double> start_, trial_z_;
    LaneArray trial_u_;
};

}  // namespace galet
