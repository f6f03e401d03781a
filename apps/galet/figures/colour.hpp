// Colours of all figures: a perceptually uniform map for values, a palette that colour-blind readers can tell apart for
// series, and the few greys of the page.
#pragma once

#include <cstddef>
#include <string>

namespace galet::figures {

/// Red, green, blue in [0, 1], sRGB.
struct Colour {
    double red = 0, green = 0, blue = 0;
};

inline constexpr Colour kPaper{1, 1, 1};
inline constexpr Colour kInk{0.15, 0.15, 0.17};       ///< text, axes, outlines
inline constexpr Colour kFaint{0.80, 0.81, 0.83};     ///< frames, grids
inline constexpr Colour kBody{0.48, 0.64, 0.80};      ///< bodies without a value
inline constexpr Colour kPaleBody{0.90, 0.91, 0.93};  ///< bodies under a force network
inline constexpr Colour kNoValue{0.70, 0.70, 0.70};   ///< bodies whose value is not a number
inline constexpr Colour kObstacle{0.87, 0.86, 0.84};  ///< obstacles
inline constexpr Colour kForce{0.70, 0.11, 0.11};     ///< force network

/// Viridis (van der Walt and Smith, 2015) at `fraction`, clamped to [0, 1]: equal steps of value look equally
/// different.
Colour value_colour(double fraction);

/// A map with a pale middle (Moreland, 2009) at `part`, clamped to [-1, 1]: blue below 0, red above.
Colour signed_colour(double part);

/// Colour of the k-th name of a legend: the palette of Okabe and Ito, paler after each seven.
Colour name_colour(std::size_t k);

/// Colour of the k-th series of a chart (Okabe and Ito, 2008), repeating after seven.
Colour series_colour(std::size_t k);

/// `weight` of b, the rest of a.
Colour mix(const Colour& a, const Colour& b, double weight);

/// How light a colour looks, 0 to 1 (weights of Rec. 709, of the values as stored).
double luminance(const Colour& colour);

/// "#rrggbb".
std::string hex(const Colour& colour);

}  // namespace galet::figures
