// Which colour a value has: along a map from low to high, along one centred at 0, or one of a few names.
#pragma once

#include <string>
#include <vector>

#include "figures/theme.hpp"
#include "figures/view.hpp"

namespace galet::figures {

struct ColourScale {
    Range range;                     ///< shown on the bar
    bool diverging = false;          ///< 0 is the middle of the map; equal colours are equally far from it
    std::vector<std::string> names;  ///< value k has a colour of its own, and a name; empty: a map

    /// `no_value` where it is not finite, or names nothing.
    Colour operator()(double value, const Colour& no_value) const;
};

/// As wide on both sides of 0.
Range symmetric(const Range& range);

}  // namespace galet::figures
