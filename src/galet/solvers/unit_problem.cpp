#include "galet/solvers/unit_problem.hpp"

#include "galet/problem/natural_map.hpp"

#include <utility>

#include "galet/core/parallel.hpp"
#include "galet/solvers/dissection.hpp"

namespace galet {

bool UnitProblem::assign(DelassusProblem problem) {
    // Positions count: with others the order would be another, and so would be the last bits of the answer.
    const bool same = problem.start == matrix_.start && problem.column == matrix_.column &&
                      problem.dimension == matrix_.dimension && problem.position == matrix_.position;
    matrix_ = std::move(problem);
    sigma_ = scale_to_unit_diagonal(matrix_);
    if (!same) order_ = dissection_order({matrix_.start, matrix_.column}, matrix_.dimension, matrix_.position);
    return same;
}

void UnitProblem::gradient(std::span<const double> z, std::span<double> w) const {
    multiply(matrix_, z, w);
    parallel_for(contacts(), [&](Index c) { w[c] += matrix_.b[c]; });
}

void UnitProblem::write(std::span<const double> z, MatrixSolution& solution) const {
    const Index m = contacts();
    solution.impulse.resize(m);
    solution.rate.resize(m);
    gradient(z, solution.rate);
    solution.residual = measure_dual(matrix_, z, solution.rate).residual;
    parallel_for(m, [&](Index c) {
        solution.impulse[c] = sigma_[c] * z[c];
        solution.rate[c] /= sigma_[c];
    });
}

}  // namespace galet
