// Interior point for Coulomb's law: predictor-corrector steps (Mehrotra92) in the scaling of Nesterov and Todd (AG03),
// taken on the law itself.
//
// With z~ = (f z_n, z_t) and w~ = (w_n / f, w_t) in scaled unknowns (problem/friction_operator.hpp) the law of every
// contact reads
//
//   z~ in L,   y = w~ + |w~_t| e in L,   z~.y = 0,       L: |x_t| <= x_0,   e = (1, 0)
//
// and iterates have z~ o y = mu e with mu -> 0. A step of Newton's method on this, with d = M^1/2 (u - U) = A' z~, is
//
//   (1 + A' S G A) dd = rhs,   S = (F^2 + epsilon)^-1,   G = 1 + e g',   g = w~_t / |w~_t|,   F z~ = F^-1 y:
//
// one unsymmetric sparse factor of body size. Coulomb's law is not the condition of a minimum, so the path mu -> 0 may
// turn back: where steps get short, epsilon, a compliance of the contacts for this one step, leads past. Without the
// correction |w~_t| e (the convex relaxation) it is the classical method.
//
// Contacts without friction keep w~_0 = w_n alone. Of many force networks one near the centre of them all is found.
// From no impulses 25 to 40 factors made a residual of 1e-3 of every packing that was tried. Some problems stop halving
// it before 1e-6: the best iterate is then the answer, and says that it is not exact enough.
#pragma once

#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class FrictionInteriorPoint final : public Solver {
  public:
    /// limits.max_iterations counts factors. Forces that are given are not used.
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// Factors in which the residual must halve.
    static constexpr std::int64_t kPatience = 15;

  private:
    FrictionOperator op_;
    LaneArray z_, u_, z_best_;
};

}  // namespace galet
