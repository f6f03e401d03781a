#include "figures/colour.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace galet::figures {
namespace {

constexpr Colour from_hex(unsigned rgb) {
    return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

constexpr std::array kViridis = {from_hex(0x440154), from_hex(0x472d7b), from_hex(0x3b528b),
                                 from_hex(0x2c728e), from_hex(0x21918c), from_hex(0x28ae80),
                                 from_hex(0x5ec962), from_hex(0xaddc30), from_hex(0xfde725)};

constexpr std::array kCoolWarm = {from_hex(0x3b4cc0), from_hex(0x7b9ff9), from_hex(0xc0d4f5), from_hex(0xdddddd),
                                  from_hex(0xf2cbb7), from_hex(0xee8468), from_hex(0xb40426)};

// As below, with a grey instead of black, which would hide outlines.
constexpr std::array kNames = {from_hex(0x0072b2), from_hex(0xd55e00), from_hex(0x009e73), from_hex(0xcc79a7),
                               from_hex(0xe69f00), from_hex(0x56b4e9), from_hex(0x777777)};

// Okabe and Ito without yellow, which is too light for lines on paper.
constexpr std::array kSeries = {from_hex(0x0072b2), from_hex(0xd55e00), from_hex(0x009e73), from_hex(0xcc79a7),
                                from_hex(0xe69f00), from_hex(0x56b4e9), from_hex(0x000000)};

int byte(double channel) { return static_cast<int>(std::lround(255 * std::clamp(channel, 0.0, 1.0))); }

Colour along(std::span<const Colour> map, double fraction) {
    const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(map.size() - 1);
    const std::size_t k = std::min(static_cast<std::size_t>(place), map.size() - 2);
    return mix(map[k], map[k + 1], place - static_cast<double>(k));
}

}  // namespace

Colour value_colour(double fraction) { return along(kViridis, fraction); }

Colour signed_colour(double part) { return along(kCoolWarm, (part + 1) / 2); }

Colour name_colour(std::size_t k) {
    const std::size_t rounds = k / kNames.size();
    return mix({1, 1, 1}, kNames[k % kNames.size()], std::pow(0.55, static_cast<double>(rounds)));
}

Colour series_colour(std::size_t k) { return kSeries[k % kSeries.size()]; }

Colour mix(const Colour& a, const Colour& b, double weight) {
    return {a.red + weight * (b.red - a.red), a.green + weight * (b.green - a.green),
            a.blue + weight * (b.blue - a.blue)};
}

double luminance(const Colour& c) { return 0.2126 * c.red + 0.7152 * c.green + 0.0722 * c.blue; }

std::string hex(const Colour& colour) {
    return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.red), byte(colour.green), byte(colour.blue));
}

}  // namespace galet::figures
