#include "galet/problem/natural_map.hpp"

#include <gtest/gtest.h>

#include "support/problems.hpp"

namespace galet {
namespace {

/// Two rows whose diagonals are 4 and 9.
DelassusProblem two_rows() {
    DelassusProblem problem;
    problem.start = {0, 2, 4};
    problem.column = {0, 1, 0, 1};
    problem.value = {4, 1, 1, 9};
    problem.b = {-6, 3};
    return problem;
}

/// w = W p + b
void rates(const DelassusProblem& problem, const std::vector<double>& p, std::vector<double>& w) {
    multiply(problem, p, w);
    for (std::size_t c = 0; c < w.size(); ++c) w[c] += problem.b[c];
}

TEST(NaturalMap, IsOneAtZeroAndZeroAtTheSolution) {
    const DelassusProblem problem = two_rows();
    std::vector<double> w(2);
    const std::vector<double> nothing = {0, 0}, solution = {1.5, 0};
    rates(problem, nothing, w);
    EXPECT_EQ(w, problem.b);
    EXPECT_DOUBLE_EQ(measure_dual(problem, nothing, w).residual, 1);
    EXPECT_EQ(measure_dual(problem, nothing, w).objective, 0);
    rates(problem, solution, w);
    EXPECT_EQ(measure_dual(problem, solution, w).residual, 0);
    EXPECT_DOUBLE_EQ(measure_dual(problem, solution, w).objective, -4.5);  // 1/2 4 1.5^2 - 6 1.5
}

TEST(NaturalMap, ScalesRowsToAUnitDiagonal) {
    // p = (1, 1): w = (-1, 13); scaled z = (2, 3), w = (-1/2, 13/3), b = (-3, 1): |(-1/2, 3)| / 3.
    const DelassusProblem problem = two_rows();
    const std::vector<double> p = {1, 1};
    std::vector<double> w(2);
    rates(problem, p, w);
    EXPECT_EQ(w, (std::vector<double>{-1, 13}));
    EXPECT_DOUBLE_EQ(measure_dual(problem, p, w).residual, std::sqrt(0.25 + 9) / 3);
    EXPECT_DOUBLE_EQ(measure_dual(problem, p, w).objective, 0.5 * (4 + 9 + 2) - 6 + 3);
}

TEST(NaturalMap, OperatorAndMatrixAgree) {
    // A ball of mass 2 falls on a floor with speed 4, 1 m away, h = 1/2: W = 1/2, b = 2 - 4; p = 3 is a little short.
    ContactProblem problem;
    problem.dimension = 1;
    problem.step = 0.5;
    problem.inverse_mass = {0.5};
    problem.free_velocity = {-4};
    problem.first = {kFixed};
    problem.second = {0};
    problem.normal = {1};
    problem.distance = {1};
    ContactOperator op;
    op.assign(problem, RowScaling::unit_diagonal);
    std::vector<double> z(1);
    op.from_force(std::vector<double>{6}, z);
    LaneArray u(op.velocity_size());
    op.velocity(z, u);
    const DualMeasure dual = measure_dual(op, z, u);
    EXPECT_NEAR(dual.residual, 0.25, 1e-15);  // w = -1/2 against b = -2
    EXPECT_NEAR(dual.objective, 0.5 * 0.5 * 9 - 2 * 3, 1e-14);
}

}  // namespace
}  // namespace galet
