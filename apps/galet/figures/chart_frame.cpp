#include "figures/chart_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace galet::figures {
namespace {

constexpr double kRoom = 0.04;       ///< beyond the data, of the range
constexpr double kTextRoom = 0.13;   ///< above a line at the top that has a text
constexpr double kConstant = 1e-12;  ///< a range narrower than this, of its values, is rounding

bool can_show(const Axis& axis, double v) { return std::isfinite(v) && (!axis.logarithmic || v > 0); }

void widen(Range& range, double v) { range = {std::min(range.low, v), std::max(range.high, v)}; }

/// On a logarithmic axis things are linear in the logarithm.
double along(const Axis& axis, double v) { return axis.logarithmic ? std::log10(v) : v; }
double back(const Axis& axis, double v) { return axis.logarithmic ? std::pow(10.0, v) : v; }

Range with_room(const Axis& axis, const Range& data, double room, double room_above) {
    if (!(data.low <= data.high)) return axis.logarithmic ? Range{0.1, 1} : Range{0, 1};
    double low = along(axis, data.low), high = along(axis, data.high);
    const double size = std::max(std::abs(low), std::abs(high));
    // Constant values: room on both sides of them, in a round amount for logarithms.
    double below = room * (high - low), above = room_above * (high - low);
    if (!(high - low > kConstant * size)) below = above = axis.logarithmic ? 0.5 : size > 0 ? 0.05 * size : 1;
    return {back(axis, low - below), back(axis, high + above)};
}

Range limited(const Axis& axis, Range range) {
    const double span = range.high - range.low;
    if (axis.low) range.low = *axis.low;
    if (axis.high) range.high = *axis.high;
    if (range.low < range.high) return range;
    // A limit beyond all data: as much room on its other side.
    if (axis.low) return {range.low, axis.logarithmic ? 10 * range.low : range.low + span};
    return {axis.logarithmic ? range.high / 10 : range.high - span, range.high};
}

/// In fractions of the frame.
struct Fraction {
    double x, y;
};

/// How much is drawn where, on a raster of the frame.
class Raster {
  public:
    void draw(const Fraction& from, const Fraction& to, int weight) {
        for (int k = 0; k <= kPieces; ++k) {
            const double x = from.x + (to.x - from.x) * k / kPieces, y = from.y + (to.y - from.y) * k / kPieces;
            if (!(x >= 0 && x <= 1 && y >= 0 && y <= 1)) continue;  // nor where it is not a number
            int& cell = cells_[static_cast<std::size_t>(y * (kRows - 1))][static_cast<std::size_t>(x * (kColumns - 1))];
            cell = std::max(cell, weight);
        }
    }

    int drawn(bool right, bool top, int width, int height) const {
        int total = 0;
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column)
                total += cells_[top ? kRows - 1 - row : row][right ? kColumns - 1 - column : column];
        return total;
    }

    static constexpr int kColumns = 40, kRows = 30;

  private:
    static constexpr int kPieces = 60;
    std::array<std::array<int, kColumns>, kRows> cells_{};
};

constexpr int kBearable = 3;                     ///< what a legend may cover before it goes outside
constexpr int kLineWeight = 1, kTextWeight = 5;  ///< text that is covered cannot be read

}  // namespace

ChartFrame frame_of(const Panel& panel) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Range x{infinite, -infinite}, y{infinite, -infinite};
    bool marks = panel.x.logarithmic;
    for (const Series& series : panel.series) {
        marks = marks || series.mark == Mark::points || series.mark == Mark::line_points;
        for (std::size_t k = 0; k < series.x.size(); ++k) {
            if (!can_show(panel.x, series.x[k]) || !can_show(panel.y, series.y[k])) continue;
            widen(x, series.x[k]);
            widen(y, series.y[k]);
        }
    }
    for (const ReferenceLine& line : panel.lines) {
        const bool vertical = line.across == ReferenceLine::Across::x;
        if (can_show(vertical ? panel.x : panel.y, line.at)) widen(vertical ? x : y, line.at);
    }
    // Lines may start and end at the frame; marks need room to be whole.
    const double beside = marks ? kRoom : 0;
    const bool text_on_top = std::any_of(panel.lines.begin(), panel.lines.end(), [&](const ReferenceLine& line) {
        return line.across == ReferenceLine::Across::y && line.at >= y.high && !line.text.empty();
    });
    return {limited(panel.x, with_room(panel.x, x, beside, beside)),
            limited(panel.y, with_room(panel.y, y, kRoom, text_on_top ? kTextRoom : kRoom))};
}

double fraction_of(const Axis& axis, const Range& range, double v) {
    const double low = along(axis, range.low), high = along(axis, range.high);
    return (along(axis, v) - low) / (high - low);
}

Legend legend_place(const Panel& panel, const ChartFrame& frame) {
    Raster raster;
    std::size_t names = 0, longest = 0;
    for (const Series& series : panel.series) {
        names += !series.name.empty();
        longest = std::max(longest, series.name.size());
        for (std::size_t k = 0; k < series.x.size(); ++k) {
            const std::size_t last = k > 0 ? k - 1 : 0;
            raster.draw({fraction_of(panel.x, frame.x, series.x[last]), fraction_of(panel.y, frame.y, series.y[last])},
                        {fraction_of(panel.x, frame.x, series.x[k]), fraction_of(panel.y, frame.y, series.y[k])},
                        kLineWeight);
        }
    }
    for (const ReferenceLine& line : panel.lines) {
        const bool vertical = line.across == ReferenceLine::Across::x;
        const double at = fraction_of(vertical ? panel.x : panel.y, vertical ? frame.x : frame.y, line.at);
        const auto place = [&](double f) { return vertical ? Fraction{at, f} : Fraction{f, at}; };
        raster.draw(place(0), place(1), kLineWeight);
        // The text is beside the line, on one side or the other.
        for (const double beside : {-0.06, 0.0, 0.06}) {
            const auto shifted = [&](double f) {
                return vertical ? Fraction{at + beside, f} : Fraction{f, at + beside};
            };
            if (!line.text.empty()) raster.draw(shifted(0.75), shifted(1), kTextWeight);
        }
    }
    for (const Note& note : panel.notes) raster.draw({note.x, note.y}, {note.x + 0.3, note.y}, kTextWeight);

    // What the legend covers, in cells: a sample of the line and the longest name; a row a name.
    const int width = std::min(5 + static_cast<int>(0.8 * static_cast<double>(longest)), Raster::kColumns / 2);
    const int height = std::min(3 + static_cast<int>(2.4 * static_cast<double>(names)), Raster::kRows / 2);
    constexpr std::array corners = {Legend::top_right, Legend::top_left, Legend::bottom_right, Legend::bottom_left};
    std::array<int, 4> drawn{};
    for (std::size_t k = 0; k < 4; ++k) drawn[k] = raster.drawn(k % 2 == 0, k < 2, width, height);
    const auto least = std::min_element(drawn.begin(), drawn.end());
    return *least > kBearable ? Legend::outside : corners[static_cast<std::size_t>(least - drawn.begin())];
}

}  // namespace galet::figures
