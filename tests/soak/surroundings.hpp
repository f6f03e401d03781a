// What random worlds have beside their bodies: velocities, masses, obstacles, forces, a solver.
#pragma once

#include "soak/draw.hpp"
#include "soak/soak_world.hpp"

namespace galet::soak {

/// m ~ r^3, or all equal.
void weigh(Draw& draw, SoakWorld& world);

/// Masses over `decades` powers of ten.
void weigh_over(Draw& draw, SoakWorld& world, double lightest, double heaviest);

/// Velocities with which bodies move up to `diameters` of the smallest one in a step; sometimes none at all, sometimes
/// all the same. Spins likewise where bodies rotate.
void set_in_motion(Draw& draw, SoakWorld& world, double diameters);

/// None to three obstacles, a gap away from all bodies or touching one of them.
void add_obstacles(Draw& draw, SoakWorld& world, bool touching);

/// Lets obstacles move, or radii change, by up to some tenths of the smallest radius a step.
void let_something_move(Draw& draw, SoakWorld& world);

/// Gravity, which moves bodies at rest by up to `diameters` in a step.
void add_gravity(Draw& draw, SoakWorld& world, double diameters);

/// One or two forces of any type; `instants`: only those that have a value at an instant.
void add_forces(Draw& draw, SoakWorld& world, bool instants);

/// Mostly `auto` with the default limits; sometimes another method that takes the law, other limits, no margin.
void choose_solver(Draw& draw, SoakWorld& world);

}  // namespace galet::soak
