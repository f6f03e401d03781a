// Solves stored problems for `galet solve`: what is asked for, what comes out, and how it is shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galet/io/fclib_file.hpp"
#include "galet/io/problem_file.hpp"
#include "galet/problem/solution.hpp"

namespace galet::app {

struct SolveOptions {
    std::string method = "auto";
    std::string local = "pdas";       ///< of nlgs
    std::optional<double> tolerance;  ///< error bound of a problem with bodies, residual of a matrix
    std::optional<double> violation;  ///< of a problem with bodies [m]
    std::int64_t max_iterations = 100000;
    bool frictionless = false;  ///< the normal part only
    bool cold = false;          ///< start from no forces
    bool history = false;       ///< note the way
};

struct SolveReport {
    std::string file;    ///< of which kind it is
    std::string origin;  ///< what it says of itself, one line
    std::string method;
    Status status = Status::converged;
    std::string note;
    std::int64_t iterations = 0, passes = 0;
    std::int64_t contacts = 0, active = 0;
    double objective = 0;        ///< 1/2 p'W p + b'p [J]
    Certificate certificate;     ///< of a matrix: the violation is a rate [m/s]
    std::string violation_unit;  ///< m or m/s
    std::string error_bound_of;  ///< what the error bound is relative to
    double residual = 0;         ///< natural map
    bool friction = false;       ///< whether there was some
    double error = 0;            ///< with friction: |p - proj(p - u^)| / |b|, in the units of the problem
    FrictionMeasure measure;     ///< with friction
    double seconds = 0;          ///< wall clock of the solve, reading not counted
    std::vector<TracePoint> history;
};

/// Methods that work on a matrix, by name.
std::vector<std::string> matrix_method_names();

SolveReport solve_problem(const StoredProblem& stored, const SolveOptions& options);
SolveReport solve_matrix(const FclibProblem& problem, const SolveOptions& options);
SolveReport solve_cones(const FclibProblem& problem, const SolveOptions& options);

std::string readable(const SolveReport& report, bool history);
std::string json(const SolveReport& report, bool history);

}  // namespace galet::app
