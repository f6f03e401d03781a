// The mean of a function of time over a step by adaptive quadrature.
//
//   mean = 1/h  integral of f(s) ds  over [t, t + h]
//
// Panels are measured by the Gauss-Kronrod rule of 7 and 15 points (nodes and weights from Boost.Math) and halved until
// each contributes an error below `kMeanTolerance` of the mean of |f|. The error of a panel is |K15 - G7|, and one
// thing more: no node lies in the outer 0.4 % at either end, where a jump would go unseen. So f is also taken just
// inside both ends and compared with the polynomial through the 15 values; a difference counts over the length that no
// node sees.
//
// We do not call Boost's own adaptive driver. It does not see those jumps: s < 0.501 ? 1 : -1 over [0, 1] comes out
// wrong by 2e-3. And in 1.74 it compares the error of a panel before scaling with a tolerance after scaling, so that it
// goes on halving smooth parts once they are short: 31,000 values for a jump at 0.7, right to 7e-8, where ours takes
// 1377, right to 1e-13.
//
// Measured against closed forms, relative to the mean of |f| (tests/core/time_mean_test.cpp): smooth functions 4e-16
// from 17 values where one panel is enough; a jump anywhere in the step 1e-13, a kink 7e-12; t^-1/2 from its pole on
// 1e-9. A jump is placed no better than the double t itself, eps t / h of the step. A pulse shorter than the distance
// of the nodes (a tenth of the step) that meets none of them is not seen.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace galet {

inline constexpr double kMeanTolerance = 1e-13;  ///< error of one panel, of the mean of |f|
inline constexpr int kMeanDepth = 52;            ///< halvings of a panel: what is left is below rounding
inline constexpr int kMeanHalvings = 1 << 17;    ///< halvings in all, before the rest is taken as it is

struct MeanRule {
    std::array<double, 15> node;         ///< in (-1, 1), ascending
    std::array<double, 15> kronrod;      ///< weights of the mean: they add up to 1
    std::array<double, 15> gauss;        ///< those of the 7 Gauss points, 0 at the others
    std::array<double, 15> left, right;  ///< the polynomial through all 15 values, at -1 and +1
    double unseen;                       ///< part of the panel between an end and the next node
};

const MeanRule& mean_rule();

struct MeanEstimate {
    double mean = 0;
    double magnitude = 0;  ///< mean of |f|
    double error = 0;      ///< estimate, of the size of the error or above it for most functions
};

namespace detail {

template <class F>
class TimeMean {
  public:
    TimeMean(F& f, double t, double h) : f_(f), begin_(t), end_(t + h), inset_(h * 0x1p-62) {}

    MeanEstimate compute() {
        const MeanEstimate whole = panel(begin_, end_);
        MeanEstimate sum;
        // A node on a spike makes |f| look larger, and the tolerance coarser, than it is: then once more.
        for (double magnitude = whole.magnitude;; magnitude = sum.magnitude) {
            sum = {};
            tolerance_ = kMeanTolerance * magnitude;
            halvings_ = 0;
            refine(begin_, end_, 1.0, 0, whole, sum);
            if (sum.magnitude == 0 || sum.magnitude > 0.1 * magnitude) return sum;
        }
    }

  private:
    /// Adds the part [a, b] of the step, `fraction` of it, to `sum`.
    void refine(double a, double b, double fraction, int depth, const MeanEstimate& part, MeanEstimate& sum) {
        const double middle = 0.5 * (a + b);
        const bool has_halves = std::nextafter(a, b) < middle && std::nextafter(middle, b) < b;
        if (fraction * part.error <= tolerance_ || !has_halves || depth == kMeanDepth || halvings_ == kMeanHalvings) {
            sum.mean += fraction * part.mean;
            sum.magnitude += fraction * part.magnitude;
            // A panel of two or three doubles was halved for a reason, and shows nothing of f between them.
            sum.error += fraction * (has_halves ? part.error : part.magnitude);
            return;
        }
        ++halvings_;
        refine(a, middle, 0.5 * fraction, depth + 1, panel(a, middle), sum);
        refine(middle, b, 0.5 * fraction, depth + 1, panel(middle, b), sum);
    }

    MeanEstimate panel(double a, double b) const {
        const MeanRule& rule = mean_rule();
        const double middle = 0.5 * (a + b), half = 0.5 * (b - a);
        // Strictly inside, however short the panel: where f jumps or has a pole at an end, that is not its value here.
        const double first = std::max(std::nextafter(a, b), a + inset_);
        const double last = std::min(std::nextafter(b, a), b - inset_);
        double kronrod = 0, gauss = 0, magnitude = 0, left = 0, right = 0;
        for (std::size_t i = 0; i < rule.node.size(); ++i) {
            const double value = f_(std::max(first, std::min(last, middle + half * rule.node[i])));
            kronrod += rule.kronrod[i] * value;
            gauss += rule.gauss[i] * value;
            magnitude += rule.kronrod[i] * std::abs(value);
            left += rule.left[i] * value;
            right += rule.right[i] * value;
        }
        const double ends = std::abs(left - f_(first)) + std::abs(right - f_(last));
        return {kronrod, magnitude, std::abs(kronrod - gauss) + rule.unseen * ends};
    }

    F& f_;
    double begin_, end_;
    double inset_;  ///< from an end inwards: closer than any node of the shortest panel
    double tolerance_ = 0;
    int halvings_ = 0;
};

}  // namespace detail

/// The mean of f over [t, t + h], h > 0. Calls f inside the step only, never at its ends. Exceptions of f pass through.
template <class F>
MeanEstimate time_mean(F&& f, double t, double h) {
    return detail::TimeMean<std::remove_reference_t<F>>(f, t, h).compute();
}

}  // namespace galet
