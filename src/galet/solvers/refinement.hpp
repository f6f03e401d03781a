// A second solve where forces are so large that rounding of their sums is all that an answer is off by.
//
// A light body between heavy ones gets impulses P that nearly cancel; v = U + M^-1 G' mu is then right to eps P / m at
// best, whatever the method. The exact v is also the answer for v + kappa (U - v) in place of U, with forces kappa mu:
// solved from the velocity that was reached, kappa small, rounding of forces matters as much less, and what pushes
// still pushes. Likewise a light body beside heavy ones that are stopped: methods see M^1/2 v, of all bodies together,
// to rounding. Both forces together, (1 - kappa) mu and those of the second solve, are those of the step.
#pragma once

#include "galet/problem/certify.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

class Refinement {
  public:
    /// Whether `solution`, which misses its limits, does so by no more than such sums lose.
    static bool pays(const ContactProblem& problem, const Solution& solution);

    /// kappa of a first refinement; its square of a second, and so on. Powers of 2, so that multiples are exact.
    static constexpr double kPart = 1.0 / 1024;
    static constexpr int kMost = 4;

    /// What is left to solve after `solution`, kappa being `part`.
    static ContactProblem rest_of(const ContactProblem& problem, const Solution& solution, double part);

    /// and how exactly: its violations count for all forces.
    static Limits limits_of(Limits limits, const ContactProblem& problem, const Solution& solution, double part);

    /// Adds the answer of the rest to that of the whole, and certifies both together: whether that is better.
    bool add(const ContactProblem& problem, const Limits& limits, const Solution& rest, double part,
             Solution& solution);

  private:
    ContactOperator op_;
    std::vector<double> z_;
    LaneArray u_;
};

}  // namespace galet
