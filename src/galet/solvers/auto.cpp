#include "galet/solvers/auto.hpp"

#include <algorithm>

namespace galet {

std::int64_t Auto::allowance(const ContactProblem& problem, const Limits& limits) const {
    const bool flat = problem.dimension < 3;
    const bool factors_pay = flat ? problem.contacts() >= kFlatSize : problem.contacts() <= kSpaceSize;
    return factors_pay ? std::min(limits.max_iterations, flat ? kFlatAllowance : kSpaceAllowance)
                       : limits.max_iterations;
}

void Auto::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    Limits first = limits;
    first.max_iterations = allowance(problem, limits);
    solution.note.clear();
    face_cg_.solve(problem, first, solution);
    if (solution.status != Status::iteration_limit || first.max_iterations == limits.max_iterations) return;

    const std::int64_t iterations = solution.iterations, passes = solution.passes;
    const std::vector<double> reached = solution.force;
    Limits rest = limits;
    rest.max_iterations = limits.max_iterations - iterations;
    interior_point_.solve(problem, rest, solution);
    const std::string interior_note = solution.note;
    solution.note = "face-cg used up its " + std::to_string(iterations) + " iterations; interior point";
    if (solution.status != Status::iteration_limit) {
        solution.iterations += iterations;
        solution.passes += passes;
        return;
    }
    const std::int64_t factors = solution.iterations, factor_passes = solution.passes;
    const std::string note = solution.note + (interior_note.empty() ? " failed" : " failed: " + interior_note);
    solution.force = reached;
    rest.max_iterations = std::max<std::int64_t>(0, rest.max_iterations - factors);
    face_cg_.solve(problem, rest, solution);
    solution.iterations += iterations + factors;
    solution.passes += passes + factor_passes;
    solution.note = note + "; face-cg again";
}

}  // namespace galet
