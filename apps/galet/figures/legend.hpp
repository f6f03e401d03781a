// What makes a picture readable as a measurement: colour bar, scale bar, legend of forces, captions.
#pragma once

#include "figures/layout.hpp"

namespace galet::figures {

void draw_colour_bar(Canvas& canvas, const Layout& plan, const Range& range, const std::string& quantity);

/// A bar of 1, 2 or 5 times a power of ten metres, at the left of the footer.
void draw_scale_bar(Canvas& canvas, const Layout& plan, double pixels_per_metre);

/// A line as wide as the widest of the network, with its impulse [N s], at the right of the footer.
void draw_force_key(Canvas& canvas, const Layout& plan, double line_width, double impulse);

void draw_captions(Canvas& canvas, const Layout& plan, const std::string& title, std::span<const Snapshot> states);

}  // namespace galet::figures
