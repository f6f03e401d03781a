// The derivative of a function that is known by its values only.
//
// Central differences with a first step (x/32 .. x/16 unless told) and halved from there, extrapolated to step 0 in
// Romberg's tableau, of which the entry that agrees best with its neighbours is taken (Ridders 1982). It ends when they
// agree to kDerivativeTolerance, or as well as rounding of f lets them.
//
// Measured against closed forms, relative (tests/core/derivative_test.cpp): 3e-11 at worst for powers from -12 to 12,
// the potentials of Lennard-Jones, Morse and Yukawa, exp(-200 d) and others on [0.1, 2], from 4 to 17 values,
// mostly 10. A kink is met by steps shorter than the way to it, and so is the end of where f is finite.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace galet {

inline constexpr double kDerivativeTolerance = 1e-11;  ///< relative, of the estimate: the error is far smaller
inline constexpr int kDerivativeLevels = 14;           ///< halvings: the last step is about 1e-4 of the first

/// f'(x) from differences over at most `step` > 0 to either side. Not a number where f is finite at no two points x +
/// a, x - a that were tried.
template <class F>
double derivative(F&& f, double x, double step, double tolerance = kDerivativeTolerance) {
    constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
    std::array<double, kDerivativeLevels> last{}, row{};
    double best = std::numeric_limits<double>::quiet_NaN(), error = std::numeric_limits<double>::infinity();
    int known = 0;  // entries of the last row
    for (int level = 0; level < kDerivativeLevels; ++level, step /= 2) {
        const double above = f(x + step), below = f(x - step);
        row[0] = (above - below) / (2 * step);
        if (!std::isfinite(row[0])) {
            known = 0;
            continue;
        }
        if (std::isnan(best)) best = row[0];
        double power = 1;
        for (int j = 1; j <= known; ++j) {
            power *= 4;
            row[j] = row[j - 1] + (row[j - 1] - last[j - 1]) / (power - 1);
            const double difference = std::max(std::abs(row[j] - row[j - 1]), std::abs(row[j] - last[j - 1]));
            if (difference < error) {
                error = difference;
                best = row[j];
            }
        }
        const double rounding = kRounding * (std::abs(above) + std::abs(below)) / step;
        if (error <= std::max(tolerance * std::abs(best), rounding)) break;
        std::swap(last, row);
        ++known;
    }
    return best;
}

/// The same for x > 0, with steps of its size.
template <class F>
double derivative(F&& f, double x) {
    return derivative(f, x, std::ldexp(1.0, std::ilogb(x) - 4));
}

}  // namespace galet
