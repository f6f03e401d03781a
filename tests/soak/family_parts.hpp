// What families of random worlds have in common, and those that are about a law or a scheme.
#pragma once

#include "soak/draw.hpp"
#include "soak/soak_world.hpp"

namespace galet::soak {

/// Diameters of the smallest body that bodies move in a step.
inline constexpr double kLeastReach = 1e-4, kMostReach = 3;

double some_reach(Draw& draw);

/// Dimension, step and number of steps; returns the radius that others go by.
double begin(Draw& draw, SoakWorld& world);

/// Everything but the bodies' places.
void dress(Draw& draw, SoakWorld& world, double reach, bool touching);

/// Any of the places that bodies of about one size may start in.
void place_somehow(Draw& draw, SoakWorld& world, int most, double r);

void crowd(Draw& draw, SoakWorld& world);
void friction(Draw& draw, SoakWorld& world);
void sliding(Draw& draw, SoakWorld& world);
void gluey(Draw& draw, SoakWorld& world);
void viscous(Draw& draw, SoakWorld& world);
void restitution(Draw& draw, SoakWorld& world);
void penalty(Draw& draw, SoakWorld& world);
void midpoint(Draw& draw, SoakWorld& world);
void events(Draw& draw, SoakWorld& world);
void forces(Draw& draw, SoakWorld& world);
void driven(Draw& draw, SoakWorld& world);
void methods(Draw& draw, SoakWorld& world);

}  // namespace galet::soak
