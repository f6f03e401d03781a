// Problems of bodies in a row.
#pragma once

#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet::test {

/// A row of touching bodies on a line, the first comes with speed 1: all leave with m_0 / sum of m.
inline ContactProblem struck_row(const std::vector<double>& masses) {
    ContactProblem problem;
    problem.dimension = 1;
    problem.step = 0.1;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        problem.inverse_mass.push_back(1 / masses[i]);
        problem.free_velocity.push_back(i == 0 ? 1.0 : 0.0);
        if (i == 0) continue;
        problem.first.push_back(static_cast<Index>(i - 1));
        problem.second.push_back(static_cast<Index>(i));
        problem.normal.push_back(1);
        problem.distance.push_back(0);
    }
    return problem;
}

}  // namespace galet::test
