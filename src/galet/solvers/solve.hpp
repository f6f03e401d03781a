// Solves one problem with nothing around it, by any method: contacts of bodies, a matrix, or cones with friction.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "galet/problem/cone_problem.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/problem/delassus.hpp"
#include "galet/problem/solution.hpp"

namespace galet {

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

    /// Of contacts of bodies: by contact [N s]; of a matrix: by row.
    std::vector<double> impulse;
    std::vector<double> tangential;      ///< with friction, of contacts of bodies: what `second` got along them [N s]
    std::vector<double> velocity, spin;  ///< of bodies [m/s], [rad/s]
    std::vector<double> rate;            ///< of a matrix: W p + b, by row [m/s]
};

/// "converged", "iteration limit", ...
const char* text_of(Status status);

/// Methods that work on a matrix, by name.
std::vector<std::string> matrix_method_names();

/// From the forces `force` and `tangential` [N]; empty: from none. A method that does not solve such problems is an
/// InputError with those that do.
SolveReport solve_contacts(const ContactProblem& problem, const std::vector<double>& force,
                           const std::vector<double>& tangential, const SolveOptions& options);

/// 0 <= p, W p + b >= 0, p.(W p + b) = 0. `asymmetry` of W decides which methods there are.
SolveReport solve_matrix(const DelassusProblem& problem, double asymmetry, const SolveOptions& options);

SolveReport solve_cones(const ConeProblem& problem, const SolveOptions& options);

}  // namespace galet
