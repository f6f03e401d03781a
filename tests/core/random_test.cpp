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

TEST(Random, DependsOnSeedStreamAndNumberAlone) {
    RandomStream stream(5, 6);
    for (int k = 0; k < 100; ++k) EXPECT_EQ(stream.uniform(), uniform_draw(5, 6, k));
    EXPECT_NE(uniform_draw(5, 6, 0), uniform_draw(6, 6, 0));
    EXPECT_NE(uniform_draw(5, 6, 0), uniform_draw(5, 7, 0));
    EXPECT_NE(uniform_draw(5, 6, 0), uniform_draw(5, 6, 1));
}

}  // namespace
}  // namespace galet
