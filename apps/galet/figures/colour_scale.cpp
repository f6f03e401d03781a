#include "figures/colour_scale.hpp"

#include <algorithm>
#include <cmath>

namespace galet::figures {

Colour ColourScale::operator()(double value, const Colour& no_value) const {
    if (!std::isfinite(value)) return no_value;
    if (!names.empty()) {
        const bool named = value >= 0 && value < static_cast<double>(names.size());
        return named ? name_colour(static_cast<std::size_t>(value)) : no_value;
    }
    if (diverging) {
        const double reach = symmetric(range).high;
        return signed_colour(reach > 0 ? value / reach : 0);
    }
    const double span = range.high - range.low;
    return value_colour(span > 0 ? (value - range.low) / span : 0.5);
}

Range symmetric(const Range& range) {
    const double reach = std::max(std::abs(range.low), std::abs(range.high));
    return {-reach, reach};
}

}  // namespace galet::figures
