// The problems that solvers are compared on: impact, settled, crystal; in a plane and in space; made by the embedded
// scenes of these names, scaled.
#pragma once

#include <filesystem>
#include <vector>

#include "galet/io/problem_file.hpp"
#include "galet/scene/scene.hpp"

namespace galet::app {

struct ProblemCase {
    std::string scene;  ///< embedded example
    Index bodies = 0;
    std::int64_t step = 0;  ///< whose problem is taken
};

/// Twelve problems: three kinds, two dimensions, 1,000 and 10,000 bodies.
std::vector<ProblemCase> problem_set();

/// Runs the scene up to the step, or reads the problem where an earlier call has left it in `folder`.
StoredProblem make_problem(const ProblemCase& which, const std::filesystem::path& folder);

/// Spheres that settle in a box as wide as their packing will be high, for `end` seconds, kept apart by a margin of a
/// thousandth of the smallest radius.
Scene settling_scene(Index bodies, double step, double end);

/// The width of that box [m].
double settling_side(Index bodies);

/// The violation that a step of the scene may have [m].
double violation_limit(const ProblemCase& which);

}  // namespace galet::app
