#include "galet/solvers/active_set.hpp"

#include <algorithm>
#include <cmath>

#include "galet/core/timer.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {

void ActiveSetIteration::assign(DelassusProblem problem) {
    problem_.assign(std::move(problem));
    face_.assign(problem_.matrix(), problem_.order());
    const Index m = problem_.contacts();
    on_.assign(m, 0);
    z_.resize(m);
    w_.resize(m);
    projected_.resize(m);
    seen_.clear();
}

/// A from (z_, w_); returns how many contacts changed sides.
Index ActiveSetIteration::choose() {
    Index changed = 0;
    for (Index c = 0; c < problem_.contacts(); ++c) {
        const char on = z_[c] - w_[c] > 0;
        changed += on != on_[c];
        on_[c] = on;
    }
    return changed;
}

/// Of A, by FNV-1a.
std::uint64_t ActiveSetIteration::hash() const {
    std::uint64_t value = 0xcbf29ce484222325;
    for (const char on : on_) value = (value ^ static_cast<std::uint64_t>(on)) * 0x100000001b3;
    return value;
}

std::int64_t ActiveSetIteration::run(std::span<const double> z, std::int64_t max_iterations, const Look& look,
                                     std::string& note) {
    const Index m = problem_.contacts();
    std::copy(z.begin(), z.end(), z_.begin());
    problem_.gradient(z_, w_);
    choose();
    const std::int64_t most = std::min(max_iterations, kPatience);
    for (std::int64_t k = 1; k <= most; ++k) {
        seen_.push_back(hash());
        // From 0: what is found then depends on A alone.
        std::fill(z_.begin(), z_.end(), 0.0);
        const Face::Outcome outcome = face_.solve(on_, z_);
        problem_.gradient(z_, w_);
        parallel_for(m, [&](Index c) { projected_[c] = std::max(0.0, z_[c]); });
        if (look(k, projected_)) return k;
        if (outcome != Face::Outcome::solved) {
            note = "W is singular on the active set: more contacts than degrees of freedom (hyperstatic)";
            return k;
        }
        if (choose() == 0) {
            note = "the active set is final; the limits are below what double precision gives";
            return k;
        }
        if (std::find(seen_.begin(), seen_.end(), hash()) != seen_.end()) {
            note = "the active sets cycle";
            return k;
        }
    }
    if (most < max_iterations) note = "the active sets do not settle";
    return most;
}

void ActiveSet::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    op_.velocity(z_, u_);
    solution.note.clear();

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    if (!stopping.done(0, z_, u_)) {
        iteration_.assign(delassus_of(problem));
        start_ = z_;
        k = iteration_.run(
            start_, limits.max_iterations,
            [&](std::int64_t count, std::span<const double> z) {
                std::copy(z.begin(), z.end(), z_.begin());
                op_.velocity(z_, u_);
                return stopping.done(count, z_, u_);
            },
            solution.note);
    }
    stopping.write(z_, u_, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

MatrixSolution solve_active_set(const DelassusProblem& problem, const MatrixLimits& limits) {
    const Timer timer;
    MatrixSolution solution;
    const std::vector<double> start(problem.contacts(), 0.0);
    if (!(asymmetry(problem) <= kSymmetric)) {
        solution.impulse = start;
        solution.rate = problem.b;
        solution.residual = 1;
        solution.note = "W is not symmetric: the factor of this method is that of a symmetric matrix";
        return solution;
    }
    ActiveSetIteration iteration;
    iteration.assign(problem);
    const auto look = [&](std::int64_t k, std::span<const double> z) {
        iteration.problem().write(z, solution);
        if (limits.trace) limits.trace->push_back({k, k, timer.seconds(), solution.residual, {}, {}});
        if (!std::isfinite(solution.residual)) solution.status = Status::not_finite;
        if (solution.residual <= limits.residual) solution.status = Status::converged;
        return solution.status != Status::iteration_limit;
    };
    if (!look(0, start)) solution.iterations = iteration.run(start, limits.max_iterations, look, solution.note);
    return solution;
}

}  // namespace galet
