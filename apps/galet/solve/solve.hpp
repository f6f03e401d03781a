// Solves stored problems for `galet solve` and shows what came out.
#pragma once

#include <string>

#include "galet/io/fclib_file.hpp"
#include "galet/io/problem_file.hpp"
#include "galet/solvers/solve.hpp"

namespace galet::app {

struct StoredReport : SolveReport {
    std::string file;    ///< of which kind it is
    std::string origin;  ///< what it says of itself, one line
};

StoredReport solve_stored(const StoredProblem& stored, const SolveOptions& options);
StoredReport solve_fclib(const FclibProblem& problem, const SolveOptions& options);

std::string readable(const StoredReport& report, bool history);
std::string json(const StoredReport& report, bool history);

}  // namespace galet::app
