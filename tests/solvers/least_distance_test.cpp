// Least distance: the exact answer of small problems, also where masses differ by many decades or nothing can move.
#include "galet/solvers/least_distance.hpp"

#include <gtest/gtest.h>

#include "galet/solvers/auto.hpp"
#include "support/nnls.hpp"
#include "support/problems.hpp"
#include "support/rows.hpp"

namespace galet {
namespace {

Solution solved(const ContactProblem& problem, const Limits& limits) {
    FactoringSolver<LeastDistance> solver;
    Solution solution;
    solution.force.assign(problem.first.size(), 0.0);
    solver.solve(problem, limits, solution);
    return solution;
}

TEST(LeastDistance, GivesTheVelocitiesOfAnIndependentMethod) {
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
        const ContactProblem problem = test::random_problem(1 + static_cast<int>(seed % 3), 12, 0.3, seed);
        const Solution solution = solved(problem, {1e-6, 1e-12});
        ASSERT_EQ(solution.status, Status::converged) << seed << " " << solution.note;
        const Eigen::VectorXd exact = test::exact_velocity(problem);
        for (Eigen::Index k = 0; k < exact.size(); ++k) EXPECT_NEAR(solution.velocity[k], exact[k], 1e-9) << seed;
    }
}

TEST(LeastDistance, MassesOverManyDecadesMoveOnTogether) {
    const std::vector<double> masses = {1e3, 1, 1e-3, 1e2, 1e-2, 1e3, 1e-4, 10};
    double sum = 0;
    for (const double m : masses) sum += m;
    const ContactProblem problem = test::struck_row(masses);
    Auto chooses;
    Solution automatic;
    automatic.force.assign(problem.first.size(), 0.0);
    chooses.solve(problem, {1e-3, 1e-8}, automatic);
    EXPECT_EQ(automatic.status, Status::converged) << automatic.note;
    // Rounding: 2e-16 of an impulse of 500 N s on a body of 1e-4 kg.
    for (const double u : solved(problem, {1e-3, 1e-8}).velocity) EXPECT_NEAR(u, 1e3 / sum, 1e-8);
    for (const double u : automatic.velocity) EXPECT_NEAR(u, 1e3 / sum, 1e-6);
}

TEST(LeastDistance, ConstraintsThatContradictEachOtherAreFoundOut) {
    // A body between two walls that are to be 1 mm away from it on both sides.
    ContactProblem problem;
    problem.dimension = 1;
    problem.step = 0.1;
    problem.inverse_mass = {1};
    problem.free_velocity = {0.5};
    problem.first = {kFixed, kFixed};
    problem.second = {0, 0};
    problem.normal = {1, -1};
    problem.distance = {-1e-3, -1e-3};
    Limits limits{1e-3, 1e-9};
    limits.objective = 10;
    EXPECT_EQ(solved(problem, limits).status, Status::objective_limit);
}

}  // namespace
}  // namespace galet
