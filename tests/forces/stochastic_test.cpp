#include <cmath>

#include "forces/some_bodies.hpp"

namespace galet {
namespace {

/// The normal numbers that noise of sigma = 1 is made of, in one step.
std::vector<double> noise(const Bodies& bodies, std::int64_t step, double h = 0.01, std::uint64_t seed = 1,
                          std::uint32_t number = 0) {
    const auto force = make_stochastic(select_all(bodies), 1.0, seed, number);
    std::vector<double> w = forces_of(*force, bodies, static_cast<double>(step) * h, h).external;
    for (std::size_t k = 0; k < w.size(); ++k) w[k] *= std::sqrt(h) / bodies.mass[k / bodies.dimension];
    return w;
}

class Noise : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, Noise, testing::Values(1, 2, 3));

TEST_P(Noise, HasMeanVarianceAndFourthMomentOfTheNormalLaw) {
    const Bodies bodies = some_bodies(GetParam(), 20000);
    for (int c = 0; c < GetParam(); ++c) {
        double mean = 0, square = 0, fourth = 0, n = 0;
        for (int step = 0; step < 10; ++step) {
            const std::vector<double> w = noise(bodies, step);
            for (Index i = 0; i < bodies.size(); ++i, ++n) {
                const double x = w[i * GetParam() + c];
                mean += x;
                square += x * x;
                fourth += x * x * x * x;
            }
        }
        EXPECT_NEAR(mean / n, 0, 5 / std::sqrt(n));
        EXPECT_NEAR(square / n, 1, 5 * std::sqrt(2 / n));
        EXPECT_NEAR(fourth / n, 3, 5 * std::sqrt(96 / n));
    }
}

TEST_P(Noise, IsIndependentBetweenComponentsBodiesStepsAndForces) {
    const Bodies bodies = some_bodies(GetParam(), 100000);
    const std::vector<double> w = noise(bodies, 7);
    const std::size_t d = static_cast<std::size_t>(GetParam());
    const auto correlation = [&](const std::vector<double>& a, std::size_t shift) {
        double sum = 0;
        for (std::size_t k = 0; k + shift < w.size(); ++k) sum += a[k] * w[k + shift];
        return sum / std::sqrt(static_cast<double>(w.size() - shift));
    };
    for (std::size_t shift = 1; shift <= 2 * d; ++shift) EXPECT_NEAR(correlation(w, shift), 0, 5);
    for (std::size_t shift = 0; shift <= d; ++shift) {
        EXPECT_NEAR(correlation(noise(bodies, 8), shift), 0, 5);
        EXPECT_NEAR(correlation(noise(bodies, 7, 0.01, 2), shift), 0, 5);
        EXPECT_NEAR(correlation(noise(bodies, 7, 0.01, 1, 1), shift), 0, 5);
    }
}

TEST_P(Noise, DependsOnTheNumberOfTheStepAlone) {
    // A body keeps its numbers whatever else is selected; t = n h is rounded to n for any h.
    Bodies bodies = some_bodies(GetParam(), 90);
    bodies.groups = {{"a", 0, 30}, {"b", 30, 60}, {"a", 60, 90}};
    const StepForces all = forces_of(*make_stochastic(select_all(bodies), 0.5, 3, 2), bodies, 0.7, 0.1);
    const StepForces some = forces_of(*make_stochastic(select_group(bodies, "a"), 0.5, 3, 2), bodies, 0.7, 0.1);
    for (Index k = 0; k < 90 * GetParam(); ++k) {
        const Index i = k / GetParam();
        EXPECT_EQ(some.external[k], i < 30 || i >= 60 ? all.external[k] : 0.0);
    }
    for (const std::int64_t step : {1, 3, 100001}) {
        const std::vector<double> coarse = noise(bodies, step, 0.1), fine = noise(bodies, step, 1e-5);
        for (std::size_t k = 0; k < coarse.size(); ++k) EXPECT_NEAR(coarse[k], fine[k], 1e-14);
    }
    expect_all_zero(all.conservative);
    expect_all_zero(all.drag);
}

TEST_P(Noise, SameBitsForAnyThreadCount) {
    const Bodies bodies = some_bodies(GetParam(), 5000);
    expect_same_for_any_thread_count(*make_stochastic(select_all(bodies), 0.3, 1, 0), bodies, 0.3, 0.1);
}

}  // namespace
}  // namespace galet
