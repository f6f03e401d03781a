// The groups of checks, one file or more each. None of them leaves anything behind.
#pragma once

#include <filesystem>
#include <vector>

#include "doctor/check.hpp"
#include "doctor/solver_trials.hpp"

namespace galet::doctor {

CheckGroup check_installation();
CheckGroup check_arithmetic(int threads);
CheckGroup check_threads(int threads);
CheckGroup check_memory();
CheckGroup check_files(const std::filesystem::path& folder);
CheckGroup check_motion();

struct SolverGroup {
    CheckGroup group;
    std::vector<Trial> trials;  ///< of every method on every problem
};
SolverGroup check_solvers();

}  // namespace galet::doctor
