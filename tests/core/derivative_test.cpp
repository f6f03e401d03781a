#include "galet/core/derivative.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace galet {
namespace {

struct Known {
    const char* name;
    std::function<double(double)> f, slope;
};

const std::vector<Known>& known() {
    static const std::vector<Known> all = {
        {"1/d", [](double d) { return 1 / d; }, [](double d) { return -1 / (d * d); }},
        {"d^-12", [](double d) { return std::pow(d, -12); }, [](double d) { return -12 * std::pow(d, -13); }},
        {"d^12", [](double d) { return std::pow(d, 12); }, [](double d) { return 12 * std::pow(d, 11); }},
        {"square", [](double d) { return d * d; }, [](double d) { return 2 * d; }},
        {"log", [](double d) { return std::log(d); }, [](double d) { return 1 / d; }},
        {"Yukawa", [](double d) { return std::exp(-3 * d) / d; },
         [](double d) { return -std::exp(-3 * d) * (3 / d + 1 / (d * d)); }},
        {"steep", [](double d) { return std::exp(-200 * d); }, [](double d) { return -200 * std::exp(-200 * d); }},
        {"wave", [](double d) { return std::sin(20 * d); }, [](double d) { return 20 * std::cos(20 * d); }},
        {"bell", [](double d) { return std::exp(-d * d); }, [](double d) { return -2 * d * std::exp(-d * d); }},
    };
    return all;
}

TEST(Derivative, OfSmoothFunctions) {
    for (const Known& k : known()) {
        for (const double d : {0.011, 0.1, 0.37, 0.99, 1.0, 1.7, 2.0}) {
            EXPECT_NEAR(derivative(k.f, d), k.slope(d), 1e-10 * std::abs(k.slope(d))) << k.name << " at " << d;
        }
    }
}

TEST(Derivative, IsZeroToRoundingAtAMinimum) {
    // Lennard-Jones with depth 1 and minimum at 1.
    const auto f = [](double d) { return std::pow(d, -12) - 2 * std::pow(d, -6); };
    EXPECT_NEAR(derivative(f, 1.0), 0, 1e-11);
    EXPECT_EQ(derivative([](double) { return 3.0; }, 0.7), 0);
}

TEST(Derivative, OnEitherSideOfAKink) {
    const auto f = [](double d) { return d < 1 ? (1 - d) * (1 - d) * (2 + d) : 5 * (d - 1); };
    for (const double distance : {0.3, 0.03, 0.003}) {
        const double left = 1 - distance;
        EXPECT_NEAR(derivative(f, 1 + distance), 5, 1e-8);
        EXPECT_NEAR(derivative(f, left), (1 - left) * (1 - left) - 2 * (1 - left) * (2 + left), 1e-8);
    }
}

TEST(Derivative, StaysWhereTheFunctionIsDefined) {
    const auto f = [](double d) { return std::sqrt(1 - d) * (1 - d); };
    for (const double d : {0.7, 0.97, 0.999}) EXPECT_NEAR(derivative(f, d), -1.5 * std::sqrt(1 - d), 1e-9);
    EXPECT_TRUE(std::isnan(derivative([](double d) { return std::sqrt(-d); }, 1.0)));
}

TEST(Derivative, ScalesWithTheUnitOfLength) {
    for (const double unit : {1e-9, 1e-6, 1e3, 1e9}) {
        const auto f = [unit](double d) { return std::exp(-d / unit) * unit / d; };
        const double x = 1.3, slope = -std::exp(-x) * (1 / x + 1 / (x * x)) / unit;
        EXPECT_NEAR(derivative(f, x * unit), slope, 1e-11 * std::abs(slope));
    }
}

}  // namespace
}  // namespace galet
