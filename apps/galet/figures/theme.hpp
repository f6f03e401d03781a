// The colours of a picture that are no values: paper, ink, bodies without a value, obstacles. By day on white, or dark;
// those of the browser viewer.
#pragma once

#include "figures/colour.hpp"

namespace galet::figures {

constexpr Colour from_bytes(int red, int green, int blue) { return {red / 255.0, green / 255.0, blue / 255.0}; }

struct Theme {
    Colour paper;
    Colour ink;        ///< text, axes, edges of obstacles
    Colour faint;      ///< frames
    Colour body;       ///< bodies without a value
    Colour pale_body;  ///< bodies under a force network
    Colour no_value;   ///< bodies whose value is not a number
    Colour obstacle;
    Colour room;          ///< walls of a room seen from inside, in three dimensions
    Colour force, pull;   ///< contacts that push, and that pull
    Colour outline;       ///< what the outline of a disc tends to
    double outline_part;  ///< how much of it
};

inline constexpr Theme kDay{kPaper,    kInk,
                            kFaint,    kBody,
                            kPaleBody, kNoValue,
                            kObstacle, from_bytes(242, 242, 242),
                            kForce,    from_bytes(20, 90, 170),
                            {0, 0, 0}, 0.55};

inline constexpr Theme kNight{from_bytes(22, 24, 28),
                              from_bytes(226, 228, 232),
                              from_bytes(84, 88, 96),
                              kBody,
                              from_bytes(64, 66, 76),
                              kNoValue,
                              from_bytes(62, 64, 70),
                              from_bytes(52, 54, 59),
                              from_bytes(255, 118, 92),
                              from_bytes(110, 180, 255),
                              {1, 1, 1},
                              0.25};

constexpr const Theme& theme_of(bool dark) { return dark ? kNight : kDay; }

}  // namespace galet::figures
