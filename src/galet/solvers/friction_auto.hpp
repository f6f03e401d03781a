// The method for those who do not want to choose, with friction: a few contacts are swept to the end; many are brought
// near by accelerated gradients, and what does not go on to settle there is finished by Newton's method where its
// factors are affordable, or by sweeps, or by gradients again. Where all of that stands still a homotopy leads on, and
// the round begins anew. The note says what was done.
#pragma once

#include "galet/solvers/friction_apgd.hpp"
#include "galet/solvers/friction_homotopy.hpp"
#include "galet/solvers/friction_newton.hpp"
#include "galet/solvers/friction_nlgs.hpp"

namespace galet {

class FrictionAuto final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;

    /// Contacts up to which sweeps come first, so many of them, towards a residual as small as this whatever is asked.
    static constexpr Index kFew = 100;
    static constexpr std::int64_t kSweeps = 500;
    static constexpr double kFinest = 1e-10;
    /// Contacts up to which Newton's method is tried where accelerated gradients stall, and up to which its factors are
    /// cheap.
    static constexpr Index kFactored = 6000, kCheap = 1500;
    /// Iterations in which accelerated gradients must halve the residual, and factors; each where those are cheap and
    /// where they are not.
    static constexpr std::int64_t kPatience[2] = {6000, 20000}, kFactors[2] = {60, 20};
    /// Factors of one attempt of the homotopy.
    static constexpr std::int64_t kHomotopyFactors = 60;

  private:
    FrictionNlgs nlgs_{SolverSettings{}};
    FrictionApgd apgd_;
    FrictionNewton newton_;
    FrictionHomotopy homotopy_;
};

}  // namespace galet
