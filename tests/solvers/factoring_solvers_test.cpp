// What the methods that factor a matrix promise beyond the tests all methods share.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "galet/core/parallel.hpp"
#include "galet/core/random.hpp"
#include "galet/solvers/active_set.hpp"
#include "galet/solvers/auto.hpp"
#include "galet/solvers/interior_point.hpp"
#include "support/near_contacts.hpp"
#include "support/nnls.hpp"

namespace galet {
namespace {

Eigen::VectorXd dense(const std::vector<double>& v) {
    return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

/// The three conditions of a linear complementarity problem, to a part of |b|.
void expect_solved(const DelassusProblem& problem, const MatrixSolution& solution, double tolerance) {
    const double scale = dense(problem.b).cwiseAbs().maxCoeff();
    for (Index c = 0; c < problem.contacts(); ++c) {
        double w = problem.b[c];
        for (std::int64_t k = problem.start[c]; k < problem.start[c + 1]; ++k) {
            w += problem.value[k] * solution.impulse[problem.column[k]];
        }
        EXPECT_NEAR(w, solution.rate[c], 1e-12 * scale);
        EXPECT_GE(solution.impulse[c], 0);
        EXPECT_GE(w, -tolerance * scale);
        EXPECT_NEAR(std::min(solution.impulse[c], std::max(w, 0.0)), 0, tolerance * scale);
    }
}

TEST(InteriorPoint, SolvesAMatrixWithNoBodies) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const ContactProblem problem = test::random_problem(1 + static_cast<int>(seed % 3), 14, 0.3, seed);
        const DelassusProblem w = delassus_of(problem);
        const MatrixSolution solution = solve_by_factors<InteriorPoint>(w, {1e-10, 100, nullptr});
        ASSERT_EQ(solution.status, Status::converged) << solution.note;
        EXPECT_LE(solution.residual, 1e-10);
        expect_solved(w, solution, 1e-9);
        // p gives the one velocity there is: u = U + M^-1 G' p.
        const Eigen::VectorXd u =
            dense(problem.free_velocity) + test::dense_inverse_mass(problem).cwiseProduct(Eigen::VectorXd(
                                               test::dense_gradient(problem).transpose() * dense(solution.impulse)));
        EXPECT_LE((u - test::exact_velocity(problem)).cwiseAbs().maxCoeff(), 1e-7);
    }
}

TEST(InteriorPoint, SolvesTheHexagonAsAMatrix) {
    const DelassusProblem w = delassus_of(test::squeezed_hexagon(0.1));
    const MatrixSolution solution = solve_by_factors<InteriorPoint>(w, {1e-12, 100, nullptr});
    ASSERT_EQ(solution.status, Status::converged) << solution.note;
    expect_solved(w, solution, 1e-10);
}

TEST(InteriorPoint, CountsFactorisationsAndStopsAtItsLimit) {
    const DelassusProblem w = delassus_of(test::random_problem(2, 20, 0.3, 3));
    const MatrixSolution solution = solve_by_factors<InteriorPoint>(w, {1e-12, 2, nullptr});
    EXPECT_EQ(solution.status, Status::iteration_limit);
    EXPECT_EQ(solution.iterations, 2);
    EXPECT_GT(solution.residual, 1e-12);
}

TEST(InteriorPoint, KeepsNothingFromTheLastProblem) {
    const ContactProblem a = test::random_problem(2, 30, 0.3, 3), b = test::random_problem(3, 30, 0.3, 4);
    const auto solve = [](Solver& solver, const ContactProblem& problem) {
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        solver.solve(problem, Limits{}, solution);
        return solution.force;
    };
    FactoringSolver<InteriorPoint> fresh, used;
    const std::vector<double> expected = solve(fresh, a);
    solve(used, b);
    EXPECT_EQ(solve(used, a), expected);
    EXPECT_EQ(solve(used, a), expected);  // what was found from the pattern is used again
}

TEST(InteriorPoint, SameBitsForAnyNumberOfThreadsInContactSpace) {
    const ContactProblem problem = test::near_contacts(3, 600, 0.07, 9, true);
    ASSERT_GT(problem.contacts(), 1000);  // several blocks
    ASSERT_LT(problem.contacts(), BodySpaceFactor::kContacts * 3 * problem.bodies());
    const auto solve = [&] {
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        FactoringSolver<InteriorPoint>().solve(problem, Limits{}, solution);
        EXPECT_EQ(solution.status, Status::converged) << solution.note;
        return solution.force;
    };
    const std::vector<double> one = solve();
    for (const int threads : {2, 5}) {
        set_thread_count(threads);
        EXPECT_EQ(solve(), one);
    }
    set_thread_count(1);
}

TEST(PredictorCorrector, StartsOnTheHyperbolaNearGivenForces) {
    UnitProblem unit;
    unit.assign(delassus_of(test::near_contacts(2, 200, 0.1, 4, true)));
    const Index m = unit.contacts();
    // Forces over many decades, as glue makes them, and none.
    RandomStream random(5, 1);
    std::vector<double> z(m), w(m);
    for (Index c = 0; c < m; ++c) z[c] = c % 3 == 0 ? 0.0 : std::pow(10, random.uniform(-6, 4));
    unit.gradient(z, w);
    ContactSpaceFactor<double> factor;
    factor.assign(unit.matrix(), unit.order());
    PredictorCorrector interior;
    interior.start(unit.matrix(), factor);
    interior.move_near(z);
    const double product = interior.z()[0] * interior.w()[0];
    for (Index c = 0; c < m; ++c) {
        EXPECT_GT(interior.z()[c], 0);
        EXPECT_GT(interior.w()[c], 0);
        EXPECT_NEAR(interior.z()[c] * interior.w()[c], product, 1e-12 * product);
        const double large = std::max(interior.z()[c], interior.w()[c]);
        EXPECT_NEAR(interior.z()[c] - interior.w()[c], z[c] - w[c], 1e-12 * large);
    }
}

/// The problem without contact `left_out`.
ContactProblem without(const ContactProblem& problem, Index left_out) {
    ContactProblem rest = problem;
    rest.first.erase(rest.first.begin() + left_out);
    rest.second.erase(rest.second.begin() + left_out);
    rest.distance.erase(rest.distance.begin() + left_out);
    const auto normal = rest.normal.begin() + static_cast<std::ptrdiff_t>(left_out) * rest.dimension;
    rest.normal.erase(normal, normal + rest.dimension);
    return rest;
}

TEST(InteriorPoint, NeedsFewFactorsAfterAContactWasAdded) {
    const ContactProblem problem = test::near_contacts(2, 900, 0.05, 6, true);
    ASSERT_GT(problem.contacts(), 1000);
    const Limits limits{1e-5, 1e-9};
    const auto solve = [&](const ContactProblem& p, std::vector<double> start) {
        Solution solution;
        solution.force = std::move(start);
        FactoringSolver<InteriorPoint>().solve(p, limits, solution);
        EXPECT_EQ(solution.status, Status::converged) << solution.note;
        return solution;
    };
    const Solution whole = solve(problem, std::vector<double>(problem.contacts(), 0.0));
    // One that pushes, but little: the others stay on their sides.
    Index left_out = 0;
    for (Index c = 0; c < problem.contacts(); ++c) {
        const double force = whole.force[c], least = whole.force[left_out];
        if (force > 0 && (least == 0 || force < least)) left_out = c;
    }
    ASSERT_GT(whole.force[left_out], 0);
    std::vector<double> start =
        solve(without(problem, left_out), std::vector<double>(problem.contacts() - 1, 0.0)).force;
    start.insert(start.begin() + left_out, 0.0);
    const Solution again = solve(problem, start);
    EXPECT_GT(whole.iterations, 6);
    EXPECT_LE(again.iterations, 5);
    EXPECT_LE((dense(again.velocity) - dense(whole.velocity)).norm(), 1e-6 * dense(whole.velocity).norm());
}

TEST(Auto, FactorsAtOnceWhatIsKnownToBeHardAndFindsTheSame) {
    const ContactProblem problem = test::near_contacts(2, 900, 0.05, 6, true);
    Limits limits{1e-5, 1e-9};
    const auto solve = [&] {
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        Auto().solve(problem, limits, solution);
        EXPECT_EQ(solution.status, Status::converged) << solution.note;
        return solution;
    };
    const Solution easy = solve();
    limits.hard = true;
    const Solution hard = solve();
    EXPECT_TRUE(hard.factored);
    EXPECT_LT(hard.iterations, 100);
    EXPECT_EQ(hard.note, "known to be hard; interior point");
    EXPECT_LE((dense(easy.velocity) - dense(hard.velocity)).norm(), 1e-6 * dense(easy.velocity).norm());
}

TEST(ActiveSet, IsExactAfterAFewFactorisationsWhereContactsAreIndependent) {
    // A chain of five points pushed together against a wall: W is tridiagonal and no more contacts than points.
    ContactProblem problem;
    problem.dimension = 1;
    problem.step = 0.5;
    problem.inverse_mass = {1, 0.5, 1, 2, 1};
    problem.free_velocity = {-1, -2, 1, -3, -1};
    problem.first = {kFixed, 0, 1, 2, 3};
    problem.second = {0, 1, 2, 3, 4};
    problem.normal = {1, 1, 1, 1, 1};
    problem.distance = {0.1, 0.2, 0.1, 0, 0.3};
    Solution solution;
    solution.force.assign(5, 0.0);
    Limits limits;
    limits.error_bound = 1e-6;
    limits.violation = 1e-13;
    FactoringSolver<ActiveSet>().solve(problem, limits, solution);
    ASSERT_EQ(solution.status, Status::converged) << solution.note;
    EXPECT_LE((dense(solution.velocity) - test::exact_velocity(problem)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LE(solution.iterations, 6);
}

TEST(ActiveSet, IsRightOrSaysWhyNot) {
    int solved = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const ContactProblem problem = test::random_problem(1 + static_cast<int>(seed % 3), 10, 0.05, seed);
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        Limits limits;
        limits.error_bound = 1e-6;
        limits.violation = 1e-11;
        FactoringSolver<ActiveSet>().solve(problem, limits, solution);
        if (solution.status == Status::converged) {
            ++solved;
            EXPECT_LE((dense(solution.velocity) - test::exact_velocity(problem)).cwiseAbs().maxCoeff(), 1e-7);
        } else {
            EXPECT_EQ(solution.status, Status::iteration_limit);
            EXPECT_FALSE(solution.note.empty());
            EXPECT_FALSE(limits.met_by(solution.certificate));
        }
    }
    EXPECT_GT(solved, 0);
}

TEST(ActiveSet, SaysThatAPackingIsHyperstatic) {
    // Two walls that both push one point: W is singular and there is no answer.
    DelassusProblem w;
    w.start = {0, 2, 4};
    w.column = {0, 1, 0, 1};
    w.value = {1, -1, -1, 1};
    w.b = {-0.1, -0.2};
    const MatrixSolution solution = solve_by_factors<ActiveSet>(w, {1e-10, 100, nullptr});
    EXPECT_EQ(solution.status, Status::iteration_limit);
    EXPECT_NE(solution.note.find("singular"), std::string::npos) << solution.note;
}

TEST(InteriorPoint, DoesNotClaimToSolveWhatHasNoSolution) {
    DelassusProblem w;
    w.start = {0, 2, 4};
    w.column = {0, 1, 0, 1};
    w.value = {1, -1, -1, 1};
    w.b = {-0.1, -0.2};
    EXPECT_NE(solve_by_factors<InteriorPoint>(w, {1e-8, 1000, nullptr}).status, Status::converged);
    w.value = {2, 0, 0, 1};
    w.b = {std::numeric_limits<double>::quiet_NaN(), -1};
    EXPECT_EQ(solve_by_factors<InteriorPoint>(w, {1e-8, 1000, nullptr}).status, Status::not_finite);
    EXPECT_EQ(solve_by_factors<ActiveSet>(w, {1e-8, 1000, nullptr}).status, Status::not_finite);
}

TEST(FactoringSolvers, AskForASymmetricMatrix) {
    DelassusProblem w;
    w.start = {0, 2, 4};
    w.column = {0, 1, 0, 1};
    w.value = {1, 0.5, 0.25, 1};
    w.b = {-1, -1};
    for (const MatrixSolution& solution : {solve_by_factors<InteriorPoint>(w, {1e-8, 50, nullptr}),
                                           solve_by_factors<ActiveSet>(w, {1e-8, 50, nullptr})}) {
        EXPECT_EQ(solution.status, Status::iteration_limit);
        EXPECT_NE(solution.note.find("not symmetric"), std::string::npos);
        EXPECT_EQ(solution.impulse, std::vector<double>(2, 0.0));
    }
}

TEST(FactoringSolvers, SolveNothing) {
    for (const MatrixSolution& solution : {solve_by_factors<InteriorPoint>(DelassusProblem{}, {1e-8, 50, nullptr}),
                                           solve_by_factors<ActiveSet>(DelassusProblem{}, {1e-8, 50, nullptr})}) {
        EXPECT_EQ(solution.status, Status::converged);
        EXPECT_EQ(solution.iterations, 0);
    }
}

}  // namespace
}  // namespace galet
