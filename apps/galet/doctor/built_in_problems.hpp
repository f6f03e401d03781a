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

std::vector<BuiltInProblem> built_in_problems();

}  // namespace galet::doctor
