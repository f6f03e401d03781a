#include "galet/solvers/matrix_gauss_seidel.hpp"

#include <algorithm>
#include <cmath>

#include "galet/core/timer.hpp"
#include "galet/problem/natural_map.hpp"

namespace galet {
namespace {

/// |change of p| in scaled rows.
double sweep(const DelassusProblem& problem, const std::vector<double>& diagonal, std::vector<double>& p) {
    double square = 0;
    for (Index c = 0; c < problem.contacts(); ++c) {
        double w = problem.b[c];
        for (std::int64_t e = problem.start[c]; e < problem.start[c + 1]; ++e)
            w += problem.value[e] * p[problem.column[e]];
        const double next = std::max(0.0, p[c] - w / diagonal[c]);
        square += diagonal[c] * (next - p[c]) * (next - p[c]);
        p[c] = next;
    }
    return std::sqrt(square);
}

/// |min(0, b)| in scaled rows; 1 where nothing approaches.
double scale_of(const DelassusProblem& problem, const std::vector<double>& diagonal) {
    double square = 0;
    for (Index c = 0; c < problem.contacts(); ++c) {
        const double below = std::min(0.0, problem.b[c]);
        square += below * below / diagonal[c];
    }
    return square > 0 ? std::sqrt(square) : 1.0;
}

/// p = 0, since there is no better answer.
MatrixSolution diverged(const DelassusProblem& problem, std::int64_t iterations) {
    MatrixSolution solution;
    solution.status = Status::not_finite;
    solution.impulse.assign(problem.b.size(), 0.0);
    solution.rate = problem.b;
    solution.residual = measure_dual(problem, solution.impulse, solution.rate).residual;
    solution.iterations = iterations;
    solution.note = "the sweeps diverge: Gauss-Seidel does not solve this matrix; the impulses are 0";
    return solution;
}

}  // namespace

MatrixSolution matrix_gauss_seidel(const DelassusProblem& problem, const MatrixLimits& limits) {
    const Timer timer;
    MatrixSolution solution;
    solution.impulse.assign(problem.b.size(), 0.0);
    solution.rate = problem.b;
    const std::vector<double> diagonal = diagonal_of(problem);
    const double scale = scale_of(problem, diagonal);
    const auto look = [&] {
        rates(problem, solution.impulse, solution.rate);
        solution.residual = measure_dual(problem, solution.impulse, solution.rate).residual;
        if (limits.trace != nullptr)
            limits.trace->push_back({solution.iterations, solution.iterations, timer.seconds(), solution.residual, {}});
    };
    look();
    bool small = true;
    while (!(small && solution.residual <= limits.residual)) {
        if (solution.iterations == limits.max_iterations) {
            if (limits.trace == nullptr) look();
            return solution;
        }
        const double change = sweep(problem, diagonal, solution.impulse) / scale;
        ++solution.iterations;
        if (!std::isfinite(change)) return diverged(problem, solution.iterations);
        // Whether it stops does not depend on whether it is traced.
        small = change <= limits.residual;
        if (small || limits.trace != nullptr) look();
    }
    solution.status = Status::converged;
    return solution;
}

}  // namespace galet
