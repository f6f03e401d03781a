// Mehrotra's predictor-corrector method for: minimise 1/2 z'W z + b'z over z >= 0, with w = W z + b (Mehrotra92; for
// quadratic programs GW03).
//
// z > 0 and w > 0 are followed towards z_c w_c = 0. With r = W z + b - w, T = diag(w/z) and mu = z.w / m, an iteration
// factors W + T once and solves with it for
//   the predictor:  (W + T) d = -(W z + b),                       dw = -w - T d,
//   the corrector:  (W + T) d = -(W z + b) + (s mu - d dw) / z,   dw = (s mu - d dw) / z - w - T d,
// s = (mu after the predictor / mu)^3, then for further correctors that draw products far from s mu back to it and so
// allow longer steps (Gondzio96), as long as they do. One step length serves z and w.
//
// Films, the last rows, have no sign to keep: for them T = 0, w = 0, and z starts at 0.
//
// W may be singular and T tends to 0 where contacts push: W + T and a small shift is factored, and a few steps of
// conjugate gradients on W + T take the difference away.
#pragma once

#include "galet/solvers/conjugate_gradient.hpp"
#include "galet/solvers/shifted_factor.hpp"

namespace galet {

class PredictorCorrector {
  public:
    /// Starts at a point that suits the size of b. `w` must outlive the iteration, as must the factor.
    void start(const DelassusProblem& w, ShiftedFactor& factor);

    /// Starts near given z instead: at the point with z_c w_c = s^2 for all c and z_c - w_c as given, s being kInside
    /// times what the natural map |min(z, w)| is on average. Large forces, which glue adds up, stay what they are.
    void move_near(std::span<const double> z);

    /// Goes on with another kind of factor.
    void use(ShiftedFactor& factor) { factor_ = &factor; }

    /// What the conjugate gradients of the last iteration left at worst, in units of what they were asked for: what the
    /// factor is good for.
    double left() const { return left_; }

    /// Solves with the factor in the last iteration.
    int solves() const { return solves_; }

    /// One factorisation. False when there is no way on: z and w stay what they were.
    bool iterate();

    const std::vector<double>& z() const { return z_; }
    const std::vector<double>& w() const { return w_; }
    double complementarity() const { return mu_ / (scale_ * scale_); }  ///< mu in units of b^2, or of s^2
    double last_step() const { return step_; }                          ///< length, 1 at most

  private:
    bool factor();
    void solve(double tolerance);
    void find_direction(std::span<const double> target, double tolerance);
    double tolerance() const;
    double longest_step() const;
    bool correct_further(double target, double& step);

    const DelassusProblem* problem_ = nullptr;
    ShiftedFactor* factor_ = nullptr;
    double scale_ = 1, mu_ = 0, step_ = 0, left_ = 0;
    int solves_ = 0;
    std::vector<double> z_, w_, gradient_;  ///< gradient: W z + b
    std::vector<double> dz_, dw_, best_dz_, best_dw_;
    std::vector<double> aim_, t_, shifted_, right_;
    ConjugateGradient steps_;
};

}  // namespace galet
