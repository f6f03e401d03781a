#include "galet/solvers/nlgs.hpp"

#include <cmath>

#include "galet/core/timer.hpp"
#include "galet/laws/inelastic.hpp"
#include "galet/problem/natural_map.hpp"
#include "galet/solvers/epsilon_glob.hpp"
#include "galet/solvers/gauss_seidel_sweep.hpp"
#include "galet/solvers/local/local_solver.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {
namespace {

/// What is noted of a sweep of criterion epsilon_glob.
TracePoint note(std::int64_t k, double seconds, const ContactOperator& op, std::span<const double> p,
                const LaneArray& u, const EpsilonGlob& epsilon) {
    TracePoint point;
    point.iteration = point.passes = k;
    point.seconds = seconds;
    point.residual = measure_dual(op, p, u).residual;
    point.certificate = Certifier().estimate(op, p, u).certificate;
    point.epsilon = epsilon;
    return point;
}

}  // namespace

void Nlgs::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    order_.assign(problem);
    op_.assign(order_.permuted(), RowScaling::none);
    p_.resize(op_.contacts());
    rate_.resize(op_.contacts());
    order_.forth(solution.force, rate_);
    op_.from_force(rate_, p_);
    op_.velocity(p_, u_);
    with_dimension(problem.dimension, [&](auto dim) {
        with_local_solver(settings_, [&](const auto& local) { iterate<dim()>(local, limits, solution); });
    });
    parallel_copy(solution.force, p_);
    order_.back(p_, solution.force);
}

template <int dim, class Local>
void Nlgs::iterate(const Local& local, const Limits& limits, Solution& solution) {
    const Timer timer;
    const bool by_epsilon = settings_.criterion == Criterion::epsilon_glob;
    Limits watched = limits;
    if (by_epsilon) {
        watched.error_bound = -1;  // the certificate decides nothing; overflow and the objective are still watched
        watched.trace = nullptr;
    }
    Stopping stopping(op_, watched, trial_p_, trial_u_);
    BodyRows<dim> rows(op_, u_, order_.packed());
    parallel_for(op_.contacts(), [&](Index c) { rate_[c] = rows.row(c); });

    EpsilonGlob epsilon;
    bool met = false;
    std::int64_t k = 0;
    for (;; ++k) {
        if (by_epsilon) {
            epsilon = measure_epsilon_glob(rows, Local::kKeepsRate, p_, rate_);
            if (limits.trace) limits.trace->push_back(note(k, timer.seconds(), op_, p_, u_, epsilon));
            met = is_met(epsilon, limits);
            if (met) break;
        }
        if (stopping.due(k) || k == limits.max_iterations) {
            refresh();
            if (stopping.done(k, p_, u_) || k == limits.max_iterations) break;
        }
        gauss_seidel_sweep(rows, local, settings_.relaxation, p_, rate_);
    }
    if (met) refresh();
    stopping.write(p_, u_, solution);
    if (met) solution.status = Status::converged;
    solution.epsilon = epsilon;
    solution.iterations = k;
    solution.passes = k + stopping.passes() + (by_epsilon ? k + 1 : 0);
}

bool Nlgs::is_met(const EpsilonGlob& epsilon, const Limits& limits) const {
    return epsilon.total() <= settings_.epsilon && epsilon.complementarity <= limits.error_bound &&
           op_.problem().step * epsilon.deepest <= limits.violation;
}

void Nlgs::refresh() {
    parallel_for(op_.contacts(), [&](Index c) { p_[c] = project_inelastic(p_[c]); });
    op_.velocity(p_, u_);
}

MatrixSolution solve_nlgs(const DelassusProblem& problem, const SolverSettings& settings, const MatrixLimits& limits) {
    const Timer timer;
    MatrixSolution solution;
    std::vector<double>&p = solution.impulse, &rate = solution.rate;
    p.assign(problem.b.size(), 0.0);
    rate.resize(problem.b.size());
    MatrixRows rows(problem, p);
    with_local_solver(settings, [&](const auto& local) {
        for (std::int64_t& k = solution.iterations;; ++k) {
            for (Index c = 0; c < rows.contacts(); ++c) {
                p[c] = project_inelastic(p[c]);
                rate[c] = rows.row(c);
            }
            solution.residual = measure_dual(problem, p, rate).residual;
            if (limits.trace) limits.trace->push_back({k, k, timer.seconds(), solution.residual, {}, {}});
            const bool finite = std::isfinite(solution.residual);
            if (!finite || solution.residual <= limits.residual || k == limits.max_iterations) break;
            gauss_seidel_sweep(rows, local, settings.relaxation, p, rate);
        }
    });
    if (!std::isfinite(solution.residual)) {
        solution.status = Status::not_finite;
        solution.note = "the sweeps diverge: W is not symmetric and positive, or its diagonal is too light";
    } else if (solution.residual <= limits.residual) {
        solution.status = Status::converged;
    }
    return solution;
}

}  // namespace galet
