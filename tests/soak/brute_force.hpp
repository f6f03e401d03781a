// Distances of all pairs and walls in extended precision, written down once more and without any search: what the
// library's own detection is checked against.
#pragma once

#include <limits>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"

namespace galet::soak {

using Real = long double;

/// One pair, or body and wall (first = ~wall), with its distance and the gradient at `second`; that at `first` is the
/// opposite.
struct Apart {
    Index first, second;
    Real distance;
    std::array<Real, 3> normal;
};

/// All pairs (on a line: neighbours in the initial order) and all walls.
std::vector<Apart> all_apart(const Bodies& bodies, const Obstacles& obstacles);

/// The smallest of their distances; the largest double where there are none.
double smallest_distance(const Bodies& bodies, const Obstacles& obstacles);

/// The largest number that distances are computed from [m]: coordinates, radii, and those of obstacles.
double extent(const Bodies& bodies, const Obstacles& obstacles);

/// What rounding may do to one distance: a handful of operations on numbers as large as the extent.
inline constexpr double kDistanceRounding = 16 * std::numeric_limits<double>::epsilon();

}  // namespace galet::soak
