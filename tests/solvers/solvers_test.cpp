// Every solver on the same problems, against an independent method; velocities are compared, forces only where unique.
#include <gtest/gtest.h>

#include <algorithm>

#include "galet/core/parallel.hpp"
#include "galet/solvers/solver.hpp"
#include "support/nnls.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

double mass_norm(const ContactProblem& problem, const Eigen::VectorXd& v) {
    return v.cwiseQuotient(test::dense_inverse_mass(problem).cwiseSqrt()).norm();
}

Eigen::VectorXd dense(const std::vector<double>& v) {
    return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

class EverySolver : public ::testing::TestWithParam<std::string> {
  protected:
    Solution solve(const ContactProblem& problem, const Limits& limits) {
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        make_solver({GetParam()})->solve(problem, limits, solution);
        return solution;
    }

    /// Methods that solve every problem to every tolerance; the others solve it or say why not (their own tests).
    static bool claims_every_problem() { return GetParam() != "active-set"; }
};

Limits tight() {
    Limits limits;
    limits.error_bound = 1e-6;
    limits.violation = 1e-11;
    limits.max_iterations = 2000000;
    return limits;
}

TEST_P(EverySolver, AgreesWithAnIndependentMethod) {
    if (!claims_every_problem()) GTEST_SKIP();
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const double h = seed % 2 ? 0.05 : 0.5;
        const ContactProblem problem = test::random_problem(1 + static_cast<int>(seed % 3), 20, h, seed);
        const Solution solution = solve(problem, tight());
        ASSERT_EQ(solution.status, Status::converged);
        const Eigen::VectorXd exact = test::exact_velocity(problem), u = dense(solution.velocity);
        EXPECT_LE((u - exact).cwiseAbs().maxCoeff(), 1e-7) << "seed " << seed;
        for (const double mu : solution.force) EXPECT_GE(mu, 0);
        // M (u - U) = h G' mu to rounding: the velocity belongs to the forces.
        const Eigen::VectorXd pushed =
            dense(problem.free_velocity) + h * test::dense_inverse_mass(problem).cwiseProduct(Eigen::VectorXd(
                                                   test::dense_gradient(problem).transpose() * dense(solution.force)));
        EXPECT_LE((u - pushed).cwiseAbs().maxCoeff(), 1e-12);
    }
}

/// Methods that compute in single precision within: masses over ten decades and a tight limit.
TEST(FastMethods, AgreeWithAnIndependentMethodWhereMassesDifferByTenDecades) {
    for (const char* method : {"auto", "face-cg", "interior-point"}) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            ContactProblem problem = test::random_problem(1 + static_cast<int>(seed % 3), 20, 0.3, seed);
            for (Index i = 0; i < problem.bodies(); ++i) problem.inverse_mass[i] = std::pow(10.0, i % 11 - 3);
            Limits limits = tight();
            limits.error_bound = 1e-4;  // rounding in double precision does not allow 1e-6
            limits.violation = 1e-9;
            Solution solution;
            solution.force.assign(problem.contacts(), 0.0);
            make_solver({method})->solve(problem, limits, solution);
            ASSERT_EQ(solution.status, Status::converged) << method << ", seed " << seed;
            const Eigen::VectorXd exact = test::exact_velocity(problem);
            EXPECT_LE(mass_norm(problem, dense(solution.velocity) - exact), 1e-4 * mass_norm(problem, exact))
                << method << ", seed " << seed;
        }
    }
}

TEST_P(EverySolver, NeverMakesEnergyHoweverLooseItsLimits) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const ContactProblem problem = test::random_problem(2, 40, 0.3, 100 + seed);
        Limits limits;
        limits.error_bound = 10;
        limits.violation = seed % 2 ? 0.3 : 0.01;
        limits.max_iterations = static_cast<std::int64_t>(seed);
        const Solution solution = solve(problem, limits);
        EXPECT_LE(mass_norm(problem, dense(solution.velocity)),
                  mass_norm(problem, dense(problem.free_velocity)) * (1 + 1e-14));
    }
}

TEST_P(EverySolver, SaysSoWhenItDoesNotConverge) {
    if (!claims_every_problem()) GTEST_SKIP();
    const ContactProblem problem = test::random_problem(2, 40, 0.3, 7);
    Limits limits = tight();
    limits.max_iterations = 3;
    const Solution solution = solve(problem, limits);
    EXPECT_EQ(solution.status, Status::iteration_limit);
    EXPECT_EQ(solution.iterations, 3);
    EXPECT_FALSE(limits.met_by(solution.certificate));
    EXPECT_EQ(solution.velocity.size(), problem.free_velocity.size());
}

