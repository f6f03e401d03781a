// Looks for bodies that overlap each other or a wall at the start of a simulation.
#pragma once

#include <optional>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"

namespace galet {

/// Bodies may touch; deeper than this part of the smaller radius (of the length scale for points) is an overlap.
inline constexpr double kTouching = 1e-9;

struct Overlap {
    Index first;   ///< body, or ~w for wall w
    Index second;  ///< body
    double depth;  ///< [m], > 0
};

/// The deepest overlap beyond `kTouching`, if there is one.
std::optional<Overlap> find_overlap(const Bodies& bodies, const Obstacles& obstacles);

}  // namespace galet
