#include "galet/solvers/factoring_solver.hpp"

#include <algorithm>
#include <cmath>

#include "galet/core/timer.hpp"
#include "galet/solvers/active_set.hpp"
#include "galet/solvers/interior_point.hpp"
#include "galet/solvers/least_distance.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {

/// Contacts of z_ that are open or overlap by more than allowed [m].
template <class Method>
Index FactoringSolver<Method>::count_off(double violation) const {
    const ContactProblem& problem = op_.problem();
    const double count = with_dimension(problem.dimension, [&](auto dim) {
        return ordered_sum(op_.pushing(), [&](Index c) {
            const double slack = problem.step * op_.template row<dim()>(c, u_) / op_.sigma(c) - problem.leeway;
            return slack < -violation || (z_[c] > 0 && slack > violation) ? 1.0 : 0.0;
        });
    });
    return static_cast<Index>(count);
}

template <class Method>
void FactoringSolver<Method>::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    op_.velocity(z_, u_);
    solution.note.clear();

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    const auto take = [&](std::span<const double> z) {
        std::copy(z.begin(), z.end(), z_.begin());
        op_.velocity(z_, u_);
    };
    if (!stopping.done(0, z_, u_)) {
        method_.assign(delassus_of(problem), &problem);
        start_ = z_;
        method_.expect_nearly_exact(count_off(limits.violation) <= op_.contacts() / kOneIn);
        k = method_.run(
            start_, limits.max_iterations,
            [&](std::int64_t count, std::span<const double> z) {
                take(z);
                return stopping.done(count, z_, u_);
            },
            solution.note);
        if (stopping.status() == Status::iteration_limit) take(method_.z());
    }
    stopping.write(z_, u_, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

template class FactoringSolver<ActiveSet>;
template class FactoringSolver<InteriorPoint>;
template class FactoringSolver<LeastDistance>;

MatrixSolution solve_by_factors(FactoringMethod& method, const DelassusProblem& problem, const MatrixLimits& limits) {
    const Timer timer;
    MatrixSolution solution;
    const std::vector<double> start(problem.contacts(), 0.0);
    if (!(asymmetry(problem) <= kSymmetric)) {
        solution.impulse = start;
        solution.rate = problem.b;
        solution.residual = 1;
        solution.note = "W is not symmetric: this method factors a symmetric matrix";
        return solution;
    }
    method.assign(problem, nullptr);
    const auto look = [&](std::int64_t k, std::span<const double> z) {
        method.problem().write(z, solution);
        if (limits.trace) limits.trace->push_back({k, k, timer.seconds(), solution.residual, {}, {}});
        if (!std::isfinite(solution.residual)) solution.status = Status::not_finite;
        if (solution.residual <= limits.residual) solution.status = Status::converged;
        return solution.status != Status::iteration_limit;
    };
    if (look(0, start)) return solution;
    solution.iterations = method.run(start, limits.max_iterations, look, solution.note);
    if (solution.status == Status::iteration_limit) method.problem().write(method.z(), solution);
    return solution;
}

}  // namespace galet
