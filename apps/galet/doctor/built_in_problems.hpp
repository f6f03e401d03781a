// Small contact problems of every kind, taken from steps of small scenes: what solvers are compared on.
#pragma once

#include <string>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet::doctor {

struct BuiltInProblem {
    std::string name;
    std::string what;  ///< for a line of the report
    ContactProblem problem;
};

/// What answers may violate distances by [m]. Without friction the certificate is taken for distances less by half of
/// it, as in a run: else nothing that rests on more contacts than it needs could be certified.
inline constexpr double kViolation = 1e-10;

std::vector<BuiltInProblem> built_in_problems();

}  // namespace galet::doctor
