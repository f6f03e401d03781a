// Runs one random world, from its scene text on, and checks every step of it.
#pragma once

#include "soak/findings.hpp"
#include "soak/soak_world.hpp"

namespace galet::soak {

struct Outcome {
    Findings findings;
    int steps = 0;        ///< taken
    int divided = 0;      ///< of these: in parts
    int contacts = 0;     ///< constraints, over all steps
    int unsolved = 0;     ///< steps that missed their limits and said so, taken or not
    int impossible = 0;   ///< steps whose walls or radii left no room, and said so
    int at_rounding = 0;  ///< of the unsolved: what is missed is no more than rounding
};

/// `repeat`: also with three threads and through a save half-way.
Outcome run_world(const SoakWorld& world, bool repeat);

/// Whether a world that may be far from the first one still breaks the promise.
bool breaks(const SoakWorld& world, Promise promise);

}  // namespace galet::soak
