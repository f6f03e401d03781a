#include "galet/solvers/auto.hpp"

#include <algorithm>
#include <limits>

#include "galet/solvers/hyperstatic.hpp"

namespace galet {

void Auto::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    try_methods(problem, limits, solution);
    double part = Refinement::kPart;
    for (int k = 0; k < Refinement::kMost; ++k, part *= Refinement::kPart) {
        if (solution.status != Status::iteration_limit || !Refinement::pays(problem, solution)) return;
        Solution rest;
        rest.force.assign(problem.contacts(), 0.0);
        try_methods(Refinement::rest_of(problem, solution, part),
                    Refinement::limits_of(limits, problem, solution, part), rest);
        solution.iterations += rest.iterations;
        solution.passes += rest.passes;
        if (!refinement_.add(problem, limits, rest, part, solution)) return;
        if (k == 0) solution.note += "; refined";
    }
}

void Auto::try_methods(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    const bool flat = problem.dimension < 3;
    const bool films = problem.films() > 0, large = problem.contacts() >= kFlatSize;
    const bool factors_pay = flat ? large || films : problem.contacts() <= kSpaceSize;
    constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();

    solution.factored = false;
    std::int64_t iterations = 0, passes = 0;
    // One method after the other, each from the forces that the last one reached; true when it is over.
    const auto over = [&](Solver& solver, std::int64_t allowance) {
        Limits rest = limits;
        rest.max_iterations = std::min(allowance, limits.max_iterations - iterations);
        solution.note.clear();
        solver.solve(problem, rest, solution);
        iterations = solution.iterations += iterations;
        passes = solution.passes += passes;
        return solution.status != Status::iteration_limit || iterations >= limits.max_iterations;
    };

    if (problem.pushing() <= LeastDistance::kMost) {
        face_cg_.expect({});
        if (over(face_cg_, films ? kFilmAllowance : kFewAllowance)) return;
        const std::string tried = "face-cg used up its " + std::to_string(iterations) + " iterations; least distance";
        Solution exact = solution;
        least_distance_.solve(problem, limits, exact);
        exact.iterations += iterations;
        exact.passes += passes;
        const std::string note = tried + (exact.note.empty() ? "" : ": " + exact.note);
        const bool better = exact.certificate.violation < solution.certificate.violation;
        if (exact.status != Status::iteration_limit || better) solution = std::move(exact);
        solution.note = note;
        return;
    }

    const bool at_once = limits.hard && flat && large && !films && !is_hyperstatic(problem, solution.force, kCrystal);
    face_cg_.expect(flat && large ? FaceCg::Outlook{kFlatLook, kFlatExpected} : FaceCg::Outlook{});
    const std::int64_t allowance = films ? kFilmAllowance : flat ? kFlatAllowance : kSpaceAllowance;
    if (!at_once && over(face_cg_, factors_pay ? allowance : kAll)) return;
    face_cg_.expect({kFlatLook, kCrystalAllowance});
    const bool crystal = flat && !films && is_hyperstatic(problem, solution.force, kCrystal);
    if (crystal && over(face_cg_, kCrystalAllowance)) return;

    const std::string tried = (at_once ? std::string("known to be hard")
                                       : "face-cg used up its " + std::to_string(iterations) + " iterations") +
                              "; interior point";
    solution.factored = true;
    const std::vector<double> reached = solution.force;
    const bool solved = over(interior_point_, kAll);
    const std::string why = solution.note;
    solution.note = tried;
    if (solved) return;
    solution.force = reached;
    face_cg_.expect({});
    over(face_cg_, kAll);
    solution.note = tried + (why.empty() ? " failed" : " failed: " + why) + "; face-cg again";
}

}  // namespace galet
