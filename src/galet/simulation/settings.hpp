// What a user chooses, with defaults, units and admissible range beside each field.
#pragma once

#include <cstdint>
#include <string>

#include "galet/laws/law.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

/// What happens when a step cannot be solved to its limits.
enum class OnFailure {
    stop,      ///< the run ends there, everything before is kept
    warn,      ///< the step is taken as it is, counted and reported
    subdivide  ///< the step is taken in parts (simulation/subdivision.hpp); `stop` where that does not help
};

/// round(end / step) where that is within 1e-9 of whole, else rounded up.
std::int64_t step_count(double end, double step);

struct Settings {
    // [simulation]
    int dimension = 3;             ///< 1, 2 or 3
    std::string scheme = "maury";  ///< see `schemes()` in simulation/catalogue.hpp
    double theta = 0.5;            ///< of scheme theta, in [0.5, 1]
    double step = 0;               ///< h [s], > 0
    double end = 0;                ///< [s], > 0
    std::uint64_t seed = 1;        ///< of everything drawn at random

    // [contact]
    LawSettings contact;
    double margin = 1e-6;  ///< kept between bodies, of the length scale; 0, or at least 10 `violation`

    // [solver]
    SolverSettings solver;                 ///< method and its options
    double tolerance = 1e-3;               ///< largest certified error bound of a step; with friction, largest scaled
                                           ///< residual of the natural map within the leeway; > 0
    double violation = 1e-7;               ///< largest violation, of the length scale, in [1e-12, 1)
    std::int64_t max_iterations = 100000;  ///< of one solve, >= 1
    OnFailure on_failure = OnFailure::stop;

    // [output]
    std::int64_t every = 1;               ///< steps between frames of the trajectory, >= 1
    std::int64_t checkpoint_every = 100;  ///< steps between checkpoints, >= 1
    double field_cell = 0;                ///< crowds: edge of the cells of fields.csv [m]; 0: five length scales

    std::int64_t steps() const { return step_count(end, step); }
};

}  // namespace galet
