// Every method that claims to solve a problem, tried on it and held against an answer found another way.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doctor/built_in_problems.hpp"
#include "doctor/check.hpp"
#include "galet/solvers/solve.hpp"

namespace galet::doctor {

/// One method on one problem. Velocities are compared in the mass norm, relative to max(|U|_M, |v|_M).
struct Trial {
    std::string problem, method;
    bool converged = false;
    std::string status;  ///< as the solver says it
    std::int64_t iterations = 0;
    double residual = 0;                ///< natural map, without unit
    double gap = 0;                     ///< [J]
    double violation = 0;               ///< [m]
    double apart = 0;                   ///< of the velocities from those of the reference
    double bound = 0;                   ///< what the certificate lets `apart` be; 0 where there is none (Coulomb's law)
    Verdict verdict = Verdict::failed;  ///< note: honestly not converged, or another answer of the law
    std::string why;                    ///< of a verdict that is not ok
};

/// By every method of the catalogue that solves such problems, from no forces.
std::vector<SolveReport> solve_by_all(const ContactProblem& problem);

/// Holds answers against a dense, exact solution without friction, with it against that with the smallest residual.
std::vector<Trial> judge(const BuiltInProblem& problem, const std::vector<SolveReport>& reports);

}  // namespace galet::doctor
