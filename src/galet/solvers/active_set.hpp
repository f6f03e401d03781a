// The primal-dual active set method for all contacts at once (BD17 4.3, there for one contact at a time inside
// Gauss-Seidel; a semismooth Newton method):
//
//   A = {c : z_c - gamma w_c > 0},     W_AA z_A = -b_A,  z = 0 elsewhere,     w = W z + b,     until A repeats,
//
// in rows scaled to a unit diagonal and with gamma = 1, so in units of each contact's own W_cc. (BD17 eq. 37 takes >=
// 0: a contact with z = w = 0 is then active; either is right.) An answer is exact to rounding after a few
// factorisations, or there is none: nothing makes the method converge from far away. It says so when the sets come back
// to an earlier one or wander, and when W_AA is singular: more contacts than degrees of freedom.
#pragma once

#include <functional>

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/face.hpp"
#include "galet/solvers/solver.hpp"
#include "galet/solvers/unit_problem.hpp"

namespace galet {

/// The method itself, on a problem given as a matrix.
class ActiveSetIteration {
  public:
    /// Judges z >= 0 after k factorisations; true ends the iteration.
    using Look = std::function<bool(std::int64_t k, std::span<const double> z)>;

    void assign(DelassusProblem problem);

    /// Iterates from z until `look`, the limit or a repeated set ends it; returns the number of factorisations.
    std::int64_t run(std::span<const double> z, std::int64_t max_iterations, const Look& look, std::string& note);

    const UnitProblem& problem() const { return problem_; }

    /// Factorisations after which it gives up: it settles within some ten of them, or wanders.
    static constexpr std::int64_t kPatience = 100;

  private:
    Index choose();
    std::uint64_t hash() const;

    UnitProblem problem_;
    Face face_;
    std::vector<char> on_;
    std::vector<double> z_, w_, projected_;
    std::vector<std::uint64_t> seen_;
};

class ActiveSet final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;
    bool wants_positions(int) const override { return true; }

  private:
    ContactOperator op_;
    ActiveSetIteration iteration_;
    std::vector<double> z_, start_, trial_z_;
    LaneArray u_, trial_u_;
};

/// Solves a problem given as a matrix, W symmetric and positive semidefinite, to the residual of the limits.
MatrixSolution solve_active_set(const DelassusProblem& problem, const MatrixLimits& limits);

}  // namespace galet
