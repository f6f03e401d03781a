#include "galet/solvers/friction_auto.hpp"

#include <algorithm>

namespace galet {

void FrictionAuto::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    std::int64_t iterations = 0, passes = 0;
    // One method after the other, each from the forces that the last one reached; true when it is over.
    const auto over = [&](Solver& solver, std::int64_t allowance) {
        Limits rest = limits;
        rest.max_iterations = std::min(allowance, limits.max_iterations - iterations);
        solver.solve(problem, rest, solution);
        iterations = solution.iterations += iterations;
        passes = solution.passes += passes;
        return solution.status != Status::iteration_limit || iterations >= limits.max_iterations;
    };
    solution.note.clear();
    if (problem.convex) {
        over(apgd_, limits.max_iterations);
        return;
    }
    std::string note;
    const auto go_on = [&](const char* name) { note += (note.empty() ? "" : ", then ") + std::string(name); };
    const bool few = problem.contacts() <= kFew, factored = problem.contacts() <= kFactored;
    if (few && over(nlgs_, kSweeps)) return;
    if (!few && over(apgd_, kGradients)) return;
    go_on(few ? "nlgs" : "apgd");
    for (bool done = false; !done;) {
        if (factored) {
            go_on("newton");
            done = over(newton_, kFactors);
        }
        if (!done) {
            go_on("nlgs");
            done = over(nlgs_, 10 * kSweeps);
        }
        if (!done && !few) {
            go_on("apgd");
            done = over(apgd_, kGradients);
        }
    }
    solution.note = note;
}

}  // namespace galet
