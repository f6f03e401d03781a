#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "figures/gnuplot.hpp"
#include "figures/text.hpp"

namespace galet::figures {
namespace {

using Script = std::back_insert_iterator<std::string>;

constexpr int kTicks = 7;                             ///< about so many
constexpr double kFewDecades = 100;                   ///< below this ratio decades alone are too few ticks
constexpr double kPartOfDecade = 5;                   ///< below this one 1, 2, 5 are too few as well
constexpr double kPlainLow = 1e-2, kPlainHigh = 1e6;  ///< numbers between these are written out

/// 1, 2 and 5 times powers of ten.
std::vector<double> ticks_of_decades(const Range& range) {
    std::vector<double> ticks;
    for (double power = std::pow(10.0, std::floor(std::log10(range.low))); power <= range.high; power *= 10)
        for (const double lead : {1, 2, 5})
            if (lead * power >= range.low && lead * power <= range.high) ticks.push_back(lead * power);
    return ticks;
}

void write_ticks(Script out, char name, const std::vector<double>& at, const std::vector<std::string>& labels) {
    fmt::format_to(out, "set {}tics (", name);
    for (std::size_t k = 0; k < at.size(); ++k)
        fmt::format_to(out, "{}{} {}", k > 0 ? ", " : "", quoted(labels[k]), at[k]);
    fmt::format_to(out, ")\n");
}

/// Tiny and huge numbers: their power of ten stands once, above the axis.
void write_scaled_ticks(Script out, char name, const Range& range) {
    const Ticks ticks = ticks_of(range, kTicks);
    write_ticks(out, name, ticks.at, ticks.label);
    fmt::format_to(out, "set label {} at graph 0, graph 1 left offset 0,0.6 noenhanced textcolor rgb ink\n",
                   quoted(power_of_ten(ticks.exponent)));
}

void write_few_decades(Script out, char name, const Range& range) {
    const std::vector<double> at =
        range.high / range.low < kPartOfDecade ? ticks_of(range, kTicks).at : ticks_of_decades(range);
    std::vector<std::string> labels;
    for (const double v : at) labels.push_back(fmt::format("{:.4g}", v));
    write_ticks(out, name, at, labels);
}

}  // namespace

void write_axis(std::string& script, char name, const Axis& axis, const Range& range) {
    const Script out = std::back_inserter(script);
    fmt::format_to(out, "set {}label {} noenhanced textcolor rgb ink\n", name, quoted(axis.label));
    fmt::format_to(out, "{} logscale {}\n", axis.logarithmic ? "set" : "unset", name);
    fmt::format_to(out, "set {}range [{}:{}]\n", name, range.low, range.high);
    // Ticks of a narrow range far from 0 need the digits in which they differ.
    const double size = std::max(std::abs(range.low), std::abs(range.high));
    const int digits = std::max(6, static_cast<int>(std::ceil(std::log10(size / (range.high - range.low)))) + 2);
    const bool decades = axis.logarithmic && range.high / range.low > 30;
    fmt::format_to(out, "set format {} '{}'\n", name, decades ? "10^{%L}" : fmt::format("%.{}g", digits));
    if (axis.logarithmic && range.high / range.low <= kFewDecades) return write_few_decades(out, name, range);
    if (!axis.logarithmic && name == 'y' && (size < kPlainLow || size >= kPlainHigh))
        return write_scaled_ticks(out, name, range);
    fmt::format_to(out, "set {}tics autofreq\n", name);
}

}  // namespace galet::figures
