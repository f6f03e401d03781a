// Contacts that rebound with a part e of the approach: the shock law u+ = u- - (1 + e) P_N u- over all contacts of a
// step together (Maury06, Moreau99), P_N the projection onto what the contacts take up.
//
// Positions follow the inelastic step, so that nothing overlaps. The new velocity is
//
//   u^{n+1} = P(U) + M^-1 sum_c e_c G_c p_c,
//
// P the projection in the mass norm onto G_c.v >= w_c over the contacts that pushed in the step, w_c the speed with
// which what is prescribed drives the two apart, and p the impulses of P(u^n). With one e for all that is P(U) - e (u^n
// - P(u^n)); forces are added without e. e = 1 conserves energy. The result may leave a pair approaching: the next step
// takes that up.
#pragma once

#include <span>
#include <vector>

#include "galet/problem/contact_problem.hpp"
#include "galet/problem/solution.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

/// The step that was solved, in the order of its problem.
struct SolvedStep {
    const ContactProblem& problem;
    std::span<const double> force;        ///< mu [N]
    std::span<const double> closing;      ///< h w [m]; empty: 0
    std::span<const double> before;       ///< u^n by body [m/s]
    std::span<const double> restitution;  ///< e by contact
};

class Rebound {
  public:
    void solve(const SolvedStep& step, const Limits& limits, Solver& solver);

    const std::vector<double>& velocity() const { return velocity_; }  ///< u^{n+1} by body of the problem [m/s]
    const std::vector<double>& impulse() const { return impulse_; }    ///< by contact of the problem [N s]
    const Certificate& certificate() const { return certificate_; }    ///< the worse of both projections
    std::int64_t iterations() const { return iterations_; }
    std::int64_t passes() const { return passes_; }

  private:
    void project(std::span<const double> free_velocity, const Limits& limits, Solver& solver);

    std::vector<Index> active_;  ///< contacts that pushed
    ContactProblem cone_;        ///< of these alone
    Solution solution_;
    std::vector<double> velocity_, impulse_;
    Certificate certificate_;
    std::int64_t iterations_ = 0, passes_ = 0;
};

}  // namespace galet
