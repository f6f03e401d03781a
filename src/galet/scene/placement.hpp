// Where generated bodies start: at random in a region, or on a lattice. Pure geometry; reproducible from the seed.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/core/random.hpp"

namespace galet {

/// At random wholly inside a ball; a disc in 2D.
struct BallRegion {
    Point center;
    double radius;
};

/// At random wholly inside a box.
struct BoxRegion {
    Point min, max;
};

using Region = std::variant<BallRegion, BoxRegion>;

/// Length, area or volume of the box around a region; not a number, or infinite, where coordinates are too large.
double bounding_room(const Region& region, int dimension);

/// The part of the region that bodies of these radii fill, if they fit.
double solid_fraction(const Region& region, int dimension, std::span<const double> radius);

/// Site (i, j, k) is at min + (i + 1/2, j + 1/2, k + 1/2) spacing; the first index runs fastest.
struct Lattice {
    Point min;
    std::array<std::int64_t, 3> counts;  ///< 1 beyond the dimension
    Point spacing;                       ///< [m]
    double jitter;                       ///< each body is moved by up to this part of the room spacing/2 - r, in [0, 1]

    std::int64_t sites() const { return counts[0] * counts[1] * counts[2]; }
};

/// The first sites of the lattice, one for each radius.
std::vector<double> place_on_lattice(const Lattice& lattice, int dimension, std::span<const double> radius,
                                     RandomStream& random);

struct RandomPlacement {
    std::vector<double> position;  ///< body by body; of use only where all were placed
    std::size_t placed = 0;
    double solid_fraction = 0;  ///< of the region, by the bodies placed
};

/// Random sequential addition: the largest body first, each at a place drawn until it overlaps neither those before it,
/// nor the bodies `earlier`, nor a wall. Gives up after a number of draws proportional to the number of bodies. The
/// room around the region must be finite.
RandomPlacement place_at_random(const Region& region, std::span<const double> radius, const Bodies& earlier,
                                const Obstacles& obstacles, RandomStream& random);

}  // namespace galet
