// A crystal between walls: half as many contacts again as it needs, so that W is singular and forces are not unique.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "galet/solvers/solver.hpp"

namespace galet {
namespace {

/// Rows of touching unit discs of mass 1, each in the hollows of the last, between two walls on a floor.
ContactProblem crystal(Index rows, double h, double g) {
    ContactProblem problem;
    problem.dimension = 2;
    problem.step = h;
    const double up = std::sqrt(0.75);
    const auto disc = [&](Index i, Index j) { return j * rows + i; };
    const auto touch = [&](Index first, Index second, double x, double y) {
        problem.first.push_back(first);
        problem.second.push_back(second);
        problem.normal.insert(problem.normal.end(), {x, y});
        problem.distance.push_back(0);
    };
    for (Index j = 0; j < rows; ++j) {
        for (Index i = 0; i < rows; ++i) {
            problem.inverse_mass.push_back(1);
            problem.free_velocity.insert(problem.free_velocity.end(), {0, -g * h});
            problem.position.insert(problem.position.end(), {i + 0.5 * (j % 2), j * up});
            if (j == 0) touch(kFixed, disc(i, j), 0, 1);
            if (i == 0) touch(kFixed, disc(i, j), 1, 0);
            if (i == rows - 1) touch(kFixed, disc(i, j), -1, 0);
            if (i + 1 < rows) touch(disc(i, j), disc(i + 1, j), 1, 0);
            const Index left = i - 1 + j % 2, right = i + j % 2;
            if (j + 1 < rows && left >= 0) touch(disc(i, j), disc(left, j + 1), -0.5, up);
            if (j + 1 < rows && right < rows) touch(disc(i, j), disc(right, j + 1), 0.5, up);
        }
    }
    return problem;
}

class CrystalSolver : public ::testing::TestWithParam<std::string> {};

TEST_P(CrystalSolver, StaysAtRestAndTheFloorCarriesIt) {
    constexpr Index kRows = 12;
    const ContactProblem problem = crystal(kRows, 0.01, 10);
    Solution solution;
    solution.force.assign(problem.contacts(), 0.0);
    Limits limits;
    limits.error_bound = 1e-5;
    limits.violation = 1e-10;
    make_solver({GetParam()})->solve(problem, limits, solution);
    ASSERT_EQ(solution.status, Status::converged) << solution.note;
    for (const double v : solution.velocity) EXPECT_NEAR(v, 0, 1e-6);
    double floor = 0;
    for (Index c = 0; c < problem.contacts(); ++c) {
        if (problem.first[c] == kFixed && problem.normal[2 * static_cast<std::size_t>(c) + 1] == 1)
            floor += solution.force[c];
    }
    EXPECT_NEAR(floor, 10.0 * kRows * kRows, 1e-2);
}

INSTANTIATE_TEST_SUITE_P(Methods, CrystalSolver, ::testing::Values("auto", "apgd", "face-cg", "interior-point"),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

}  // namespace
}  // namespace galet
