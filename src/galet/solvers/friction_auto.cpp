#include "galet/solvers/friction_auto.hpp"

#include <algorithm>
#include <limits>

namespace galet {

void FrictionAuto::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    std::int64_t iterations = 0, passes = 0;
    // One method after the other, each from the forces that the last one reached; true when it is over.
    const auto over = [&](Solver& solver, std::int64_t allowance, double finest = std::numeric_limits<double>::max()) {
        Limits rest = limits;
        rest.residual_unmoved = std::min(rest.residual_unmoved, finest);
        rest.max_iterations = std::min(allowance, limits.max_iterations - iterations);
        solver.solve(problem, rest, solution);
        iterations = solution.iterations += iterations;
        passes = solution.passes += passes;
        if (solution.status == Status::iteration_limit && limits.met_by(solution.certificate)) {
            solution.status = Status::converged;
        }
        return solution.status != Status::iteration_limit || iterations >= limits.max_iterations;
    };
    solution.note.clear();
    if (problem.convex) {
        over(apgd_, limits.max_iterations);
        return;
    }
    const bool few = problem.contacts() <= kFew, factored = problem.contacts() <= kFactored;
    const int dear = problem.contacts() > kCheap ? 1 : 0;
    apgd_.be_patient_for(kPatience[dear]);
    if (few ? over(nlgs_, kSweeps, kFinest) : over(apgd_, limits.max_iterations)) return;
    std::string note = few ? "nlgs" : "apgd";
    for (bool done = false; !done;) {
        if (factored) {
            note += ", newton";
            done = over(newton_, kFactors[dear]);
        }
        if (!done) {
            note += ", nlgs";
            done = over(nlgs_, 10 * kSweeps);
        }
        if (!done) {
            note += ", apgd";
            done = over(apgd_, limits.max_iterations);
        }
        if (!done && factored) {
            note += ", homotopy";
            done = over(homotopy_, kHomotopyFactors);
        }
    }
    // One round of it says enough.
    constexpr std::size_t kMostText = 60;
    if (note.size() > kMostText) note = note.substr(0, note.find(", ", kMostText)) + ", ...";
    solution.note = "one after the other: " + note;
}

}  // namespace galet
