// The method for those who do not want to choose, with friction: a few contacts are swept to the end; many are brought
// near by accelerated gradients, and what does not settle there is finished by Newton's method while its factors are
// affordable, then by sweeps. The note says what was done.
#pragma once

#include "galet/solvers/friction_apgd.hpp"
#include "galet/solvers/friction_newton.hpp"
#include "galet/solvers/friction_nlgs.hpp"

namespace galet {

class FrictionAuto final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// Contacts up to which sweeps come first, and so many of them.
    static constexpr Index kFew = 100;
    static constexpr std::int64_t kSweeps = 500;
    /// Iterations of accelerated gradients before Newton's method is tried, on up to so many contacts, with so many
    /// factors.
    static constexpr std::int64_t kGradients = 2500, kFactors = 60;
    static constexpr Index kFactored = 6000;

  private:
    FrictionNlgs nlgs_{SolverSettings{}};
    FrictionApgd apgd_;
    FrictionNewton newton_;
};

}  // namespace galet
