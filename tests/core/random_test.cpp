#include "galet/core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace galet {
namespace {

TEST(Random, IsUniform) {
    // Mean 1/2 and variance 1/12, to five standard deviations of 10^5 draws; always in [0, 1).
    const int n = 100000;
    double sum = 0, square = 0;
    for (int k = 0; k < n; ++k) {
        const double x = uniform_draw(7, 3, k);
        ASSERT_GE(x, 0);
        ASSERT_LT(x, 1);
        sum += x;
        square += (x - 0.5) * (x - 0.5);
    }
    EXPECT_NEAR(sum / n, 0.5, 5 / std::sqrt(12.0 * n));
    EXPECT_NEAR(square / n, 1.0 / 12, 5 * std::sqrt(1.0 / 180 / n));
}

TEST(Random, NormalDrawsHaveTheMomentsOfTheNormalLaw) {
    // Means of w, w^2, w^3, w^4 are 0, 1, 0, 3, of variances 1, 2, 15, 96; to five standard deviations.
    const int n = 200000;
    for (const int member : {0, 1}) {
        double sum[5] = {};
        for (int k = 0; k < n; ++k) {
            const double w = normal_draws(7, 3, k)[member];
            for (int power = 1; power <= 4; ++power) sum[power] += std::pow(w, power);
        }
        EXPECT_NEAR(sum[1] / n, 0, 5 / std::sqrt(n));
        EXPECT_NEAR(sum[2] / n, 1, 5 * std::sqrt(2.0 / n));
        EXPECT_NEAR(sum[3] / n, 0, 5 * std::sqrt(15.0 / n));
        EXPECT_NEAR(sum[4] / n, 3, 5 * std::sqrt(96.0 / n));
    }
}

TEST(Random, NormalDrawsFallIntoTheQuantilesOfTheNormalLaw) {
    // Shares beyond 0, 1, 2, 3, 4 standard deviations, from the error function.
    const int n = 400000;
    for (const double bound : {0.0, 1.0, 2.0, 3.0, 4.0}) {
        const double share = 0.5 * std::erfc(bound / std::sqrt(2.0));
        int above = 0, below = 0;
        for (int k = 0; k < n; ++k) {
            const double w = normal_draws(11, 5, k)[k % 2];
            above += w > bound;
            below += w < -bound;
        }
        const double spread = 5 * std::sqrt(n * share * (1 - share));
        EXPECT_NEAR(above, n * share, spread) << bound;
        EXPECT_NEAR(below, n * share, spread) << bound;
    }
}

TEST(Random, NormalDrawsAreIndependent) {
    // Of each other, of the next number and of the next stream, in value and in square.
    const int n = 200000;
    double product[3] = {}, squares[3] = {};
    for (int k = 0; k < n; ++k) {
        const auto w = normal_draws(7, 3, k);
        const double other[3] = {w[1], normal_draws(7, 3, k + 1)[0], normal_draws(7, 4, k)[0]};
        for (int j = 0; j < 3; ++j) {
            product[j] += w[0] * other[j];
            squares[j] += (w[0] * w[0] - 1) * (other[j] * other[j] - 1);
        }
    }
    for (int j = 0; j < 3; ++j) {
        EXPECT_NEAR(product[j] / n, 0, 5 / std::sqrt(n));
        EXPECT_NEAR(squares[j] / n, 0, 5 * 2 / std::sqrt(n));
    }
}

TEST(Random, DependsOnSeedStreamAndNumberAlone) {
    RandomStream stream(5, 6);
    for (int k = 0; k < 100; ++k) EXPECT_EQ(stream.uniform(), uniform_draw(5, 6, k));
    EXPECT_NE(uniform_draw(5, 6, 0), uniform_draw(6, 6, 0));
    EXPECT_NE(uniform_draw(5, 6, 0), uniform_draw(5, 7, 0));
    EXPECT_NE(uniform_draw(5, 6, 0), uniform_draw(5, 6, 1));
}

}  // namespace
}  // namespace galet
