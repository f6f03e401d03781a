// The dense method against conditions that its answer must satisfy, and against an independent implementation.
#include "galet/solvers/lawson_hanson.hpp"

#include <gtest/gtest.h>

#include "galet/core/random.hpp"
#include "support/nnls.hpp"

namespace galet {
namespace {

Eigen::MatrixXd random_matrix(RandomStream& random, int rows, int columns) {
    Eigen::MatrixXd matrix(rows, columns);
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j) matrix(i, j) = 2 * random.uniform() - 1;
    }
    return matrix;
}

TEST(LawsonHanson, SatisfiesItsConditions) {
    // More rows than columns, and fewer: then W is singular and x is not unique, but A x is.
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        RandomStream random(seed, 3);
        const int rows = seed % 2 ? 6 : 14, columns = 10;
        const Eigen::MatrixXd a = random_matrix(random, rows, columns);
        const Eigen::VectorXd target = random_matrix(random, rows, 1);
        const Eigen::MatrixXd W = a.transpose() * a;
        const Eigen::VectorXd b = -a.transpose() * target;
        const Eigen::VectorXd x = lawson_hanson(W, b, 1e-13), w = W * x + b;
        EXPECT_GE(x.minCoeff(), 0);
        EXPECT_GE(w.minCoeff(), -1e-10);
        EXPECT_NEAR(x.cwiseProduct(w).cwiseAbs().maxCoeff(), 0, 1e-9);
        EXPECT_LE((a * (x - test::nnls(a, target))).norm(), 1e-8);
    }
}

TEST(LawsonHanson, TakesNothingWhereNothingIsAskedFor) {
    EXPECT_EQ(lawson_hanson(Eigen::MatrixXd(0, 0), Eigen::VectorXd(0), 0).size(), 0);
    EXPECT_EQ(lawson_hanson(Eigen::MatrixXd::Identity(3, 3), Eigen::VectorXd::Ones(3), 0), Eigen::VectorXd::Zero(3));
    // Two equal rows share.
    const Eigen::VectorXd x = lawson_hanson(Eigen::MatrixXd::Ones(2, 2), -Eigen::VectorXd::Ones(2), 1e-12);
    EXPECT_NEAR(x.sum(), 1, 1e-10);
}

}  // namespace
}  // namespace galet
