// Text and round numbers of figures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "figures/view.hpp"

namespace galet::figures {

/// One line of valid UTF-8: control characters become spaces, bytes that are not UTF-8 become '?'. Cairo refuses, and
/// gnuplot misreads, anything else.
std::string one_line(std::string_view text);

/// The largest of 1, 2, 5 times a power of ten that is at most `limit` > 0.
double round_below(double limit);

/// Like "0.05", "2", "1e-06": the shortest that reads back as the number to 12 digits.
std::string short_number(double value);

/// Round values within a range, with labels in units of 10^exponent; the exponent is 0 where plain labels are short.
struct Ticks {
    std::vector<double> at;
    std::vector<std::string> label;
    int exponent = 0;
};

/// About `wanted` >= 2 of them; one where low = high.
Ticks ticks_of(const Range& range, int wanted);

/// "x10^-3" with a raised exponent, as UTF-8.
std::string power_of_ten(int exponent);

}  // namespace galet::figures
