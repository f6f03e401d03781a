// Drawing one state into one panel.
#pragma once

#include "figures/colour_scale.hpp"
#include "figures/layout.hpp"

namespace galet::figures {

/// What all panels of a sheet share.
struct Shared {
    View view;
    ColourScale colours;
    Theme theme = kDay;
    double widest = 0;      ///< impulse of the widest force line [N s]
    double line_width = 0;  ///< of that line [pixel]
    double unit = 1;        ///< of the layout [pixel]
};

/// By value where there is one; paler under a force network.
Colour body_colour(const Snapshot& state, const Shared& shared, std::size_t i);

/// Ends of the line that shows contact c: the centres of two bodies, or a centre and its point on an obstacle.
std::pair<Vec<3>, Vec<3>> force_line(const Snapshot& state, std::size_t c);

/// One and two dimensions.
void draw_flat(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, const Shared& shared);
void draw_flat_obstacles(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, double unit,
                         const Theme& theme);

/// Three dimensions.
void draw_solid(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, const Shared& shared);

/// Draws one state into one panel.
using DrawState = void (*)(Canvas&, const Snapshot&, const Placement&, const Rect&, const Shared&);

}  // namespace galet::figures
