// Nonlinear Gauss-Seidel (BD17 3.2): sweeps over the contacts, each solved by a one-contact solver of solvers/local/
// with the velocities brought up to date after every contact,
//
//   w_c = D_c/h + G_c u,    p_c' = local(p_c, w_c, W_cc),    u <- u + M^-1 G_c' (p_c' - p_c),    W_cc = G_c M^-1 G_c'
//
// p = h mu [N s]. Without friction ebp, eal, pdas with gamma W = 1, and sbp and sal with rho W = 1 are one and the same
// method, projected Gauss-Seidel; they differ in arithmetic alone.
//
// It stops by the certificate, or as BD17 eq. 42 does (Criterion::epsilon_glob): epsilon_glob <= epsilon; but never by
// that alone: the complementarity without unit must be at most Limits::error_bound, and no contact may close by more
// than Limits::violation in the step, or a margin could not keep bodies apart.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/problem/delassus.hpp"
#include "galet/solvers/conflict_free.hpp"
#include "galet/solvers/matrix_solution.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Nlgs final : public Solver {
  public:
    explicit Nlgs(const SolverSettings& settings) : settings_(settings) {}

    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

  private:
    template <int dim, class Local>
    void iterate(const Local& local, const Limits& limits, Solution& solution);

    /// Impulses that pull are dropped and the velocities summed anew, so that rounding does not pile up in them.
    void refresh();

    /// Whether an iterate is good enough for criterion epsilon_glob.
    bool is_met(const EpsilonGlob& epsilon, const Limits& limits) const;

    SolverSettings settings_;
    ConflictFreeOrder order_;
    ContactOperator op_;  ///< of the contacts in that order, as are p_ and rate_
    std::vector<double> p_, rate_, trial_p_;
    LaneArray u_, trial_u_;
};

/// The same on a matrix without bodies, from p = 0. W may be unsymmetric; where the sweeps then do not converge the
/// answer says so.
MatrixSolution solve_nlgs(const DelassusProblem& problem, const SolverSettings& settings, const MatrixLimits& limits);

}  // namespace galet
