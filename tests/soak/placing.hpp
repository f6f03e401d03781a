// Where the bodies of a random world start: apart, or touching to rounding.
#pragma once

#include "soak/draw.hpp"
#include "soak/soak_world.hpp"

namespace galet::soak {

/// Radii that bodies are drawn with: of [smallest, largest], as many small as large.
struct Radii {
    double smallest, largest;

    double draw(Draw& draw) const { return smallest < largest ? draw.magnitude(smallest, largest) : smallest; }
};

/// Up to `count` bodies thrown into a cube where they fill about one part in 2^d of `room`.
void throw_in(Draw& draw, SoakWorld& world, int count, const Radii& radii, double room);

/// Equal bodies on a square or, in a plane, triangular lattice; `gap` between neighbours, of the diameter.
void place_lattice(Draw& draw, SoakWorld& world, int most, double radius, double gap);

/// One above the other along the last axis, `gap` of the radii between them, moved aside by up to `aside` radii.
void place_column(Draw& draw, SoakWorld& world, int count, const Radii& radii, double gap, double aside);

/// A cluster in which every body touches an earlier one.
void place_touching(Draw& draw, SoakWorld& world, int count, const Radii& radii);

/// All at the same height, the last coordinate, beside each other.
void place_level(Draw& draw, SoakWorld& world, int count, const Radii& radii);

/// The box around all bodies.
struct Bounds {
    Point low{}, high{};
};
Bounds bounds_of(const SoakWorld& world);

double smallest_radius(const SoakWorld& world);  ///< > 0; 1 where there are only points
double smallest_mass(const SoakWorld& world);

}  // namespace galet::soak
