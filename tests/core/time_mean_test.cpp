// Every expected value is a closed form of the integral.
#include "galet/core/time_mean.hpp"

#include <gtest/gtest.h>

#include "galet/core/random.hpp"

namespace galet {
namespace {

template <class F>
double mean(F&& f, double t, double h) {
    return time_mean(f, t, h).mean;
}

TEST(TimeMean, RuleIntegratesPolynomialsOfItsDegree) {
    const MeanRule& rule = mean_rule();
    for (int degree = 0; degree <= 22; ++degree) {
        double kronrod = 0, gauss = 0, left = 0, right = 0;
        for (std::size_t i = 0; i < rule.node.size(); ++i) {
            const double value = std::pow(rule.node[i], degree);
            kronrod += rule.kronrod[i] * value;
            gauss += rule.gauss[i] * value;
            left += rule.left[i] * value;
            right += rule.right[i] * value;
        }
        const double exact = degree % 2 == 0 ? 1.0 / (degree + 1) : 0.0;
        EXPECT_NEAR(kronrod, exact, 1e-15) << degree;
        if (degree > 14) continue;
        if (degree < 14) {
            EXPECT_NEAR(gauss, exact, 1e-15) << degree;
        }
        EXPECT_NEAR(right, 1, 1e-13) << degree;
        EXPECT_NEAR(left, degree % 2 == 0 ? 1 : -1, 1e-13) << degree;
    }
}

TEST(TimeMean, SmoothFunctions) {
    for (const double t : {0.0, 0.3, 7.0}) {
        for (const double h : {1e-3, 0.1, 1.0, 20.0}) {
            const double b = t + h;
            EXPECT_NEAR(mean([](double s) { return std::sin(s); }, t, h),
                        2 / h * std::sin(0.5 * (t + b)) * std::sin(0.5 * h), 4e-15);
            const double cube = (b + t) * (b * b + t * t) / 4;
            EXPECT_NEAR(mean([](double s) { return s * s * s; }, t, h), cube, 1e-14 * cube);
            const double decay = std::exp(-t) * -std::expm1(-h) / h;
            EXPECT_NEAR(mean([](double s) { return std::exp(-s); }, t, h), decay, 1e-14 * decay);
        }
    }
}

TEST(TimeMean, SmoothFunctionNeedsOnePanel) {
    int calls = 0;
    mean([&](double s) { return ++calls, std::sin(s); }, 0.2, 0.1);
    EXPECT_EQ(calls, 17);
}

TEST(TimeMean, FastOscillation) {
    const double omega = 12345.6;
    EXPECT_NEAR(mean([&](double s) { return std::sin(omega * s); }, 0, 1), (1 - std::cos(omega)) / omega, 1e-12);
}

TEST(TimeMean, CancellingHalvesGiveZero) {
    EXPECT_NEAR(mean([](double s) { return s < 1 ? 1.0 : -1.0; }, 0, 2), 0, 1e-15);
    EXPECT_NEAR(mean([](double s) { return std::sin(s); }, -1, 2), 0, 1e-15);
}

TEST(TimeMean, JumpAnywhereInTheStep) {
    RandomStream random(5, 1);
    double worst = 0;
    int most = 0;
    for (int trial = 0; trial < 5000; ++trial) {
        // Near the ends and near the middle too, where no node of a first panel, or of its halves, sees the jump.
        const double offset = std::pow(10, random.uniform(-15, 0));
        const double place = trial % 4 == 0   ? offset
                             : trial % 4 == 1 ? 1 - offset
                             : trial % 4 == 2 ? 0.5 * (1 + offset)
                                              : random.uniform();
        int calls = 0;
        const double m = mean([&](double s) { return ++calls, s < place ? 1.0 : -1.0; }, 0, 1);
        worst = std::max(worst, std::abs(m - (2 * place - 1)));
        most = std::max(most, calls);
    }
    EXPECT_LT(worst, 2e-13);
    EXPECT_LT(most, 2000);
}

TEST(TimeMean, JumpAtTheEndsBelongsToTheNeighbour) {
    for (const bool closed : {false, true}) {
        const auto step = [&](double s) { return (closed ? s <= 1 : s < 1) ? 3.0 : -5.0; };
        int calls = 0;
        const auto counted = [&](double s) { return ++calls, step(s); };
        EXPECT_NEAR(mean(counted, 0.75, 0.25), 3, 1e-15);
        EXPECT_NEAR(mean(counted, 1, 0.25), -5, 2e-15);
        EXPECT_EQ(calls, 34);
        EXPECT_NEAR(mean(step, 0.75, 0.5), -1, 1e-15);
    }
}

TEST(TimeMean, JumpInASmoothFunctionAtALateTime) {
    // The jump is placed to eps t / h = 2e-16 * 1000 / 0.01 = 2e-11 of the step.
    const auto f = [](double s) { return s < 1000.0043 ? std::cos(s) : std::sin(s); };
    const double t = 1000, h = 0.01, b = t + h, j = 1000.0043;
    const auto exact =
        static_cast<double>((std::sin(static_cast<long double>(j)) - std::sin(static_cast<long double>(t)) +
                             std::cos(static_cast<long double>(j)) - std::cos(static_cast<long double>(b))) /
                            (static_cast<long double>(b) - t));
    EXPECT_NEAR(mean(f, t, h), exact, 4e-11);
}

TEST(TimeMean, ManyJumps) {
    // A square wave of period 1/16 over [0, 2.3]: 36 periods of mean 0, then 0.05 of which 1/32 at +1, the rest at -1.
    const auto wave = [](double s) { return std::fmod(s * 16, 1.0) < 0.5 ? 1.0 : -1.0; };
    EXPECT_NEAR(mean(wave, 0, 2.3), (1.0 / 32 - (0.05 - 1.0 / 32)) / 2.3, 1e-11);
}

TEST(TimeMean, KinkAnywhereInTheStep) {
    RandomStream random(5, 2);
    for (int trial = 0; trial < 1000; ++trial) {
        const double p = random.uniform();
        EXPECT_NEAR(mean([&](double s) { return std::abs(s - p); }, 0, 1), (p * p + (1 - p) * (1 - p)) / 2, 1e-11) << p;
    }
}

TEST(TimeMean, SpikeOnANode) {
    // Width 1e-4 about the middle node: |f| as first seen is 1000 times too large.
    const double width = 1e-4;
    const auto spike = [&](double s) { return std::exp(-(s - 0.5) * (s - 0.5) / (width * width)); };
    const double exact = std::sqrt(3.14159265358979323846) * width;
    EXPECT_NEAR(mean(spike, 0, 1), exact, 1e-11 * exact);
}

TEST(TimeMean, IntegrableSingularity) {
    const MeanEstimate root = time_mean([](double s) { return 1 / std::sqrt(s); }, 0, 1);
    EXPECT_NEAR(root.mean, 2, 2e-9);
    EXPECT_LT(root.error, 1e-6);
    EXPECT_NEAR(mean([](double s) { return std::log(s); }, 0, 1), -1, 1e-12);
}

TEST(TimeMean, PoleAtTheStartOfALateStep) {
    // Places are multiples of eps there, and f must not be taken at the pole itself.
    EXPECT_NEAR(mean([](double s) { return 1 / std::sqrt(s - 1); }, 1, 1), 2, 2e-7);
}

TEST(TimeMean, EstimateTellsWhereThereIsNoMean) {
    for (const double at : {0.0, 1.0}) {
        const MeanEstimate pole = time_mean([&](double s) { return 1 / (s - at); }, at, 1);
        EXPECT_GT(pole.error, 1e-3 * pole.magnitude) << at;
    }
    const MeanEstimate noise = time_mean([](double s) { return std::sin(1e12 * s); }, 0, 1);
    EXPECT_GT(noise.error, 1e-3 * noise.magnitude);
}

TEST(TimeMean, ZeroIsZero) {
    EXPECT_EQ(mean([](double) { return 0.0; }, 0, 1), 0);
    EXPECT_EQ(mean([](double s) { return s == 0.5 ? 1.0 : 0.0; }, 0, 1), 0);
}

}  // namespace
}  // namespace galet
