#include "galet/problem/delassus.hpp"
#include "galet/problem/natural_map.hpp"

#include <gtest/gtest.h>

#include "support/nnls.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

TEST(Delassus, IsTheDenseMatrix) {
    for (int dimension = 1; dimension <= 3; ++dimension) {
        const ContactProblem problem = test::random_problem(dimension, 15, 0.3, 6, 10);
        const DelassusProblem w = delassus_of(problem);
        const Eigen::MatrixXd g = test::dense_gradient(problem);
        const Eigen::MatrixXd expected = g * test::dense_inverse_mass(problem).asDiagonal() * g.transpose();
        ASSERT_EQ(w.contacts(), problem.contacts());
        Eigen::MatrixXd found = Eigen::MatrixXd::Zero(w.contacts(), w.contacts());
        for (Index c = 0; c < w.contacts(); ++c) {
            for (std::int64_t k = w.start[c]; k < w.start[c + 1]; ++k) {
                if (k > w.start[c]) {
                    EXPECT_LT(w.column[k - 1], w.column[k]);
                }
                found(c, w.column[k]) = w.value[k];
            }
        }
        EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-14 * expected.cwiseAbs().maxCoeff());
        const Eigen::VectorXd b =
            Eigen::Map<const Eigen::VectorXd>(problem.distance.data(), problem.contacts()) / problem.step +
            g * Eigen::Map<const Eigen::VectorXd>(problem.free_velocity.data(), g.cols());
        for (Index c = 0; c < w.contacts(); ++c) EXPECT_NEAR(w.b[c], b[c], 1e-13 * (1 + std::abs(b[c])));
        EXPECT_LE(asymmetry(w), 1e-15);
        EXPECT_TRUE(w.position.empty());
    }
}

TEST(Delassus, KnowsWhereContactsAre) {
    ContactProblem problem;
    problem.dimension = 2;
    problem.inverse_mass = {1, 1};
    problem.free_velocity = {0, 0, 0, 0};
    problem.position = {0, 1, 2, 5};
    problem.first = {0, kFixed};
    problem.second = {1, 1};
    problem.normal = {1, 0, 0, 1};
    problem.distance = {0, 0};
    EXPECT_EQ(delassus_of(problem).position, (std::vector<double>{1, 3, 2, 5}));
}

TEST(Delassus, ScalesToAUnitDiagonalAndMeasuresAsymmetry) {
    DelassusProblem w;
    w.start = {0, 2, 4};
    w.column = {0, 1, 0, 1};
    w.value = {4, 1, 1, 9};
    w.b = {-2, 3};
    EXPECT_EQ(asymmetry(w), 0);
    EXPECT_EQ(scale_to_unit_diagonal(w), (std::vector<double>{0.5, 1.0 / 3}));
    EXPECT_EQ(w.value[0], 1);
    EXPECT_NEAR(w.value[1], 1.0 / 6, 1e-16);
    EXPECT_EQ(w.b[0], -1);
    // z = (1, 0), w = (0, 1 + 1/6): a solution. z = 0: only the first row is missed, by |b_0|.
    EXPECT_EQ(measure_dual(w, std::vector<double>{1, 0}, std::vector<double>{0, 1 + 1.0 / 6}).residual, 0);
    EXPECT_EQ(measure_dual(w, std::vector<double>{0, 0}, w.b).residual, 1);
    w.value[1] += 0.5;
    EXPECT_NEAR(asymmetry(w), 0.5, 1e-15);
    w.column[2] = 1;  // no (1, 0)
    EXPECT_EQ(asymmetry(w), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace galet
