// Gauss-Seidel on the matrix: against an independent method, and where the matrix is not symmetric against the
// conditions of the problem themselves.
#include "galet/solvers/nlgs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "galet/problem/natural_map.hpp"
#include "support/nnls.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

DelassusProblem problem_of(const Eigen::MatrixXd& w, const Eigen::VectorXd& b) {
    DelassusProblem problem;
    problem.b.assign(b.data(), b.data() + b.size());
    for (Eigen::Index r = 0; r < w.rows(); ++r) {
        for (Eigen::Index c = 0; c < w.cols(); ++c) {
            if (w(r, c) == 0) continue;
            problem.column.push_back(static_cast<Index>(c));
            problem.value.push_back(w(r, c));
        }
        problem.start.push_back(static_cast<std::int64_t>(problem.column.size()));
    }
    return problem;
}

MatrixLimits tight() {
    MatrixLimits limits;
    limits.residual = 1e-12;
    limits.max_iterations = 1000000;
    return limits;
}

TEST(NlgsOnAMatrix, AgreesWithAnIndependentMethod) {
    std::int64_t pushing = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const ContactProblem bodies = test::random_problem(1 + static_cast<int>(seed % 3), 20, 0.5, seed);
        const Eigen::MatrixXd g = test::dense_gradient(bodies);
        const Eigen::VectorXd inverse = test::dense_inverse_mass(bodies);
        const Eigen::VectorXd free = Eigen::Map<const Eigen::VectorXd>(bodies.free_velocity.data(), g.cols());
        const Eigen::VectorXd d = Eigen::Map<const Eigen::VectorXd>(bodies.distance.data(), g.rows());
        const DelassusProblem problem =
            problem_of(g * inverse.asDiagonal() * g.transpose(), d / bodies.step + g * free);
        const MatrixSolution solution = solve_nlgs(problem, {}, tight());
        ASSERT_EQ(solution.status, Status::converged) << "seed " << seed;
        const Eigen::VectorXd p = Eigen::Map<const Eigen::VectorXd>(solution.impulse.data(), g.rows());
        const Eigen::VectorXd u = free + inverse.cwiseProduct(Eigen::VectorXd(g.transpose() * p));
        EXPECT_LE((u - test::exact_velocity(bodies)).cwiseAbs().maxCoeff(), 1e-8) << "seed " << seed;
        EXPECT_LE(solution.residual, 1e-12);
        pushing += (p.array() > 0).count();
    }
    EXPECT_GT(pushing, 100);  // or there was little to agree on
}

TEST(NlgsOnAMatrix, UnsymmetricMatrix) {
    // p = (1, 0, 2): W p + b = (0, 3, 0).
    Eigen::MatrixXd w(3, 3);
    w << 4, 1, -1, 0.5, 3, 1, -0.5, 0.25, 2;
    const Eigen::Vector3d b(-2, 0.5, -3.5);
    const MatrixSolution solution = solve_nlgs(problem_of(w, b), {}, tight());
    ASSERT_EQ(solution.status, Status::converged);
    EXPECT_NEAR(solution.impulse[0], 1, 1e-11);
    EXPECT_EQ(solution.impulse[1], 0);
    EXPECT_NEAR(solution.impulse[2], 2, 1e-11);
    EXPECT_NEAR(solution.rate[1], 3, 1e-11);
}

TEST(NlgsOnAMatrix, SaysSoWhenItDoesNotConverge) {
    Eigen::MatrixXd w(2, 2);
    w << 1, -0.9, -0.9, 1;
    MatrixLimits limits = tight();
    limits.max_iterations = 3;
    const DelassusProblem problem = problem_of(w, Eigen::Vector2d(-1, -1));
    const MatrixSolution solution = solve_nlgs(problem, {}, limits);
    EXPECT_EQ(solution.status, Status::iteration_limit);
    EXPECT_EQ(solution.iterations, 3);
    EXPECT_GT(solution.residual, limits.residual);
}

TEST(NlgsOnAMatrix, SaysSoWhenItDiverges) {
    Eigen::MatrixXd w(2, 2);
    w << 1, -3, -3, 1;
    const MatrixSolution solution = solve_nlgs(problem_of(w, Eigen::Vector2d(-1, -1)), {}, tight());
    EXPECT_EQ(solution.status, Status::not_finite);
    EXPECT_FALSE(solution.note.empty());
    for (const double p : solution.impulse) EXPECT_TRUE(std::isfinite(p));
}

TEST(NlgsOnAMatrix, NothingToDo) {
    EXPECT_EQ(solve_nlgs({}, {}, tight()).status, Status::converged);
    const MatrixSolution apart =
        solve_nlgs(problem_of(Eigen::Matrix2d::Identity(), Eigen::Vector2d(1, 0)), {}, tight());
    EXPECT_EQ(apart.status, Status::converged);
    EXPECT_EQ(apart.iterations, 0);
}

TEST(NlgsOnAMatrix, TracingChangesNothing) {
    Eigen::MatrixXd w(2, 2);
    w << 2, -1.5, -1.5, 2;
    const DelassusProblem problem = problem_of(w, Eigen::Vector2d(-1, -2));
    std::vector<TracePoint> trace;
    MatrixLimits limits = tight();
    const MatrixSolution silent = solve_nlgs(problem, {}, limits);
    limits.trace = &trace;
    const MatrixSolution traced = solve_nlgs(problem, {}, limits);
    EXPECT_EQ(traced.impulse, silent.impulse);
    EXPECT_EQ(traced.iterations, silent.iterations);
    ASSERT_EQ(static_cast<std::int64_t>(trace.size()), traced.iterations + 1);
    EXPECT_EQ(trace.front().residual, 1);
    EXPECT_EQ(trace.back().residual, traced.residual);
}

}  // namespace
}  // namespace galet
