// BD17 eq. 42 and the complementarity beside it, by hand.
#include "galet/solvers/epsilon_glob.hpp"

#include <gtest/gtest.h>

#include "galet/solvers/gauss_seidel_sweep.hpp"
#include "galet/solvers/local/pdas.hpp"

namespace galet {
namespace {

/// Two contacts: W = [2 1; 1 2], b = (-3, -1).
DelassusProblem two_contacts() {
    DelassusProblem problem;
    problem.start = {0, 2, 4};
    problem.column = {0, 1, 0, 1};
    problem.value = {2, 1, 1, 2};
    problem.b = {-3, -1};
    return problem;
}

TEST(EpsilonGlob, ByHandForASolverWithoutARateOfItsOwn) {
    // p = (2, 1): w = (2, 3). p = (1, 0): w = (-1, 0).
    const DelassusProblem problem = two_contacts();
    std::vector<double> p = {2, 1};
    const std::vector<double> unused = {100, 100};
    const MatrixRows rows(problem, p);
    EpsilonGlob epsilon = measure_epsilon_glob(rows, false, p, unused);
    EXPECT_EQ(epsilon.motion, 0);
    EXPECT_EQ(epsilon.bipotential, (2 * 2 + 3 * 1) / 2.0);
    EXPECT_EQ(epsilon.penetration, 0);
    EXPECT_EQ(epsilon.complementarity, 7.0 / (2 * 4 + 2 * 1));
    p = {1, 0};
    epsilon = measure_epsilon_glob(rows, false, p, unused);
    EXPECT_EQ(epsilon.bipotential, 0.5);
    EXPECT_EQ(epsilon.penetration, 0.5);
    EXPECT_EQ(epsilon.total(), 1);
    EXPECT_EQ(epsilon.complementarity, 0.5);
    EXPECT_EQ(epsilon.deepest, 1);
}

TEST(EpsilonGlob, ByHandAfterASweepOfProjectedGaussSeidel) {
    // Contact 0: p = 3/2, v = 0. Contact 1: w = -1 + 3/2 = 1/2, stays open. So w = (0, 1/2) = v: solved.
    const DelassusProblem problem = two_contacts();
    std::vector<double> p = {0, 0}, rate(2);
    MatrixRows rows(problem, p);
    gauss_seidel_sweep(rows, Pdas{1}, 1.0, p, rate);
    EXPECT_EQ(p, (std::vector<double>{1.5, 0}));
    EXPECT_EQ(rate, (std::vector<double>{0, 0.5}));
    EXPECT_EQ(measure_epsilon_glob(rows, true, p, rate).total(), 0);

    // With b = (-3, -3) contact 1 takes p = 3/4 and leaves v = 0; contact 0 then has w = 3/4 beside its own v = 0.
    DelassusProblem pressed = two_contacts();
    pressed.b = {-3, -3};
    p = {0, 0};
    MatrixRows others(pressed, p);
    gauss_seidel_sweep(others, Pdas{1}, 1.0, p, rate);
    const EpsilonGlob epsilon = measure_epsilon_glob(others, true, p, rate);
    EXPECT_EQ(epsilon.motion, 0.75 / 2);
    EXPECT_EQ(epsilon.bipotential, 0);
    EXPECT_EQ(epsilon.penetration, 0);
    EXPECT_EQ(epsilon.complementarity, 0.75 * 1.5 / (2 * 1.5 * 1.5 + 2 * 0.75 * 0.75));
}

TEST(EpsilonGlob, CountsAPullAgainstIt) {
    const DelassusProblem problem = two_contacts();
    const std::vector<double> p = {2, -1}, rate = {0, 0};  // w = (0, -1)
    const MatrixRows rows(problem, p);
    const EpsilonGlob epsilon = measure_epsilon_glob(rows, true, p, rate);
    EXPECT_EQ(epsilon.complementarity, (1 + 2 * 1) / (2 * 4 + 2 * 1.0));
}

}  // namespace
}  // namespace galet