TEST_P(EverySolver, HexagonComesToRestWithForcesThatBalance) {
    if (!claims_every_problem()) GTEST_SKIP();
    // Spoke and rim forces are not unique, their sum is: spoke + rim = 1 (in units of the push), u = 0.
    const double h = 0.1;
    const ContactProblem problem = test::squeezed_hexagon(h);
    Limits limits = tight();
    limits.violation = 1e-13;
    const Solution solution = solve(problem, limits);
    ASSERT_EQ(solution.status, Status::converged);
    for (const double v : solution.velocity) EXPECT_NEAR(v, 0, 1e-10);
    std::vector<double> spoke, rim;
    for (Index c = 0; c < problem.contacts(); ++c) {
        if (problem.distance[c] > 0.1) continue;
        (problem.first[c] == 0 ? spoke : rim).push_back(solution.force[c]);
    }
    ASSERT_EQ(spoke.size(), 6U);
    ASSERT_EQ(rim.size(), 6U);
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(spoke[k] + rim[k], 1, 1e-8);
}

TEST_P(EverySolver, ALoneContactIsExact) {
    // A ball of mass 2 at height 1 falling with speed 4 onto a floor, h = 1/2: it lands with velocity -2.
    ContactProblem problem;
    problem.dimension = 1;
    problem.step = 0.5;
    problem.inverse_mass = {0.5};
    problem.free_velocity = {-4};
    problem.first = {kFixed};
    problem.second = {0};
    problem.normal = {1};
    problem.distance = {1};
    Limits limits = tight();
    limits.violation = 1e-15;
    const Solution solution = solve(problem, limits);
    EXPECT_NEAR(solution.velocity[0], -2, 1e-14);
    EXPECT_NEAR(solution.force[0], 8, 1e-13);  // 2 kg * 2 m/s / 0.5 s
}

TEST_P(EverySolver, GivesUpOnAnEmptySetWhenTheDualPassesItsLimit) {
    if (!claims_every_problem()) GTEST_SKIP();
    // A point between two walls that both push it: no velocity is admissible.
    ContactProblem problem;
    problem.dimension = 1;
    problem.step = 1;
    problem.inverse_mass = {1};
    problem.free_velocity = {0.5};
    problem.first = {kFixed, kFixed};
    problem.second = {0, 0};
    problem.normal = {1, -1};
    problem.distance = {-0.1, -0.1};
    Limits limits = tight();
    limits.objective = 10;
    EXPECT_EQ(solve(problem, limits).status, Status::objective_limit);
}

TEST_P(EverySolver, NothingToDo) {
    ContactProblem problem = test::random_problem(3, 5, 0.1, 1);
    problem.first.clear();
    problem.second.clear();
    problem.normal.clear();
    problem.distance.clear();
    const Solution solution = solve(problem, tight());
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_EQ(solution.velocity, problem.free_velocity);
}

TEST_P(EverySolver, SameBitsForAnyNumberOfThreads) {
    const ContactProblem problem = test::random_problem(3, 90, 0.2, 11);  // some thousand contacts: several blocks
    Limits limits;
    limits.violation = 1e-6;
    limits.max_iterations = 300;
    const Solution one = solve(problem, limits);
    for (const int threads : {2, 3, 8}) {
        set_thread_count(threads);
        const Solution many = solve(problem, limits);
        EXPECT_EQ(many.velocity, one.velocity);
        EXPECT_EQ(many.force, one.force);
        EXPECT_EQ(many.iterations, one.iterations);
    }
    set_thread_count(1);
}

TEST_P(EverySolver, StartsFromTheForcesItIsGiven) {
    if (!claims_every_problem()) GTEST_SKIP();
    const ContactProblem problem = test::random_problem(2, 40, 0.3, 3);
    Limits limits;
    limits.violation = 1e-7;
    Solution solution = solve(problem, limits);
    ASSERT_EQ(solution.status, Status::converged);
    ASSERT_GT(solution.iterations, 0);
    make_solver({GetParam()})->solve(problem, limits, solution);
    EXPECT_EQ(solution.iterations, 0);
}

std::vector<std::string> methods() {
    std::vector<std::string> names;
    for (const SolverMethod& method : solver_methods())
        if (method.plain) names.push_back(method.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, EverySolver, ::testing::ValuesIn(methods()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace galet
