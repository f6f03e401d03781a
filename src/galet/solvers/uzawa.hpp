// Uzawa's method (Maury06 3.3): projected gradient on the dual with one fixed step,
//
//   u_{k+1} = U + h M^-1 G' mu_k,      mu_{k+1} = max(0, mu_k - rho (D + h G u_{k+1})),     0 < rho < 2 / ||W||,
//
// W = h^2 G M^-1 G' (Maury06 prop. 1 asks for 2 alpha / ||C'C|| with alpha the smallest mass, which is smaller). rho is
// set from the contacts: ||W|| <= 2 h^2 max_i (contacts of i) / m_i, at least as sharp as the paper's remark 8. It
// converges for any problem, slowly: a reference to compare with.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Uzawa final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// Part of the largest admissible rho that is used.
    static constexpr double kSafety = 0.95;

  private:
    ContactOperator op_;
    std::vector<double> z_, trial_z_;
    LaneArray u_, trial_u_;
};

}  // namespace galet
