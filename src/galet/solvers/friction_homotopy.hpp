// Newton's homotopy on Coulomb's law, followed round its folds: for problems on which every iteration that only goes
// downhill comes to rest in a valley without a solution.
//
// In the unknowns of friction_rows.hpp and with tau = z - w every contact is open (tau_0 <= 0), sticks (|tau_t| <=
// tau_0) or slides, and the law is F(z) = 0 (AC91) with
//
//   F = z where it is open,   F = w where it sticks,   F = (w_0, z_t - tau_0 tau_t / |tau_t|) where it slides.
//
// From a start z_0 the path F(z) = t F(z_0) leads from t = 1 to a solution at t = 0. F is not the gradient of anything
// and t need not fall all the way: small eigenvalues of F' (1e-5 beside 1 in packings of 1,000 spheres) turn their
// sign, |F| has local minima there, and the path has a fold. It is therefore followed by its length in (z, t) (AG90):
// a step along the tangent, then Newton steps across it. Both need one factor of body size,
//
//   F' = B + C A A',   (1 + A' S A) dd = A' R rhs,   dz = R rhs - S A dd,   R = B^-1,  S = B^-1 C,
//
// where epsilon, added to W, keeps what many force networks leave open as it is. Where a step ends near the path but
// not on it, its end is the start of a new path in the same direction.
#pragma once

#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class FrictionHomotopy final : public Solver {
  public:
    /// From the forces that are given; limits.max_iterations counts factors. Not for the convex relaxation.
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

  private:
    FrictionOperator op_;
    LaneArray z_, u_, z_best_;
};

}  // namespace galet
