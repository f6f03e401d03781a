// Light bodies between heavy ones: forces that cancel leave velocities that are right to rounding all the same.
#include "galet/solvers/refinement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "galet/solvers/auto.hpp"
#include "galet/solvers/least_distance.hpp"
#include "support/rows.hpp"

namespace galet {
namespace {

const std::vector<double> kMasses = {1e5, 1e-5, 1e5, 1e-5, 1e5};

Solution solved(Solver& solver, const ContactProblem& problem, const Limits& limits) {
    Solution solution;
    solution.force.assign(problem.first.size(), 0.0);
    solver.solve(problem, limits, solution);
    return solution;
}

/// All bodies of a struck row move on together, with m_0 / sum of m.
double largest_error(const Solution& solution) {
    double sum = 0, largest = 0;
    for (const double m : kMasses) sum += m;
    for (const double u : solution.velocity) largest = std::max(largest, std::abs(u - kMasses[0] / sum));
    return largest;
}

TEST(Refinement, TakesAwayWhatRoundingOfLargeForcesLeaves) {
    const ContactProblem problem = test::struck_row(kMasses);
    const Limits limits{1e-3, 1e-15};
    FactoringSolver<LeastDistance> once;
    Auto refines;
    // 2e-16 of 7e4 N s on 1e-5 kg is 1e-6 m/s.
    EXPECT_GT(largest_error(solved(once, problem, limits)), 1e-9);
    const Solution refined = solved(refines, problem, limits);
    EXPECT_EQ(refined.status, Status::converged) << refined.note;
    EXPECT_LT(largest_error(refined), 1e-14);
    EXPECT_NE(refined.note.find("refined"), std::string::npos) << refined.note;
    // The forces are still those of the whole step: p_1 stops as much of body 0 as is missing.
    const double stopped = kMasses[0] * (1 - refined.velocity[0]);
    EXPECT_NEAR(problem.step * refined.force[0], stopped, 1e-9 * stopped);
}

TEST(Refinement, FilmsKeepWhatTheyHaveGivenWay) {
    // The same row, a film between each two: G.v = -s p.
    ContactProblem problem = test::struck_row(kMasses);
    const Index contacts = problem.contacts();
    for (Index c = 0; c < contacts; ++c) {
        problem.first.push_back(problem.first[c]);
        problem.second.push_back(problem.second[c]);
        problem.normal.push_back(1);
        problem.distance[c] = 1;  // far: nothing but the films acts
        problem.distance.push_back(0);
        problem.softness.push_back(1e-7);
        problem.film_contact.push_back(c);
    }
    Auto refines;
    const Solution solution = solved(refines, problem, {1e-3, 1e-14});
    EXPECT_EQ(solution.status, Status::converged) << solution.note;
    for (Index c = 0; c < contacts; ++c) {
        const double rate = solution.velocity[c + 1] - solution.velocity[c];
        const double impulse = problem.step * solution.force[contacts + c];
        EXPECT_NEAR(rate, -problem.softness[c] * impulse, 1e-12);
        EXPECT_GT(impulse, 1);
    }
}

TEST(Refinement, DoesNotPayWhereSomethingElseIsWrong) {
    const ContactProblem problem = test::struck_row({1, 1});
    Solution nothing;
    nothing.velocity = problem.free_velocity;
    nothing.force = {0};
    nothing.certificate.violation = 0.1;
    EXPECT_FALSE(Refinement::pays(problem, nothing));
}

}  // namespace
}  // namespace galet
