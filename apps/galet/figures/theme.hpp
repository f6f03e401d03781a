// The colours of a picture that are no values: paper, ink, bodies without a value, obstacles. By day on white, or dark.
#pragma once

#include "figures/colour.hpp"

namespace galet::figures {

struct Theme {
    Colour paper;
    Colour ink;        ///< text, axes, edges of obstacles
    Colour faint;      ///< frames
    Colour body;       ///< bodies without a value
    Colour pale_body;  ///< bodies under a force network
    Colour no_value;   ///< bodies whose value is not a number
    Colour obstacle;
    Colour room;  ///< walls of a room seen from inside, in three dimensions
    Colour force;
    Colour outline;       ///< what the outline of a disc tends to
    double outline_part;  ///< how much of it
};

inline constexpr Theme kDay{kPaper, kInk,      kFaint, kBody, kPaleBody, kNoValue, kObstacle, {0.95, 0.95, 0.95},
                            kForce, {0, 0, 0}, 0.55};

inline constexpr Theme kNight{{0.075, 0.082, 0.100},
                              {0.86, 0.87, 0.89},
                              {0.27, 0.28, 0.31},
                              {0.42, 0.60, 0.80},
                              {0.25, 0.26, 0.30},
                              {0.45, 0.45, 0.45},
                              {0.25, 0.26, 0.28},
                              {0.20, 0.21, 0.23},
                              {1.00, 0.42, 0.34},
                              {1, 1, 1},
                              0.25};

constexpr const Theme& theme_of(bool dark) { return dark ? kNight : kDay; }

}  // namespace galet::figures
