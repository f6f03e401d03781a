#include "figures/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace galet::figures {
namespace {

/// Bytes of the UTF-8 character at the start of `text`; 0 where there is none (RFC 3629, table 3-7 of Unicode).
std::size_t character_length(std::string_view text) {
    const auto at = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
    const unsigned lead = at(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : 4;
    if (lead < 0xc2 || lead > 0xf4) return 0;
    // Overlong forms, surrogates and code points beyond the last one show in the second byte.
    const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (at(1) < low || at(1) > high) return 0;
    for (std::size_t k = 2; k < length; ++k)
        if ((at(k) & 0xc0) != 0x80) return 0;
    return length;
}

int decimals_of(double step) { return std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9))); }

}  // namespace

std::string one_line(std::string_view text) {
    std::string clean;
    while (!text.empty()) {
        const std::size_t length = character_length(text);
        const auto lead = static_cast<unsigned char>(text[0]);
        if (length == 0) {
            clean += '?';
        } else if (lead < 0x20 || lead == 0x7f) {
            clean += ' ';
        } else {
            clean += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return clean;
}

double round_below(double limit) {
    const double power = std::pow(10.0, std::floor(std::log10(limit)));
    // Half a millionth: a limit of 5 computed as 4.9999999 still gives 5.
    const double lead = limit / power * (1 + 5e-7);
    return power * (lead >= 10 ? 10 : lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

std::string short_number(double value) { return fmt::format("{:.12g}", value); }

Ticks ticks_of(const Range& range, int wanted) {
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    if (!(range.high > range.low)) return {{range.low}, {short_number(range.low)}, 0};
    Ticks ticks;
    if (largest >= 1e4 || largest < 1e-2) ticks.exponent = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
    const double unit = std::pow(10.0, ticks.exponent);
    // The next of the series until they are few enough: round_below alone may give twice as many.
    double step = round_below((range.high - range.low) / wanted);
    while ((range.high - range.low) / step > wanted + 1.5) step = round_below(2.5 * step);
    for (double k = std::ceil(range.low / step - 1e-6); k * step <= range.high + 1e-6 * step; ++k) {
        ticks.at.push_back(k * step);
        ticks.label.push_back(fmt::format("{:.{}f}", k == 0 ? 0.0 : k * step / unit, decimals_of(step / unit)));
    }
    return ticks;
}

std::string power_of_ten(int exponent) {
    static constexpr std::array<const char*, 10> raised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text = "×10";
    for (const char c : std::to_string(exponent)) text += c == '-' ? "⁻" : raised[static_cast<std::size_t>(c - '0')];
    return text;
}

}  // namespace galet::figures
