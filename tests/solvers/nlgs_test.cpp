// Nonlinear Gauss-Seidel and its one-contact solvers (BD17): closed forms on one contact, sameness of the exact ones,
// an independent method.
#include "galet/solvers/nlgs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "galet/solvers/local/local_solver.hpp"
#include "support/nnls.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

SolverSettings nlgs_with(const std::string& local) {
    SolverSettings settings;
    settings.method = "nlgs";
    settings.local = local;
    return settings;
}

Limits tight() {
    Limits limits;
    limits.error_bound = 1e-6;
    limits.violation = 1e-11;
    limits.max_iterations = 2000000;
    return limits;
}

Solution solve(const ContactProblem& problem, const SolverSettings& settings, const Limits& limits) {
    Solution solution;
    solution.force.assign(problem.contacts(), 0.0);
    make_solver(settings)->solve(problem, limits, solution);
    return solution;
}

/// W = G M^-1 G', b = D/h + G U of a problem.
DelassusProblem dense_delassus(const ContactProblem& problem) {
    const Eigen::MatrixXd G = test::dense_gradient(problem);
    const Eigen::MatrixXd W = G * test::dense_inverse_mass(problem).asDiagonal() * G.transpose();
    const Eigen::VectorXd U = Eigen::Map<const Eigen::VectorXd>(problem.free_velocity.data(), G.cols());
    const Eigen::VectorXd b =
        Eigen::Map<const Eigen::VectorXd>(problem.distance.data(), G.rows()) / problem.step + G * U;
    DelassusProblem matrix;
    matrix.b.assign(b.begin(), b.end());
    for (Index c = 0; c < problem.contacts(); ++c) {
        for (Index k = 0; k < problem.contacts(); ++k) {
            if (W(c, k) == 0 && c != k) continue;
            matrix.column.push_back(k);
            matrix.value.push_back(W(c, k));
        }
        matrix.start.push_back(static_cast<std::int64_t>(matrix.value.size()));
    }
    return matrix;
}

// A lone contact with W = 4 and free rate b: p = max(0, -b / W).
constexpr double kW = 4;

double visit(double p, double b, const SolverSettings& settings) {
    return with_local_solver(settings, [&](const auto& local) { return local(p, b + kW * p, kW); });
}

class EveryLocal : public ::testing::TestWithParam<std::string> {};
class StandardLocal : public EveryLocal {};
class ExactLocal : public EveryLocal {};

TEST_P(EveryLocal, KeepsWhatIsSolved) {
    const SolverSettings settings = nlgs_with(GetParam());
    EXPECT_EQ(visit(2, -8, settings), 2);
    EXPECT_EQ(visit(0, 3, settings), 0);
    EXPECT_EQ(visit(0, 0, settings), 0);
}

TEST_P(StandardLocal, ShrinksTheErrorByOneMinusRho) {
    SolverSettings settings = nlgs_with(GetParam());
    for (const double rho : {0.1, 0.43, 1.0, 1.7}) {
        settings.rho = rho;
        double p = 3, error = p - 2;
        for (int sweep = 0; sweep < 10; ++sweep) {
            p = visit(p, -8, settings);
            error *= 1 - rho;
            EXPECT_NEAR(p - 2, error, 1e-14);
        }
    }
}

TEST_P(ExactLocal, IsExactWhereverItStarts) {
    SolverSettings settings = nlgs_with(GetParam());
    for (const double rho : {0.01, 0.43, 1.0, 1.9}) {
        settings.rho = rho;
        for (const double p : {0.0, 0.1, 1.0, 2.0, 50.0}) {
            for (const double b : {-8.0, -0.3, 0.0, 0.7, 40.0}) {
                EXPECT_NEAR(visit(p, b, settings), std::max(0.0, -b / kW), 1e-14) << p << ' ' << b << ' ' << rho;
            }
        }
    }
}

TEST_P(EveryLocal, AgreesWithAnIndependentMethod) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const ContactProblem problem = test::random_problem(1 + static_cast<int>(seed % 3), 16, 0.5, seed);
        const Solution solution = solve(problem, nlgs_with(GetParam()), tight());
        ASSERT_EQ(solution.status, Status::converged);
        const Eigen::VectorXd exact = test::exact_velocity(problem);
        for (Eigen::Index k = 0; k < exact.size(); ++k) EXPECT_NEAR(solution.velocity[k], exact[k], 1e-7);
    }
}

