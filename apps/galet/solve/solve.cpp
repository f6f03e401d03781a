#include "solve/solve.hpp"

#include <fmt/format.h>

namespace galet::app {

StoredReport solve_stored(const StoredProblem& stored, const SolveOptions& options) {
    const ContactProblem& problem = stored.problem;
    return {solve_contacts(problem, stored.force, stored.tangential, options),
            fmt::format("contact problem of galet, {} bodies in {}D, h = {:.6g} s", problem.bodies(), problem.dimension,
                        problem.step),
            fmt::format("{}, step {}, t = {:.6g} s", stored.origin.title, stored.origin.step, stored.origin.time)};
}

StoredReport solve_fclib(const FclibProblem& problem, const SolveOptions& options) {
    const char* const form = problem.global ? "global" : "local";
    if (problem.friction > 0 && !options.frictionless) {
        return {solve_cones(problem.cones, options),
                fmt::format("FCLIB {} problem in {}D, friction up to {}", form, problem.dimension, problem.friction),
                problem.title};
    }
    return {solve_matrix(problem.normal, problem.asymmetry, options),
            fmt::format("FCLIB {} problem in {}D, frictionless part", form, problem.dimension), problem.title};
}

}  // namespace galet::app
