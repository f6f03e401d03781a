// Nonlinear Gauss-Seidel with friction (Moreau99 9.2, BD17 3.2): sweeps over the contacts, each solved for the true law
// by a one-contact solver (local/friction_local.hpp) with the velocities brought up to date after every contact.
//
// Contacts are visited in their order by one thread: the same bits for any number of threads.
#pragma once

#include "galet/problem/cone_problem.hpp"
#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/matrix_solution.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class FrictionNlgs final : public Solver {
  public:
    explicit FrictionNlgs(const SolverSettings& settings) : settings_(settings) {}

    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

  private:
    template <int dim, class Local>
    void iterate(const Local& local, const Limits& limits, Solution& solution);

    SolverSettings settings_;
    FrictionOperator op_;
    LaneArray z_, u_;
};

/// The same on a matrix without bodies, from p = 0, until the residual and FCLIB's error are both at most
/// limits.residual.
MatrixSolution solve_friction_nlgs(const ConeProblem& problem, const SolverSettings& settings,
                                   const MatrixLimits& limits);

}  // namespace galet
