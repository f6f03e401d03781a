// What makes a picture readable as a measurement: colour bar, scale bar, legend of forces, captions.
#pragma once

#include "figures/draw.hpp"

namespace galet::figures {

/// A bar with numbers, or the colours of names.
void draw_colours(Canvas& canvas, const Layout& plan, const Shared& shared, const std::string& quantity);

/// A bar of 1, 2 or 5 times a power of ten metres, at the left of the footer.
void draw_scale_bar(Canvas& canvas, const Layout& plan, double pixels_per_metre, const Theme& theme);

/// A line as wide as the widest of the network, with its impulse [N s], at the right of the footer.
void draw_force_key(Canvas& canvas, const Layout& plan, const Shared& shared);

void draw_title(Canvas& canvas, const Layout& plan, const std::string& title, const Theme& theme);
void draw_caption(Canvas& canvas, const Layout& plan, int panel, const std::string& caption, const Theme& theme);

}  // namespace galet::figures