TEST_P(EveryLocal, SolvesAMatrixAsItSolvesItsBodies) {
    const ContactProblem problem = test::random_problem(2, 20, 0.5, 5);
    const MatrixSolution solution =
        solve_nlgs(dense_delassus(problem), nlgs_with(GetParam()), {1e-12, 2000000, nullptr});
    ASSERT_EQ(solution.status, Status::converged);
    EXPECT_LE(solution.residual, 1e-12);
    const Eigen::Map<const Eigen::VectorXd> p(solution.impulse.data(), problem.contacts());
    const Eigen::VectorXd pushed =
        test::dense_inverse_mass(problem).cwiseProduct(Eigen::VectorXd(test::dense_gradient(problem).transpose() * p));
    const Eigen::VectorXd exact = test::exact_velocity(problem);
    for (Eigen::Index k = 0; k < exact.size(); ++k) {
        EXPECT_NEAR(problem.free_velocity[k] + pushed[k], exact[k], 1e-9);
    }
    for (Index c = 0; c < problem.contacts(); ++c) {
        EXPECT_GE(solution.impulse[c], 0);
        EXPECT_NEAR(std::min(solution.impulse[c], solution.rate[c]), 0, 1e-9);
    }
}

TEST_P(EveryLocal, EpsilonGlobNeedsTheComplementarityToo) {
    const ContactProblem problem = test::random_problem(2, 30, 0.5, 9);
    SolverSettings settings = nlgs_with(GetParam());
    settings.criterion = Criterion::epsilon_glob;
    settings.epsilon = 1e9;  // met by anything
    Limits limits;
    limits.error_bound = 1e-5;
    limits.violation = 1;
    limits.max_iterations = 2000000;
    std::vector<TracePoint> trace;
    limits.trace = &trace;
    Solution solution;
    solution.force.assign(problem.contacts(), 1.0);
    make_solver(settings)->solve(problem, limits, solution);
    ASSERT_EQ(solution.status, Status::converged);
    EXPECT_LE(solution.epsilon.complementarity, 1e-5);
    ASSERT_GT(solution.iterations, 0);
    ASSERT_EQ(trace.size(), static_cast<std::size_t>(solution.iterations) + 1);
    EXPECT_GT(trace[trace.size() - 2].epsilon.complementarity, 1e-5);
    EXPECT_EQ(trace.back().epsilon.total(), solution.epsilon.total());
}

const auto by_name = [](const auto& tested) { return tested.param; };
INSTANTIATE_TEST_SUITE_P(All, EveryLocal, ::testing::Values("sbp", "sal", "ebp", "eal", "pdas"), by_name);
INSTANTIATE_TEST_SUITE_P(All, StandardLocal, ::testing::Values("sbp", "sal"), by_name);
INSTANTIATE_TEST_SUITE_P(All, ExactLocal, ::testing::Values("ebp", "eal", "pdas"), by_name);

TEST(Nlgs, WithoutFrictionTheExactOnesAreProjectedGaussSeidel) {
    const ContactProblem problem = test::random_problem(3, 40, 0.3, 2);
    const DelassusProblem matrix = dense_delassus(problem);
    // Projected Gauss-Seidel written out.
    std::vector<double> expected(problem.contacts(), 0.0);
    constexpr int kSweeps = 7;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (Index c = 0; c < problem.contacts(); ++c) {
            double others = matrix.b[c], W = 0;
            for (std::int64_t e = matrix.start[c]; e < matrix.start[c + 1]; ++e) {
                if (matrix.column[e] == c) W = matrix.value[e];
                if (matrix.column[e] != c) others += matrix.value[e] * expected[matrix.column[e]];
            }
            expected[c] = std::max(0.0, -others / W);
        }
    }
    const double largest = *std::max_element(expected.begin(), expected.end());
    ASSERT_GT(largest, 0);
    for (const std::string local : {"sbp", "sal", "ebp", "eal", "pdas"}) {
        SolverSettings settings = nlgs_with(local);
        if (local == "sbp" || local == "sal") settings.rho = 1;
        const MatrixSolution solution = solve_nlgs(matrix, settings, {0.0, kSweeps, nullptr});
        EXPECT_EQ(solution.iterations, kSweeps);
        for (Index c = 0; c < problem.contacts(); ++c) {
            EXPECT_NEAR(solution.impulse[c], expected[c], 1e-14 * largest) << local;
        }
    }
}

TEST(Nlgs, OtherGammaAndRelaxationFindTheSameMotion) {
    const ContactProblem problem = test::random_problem(2, 20, 0.5, 4);
    const Eigen::VectorXd exact = test::exact_velocity(problem);
    SolverSettings settings = nlgs_with("pdas");
    for (const auto& [gamma, relaxation] : {std::pair{0.2, 0.7}, {0.2, 1.0}, {5.0, 1.0}, {1.0, 0.7}, {1.0, 1.6}}) {
        settings.gamma = gamma;
        settings.relaxation = relaxation;
        const Solution solution = solve(problem, settings, tight());
        ASSERT_EQ(solution.status, Status::converged) << gamma << ' ' << relaxation;
        for (const double mu : solution.force) EXPECT_GE(mu, 0);
        for (Eigen::Index k = 0; k < exact.size(); ++k) EXPECT_NEAR(solution.velocity[k], exact[k], 1e-7);
    }
}

}  // namespace
}  // namespace galet
