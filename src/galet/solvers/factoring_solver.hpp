// Methods that factor the matrix of a problem, as solvers of contact problems and of matrices. A method is written
// once, on a problem in rows scaled to a unit diagonal; what surrounds it is here.
#pragma once

#include <functional>

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/solver.hpp"
#include "galet/solvers/unit_problem.hpp"

namespace galet {

class FactoringMethod {
  public:
    /// Judges z >= 0 after k factorisations; true ends the iteration.
    using Look = std::function<bool(std::int64_t k, std::span<const double> z)>;

    virtual ~FactoringMethod() = default;

    /// `bodies`: the same problem with its bodies, where it has any, else null.
    virtual void assign(DelassusProblem problem, const ContactProblem* bodies) = 0;

    /// Iterates, from `start` where it can, until `look` or the limit ends it or there is no way on, which `note` then
    /// explains; returns the number of factorisations.
    virtual std::int64_t run(std::span<const double> start, std::int64_t max_iterations, const Look& look,
                             std::string& note) = 0;

    /// The best of what it has where no look ended it.
    virtual std::span<const double> z() const = 0;

    /// Whether the start to come is within its limits but for few contacts, as after some were added to a problem that
    /// was solved.
    void expect_nearly_exact(bool nearly_exact) { nearly_exact_ = nearly_exact; }

    const UnitProblem& problem() const { return problem_; }

  protected:
    UnitProblem problem_;
    bool nearly_exact_ = false;
};

template <class Method>
class FactoringSolver final : public Solver {
  public:
    void solve(const ContactProblem& problem, const Limits& limits, Solution& solution) override;
    bool wants_positions(int) const override { return true; }

    /// A start is nearly exact if at most one contact in so many is off.
    static constexpr Index kOneIn = 1000;

  private:
    Index count_off(double violation) const;

    ContactOperator op_;
    Method method_;
    std::vector<double> z_, start_, trial_z_;
    LaneArray u_, trial_u_;
};

/// Solves a problem given as a matrix, W symmetric and positive semidefinite, to the residual of the limits. Where W is
/// not symmetric it says so and returns no forces.
MatrixSolution solve_by_factors(FactoringMethod& method, const DelassusProblem& problem, const MatrixLimits& limits);

template <class Method>
MatrixSolution solve_by_factors(const DelassusProblem& problem, const MatrixLimits& limits) {
    Method method;
    return solve_by_factors(method, problem, limits);
}

}  // namespace galet
