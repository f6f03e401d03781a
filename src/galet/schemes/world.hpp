// Everything that changes or acts during a simulation, as one value that a scheme advances.
#pragma once

#include <cstdint>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/bodies/prescribed.hpp"
#include "galet/detection/contact_memory.hpp"
#include "galet/detection/film_memory.hpp"
#include "galet/forces/force.hpp"

namespace galet {

struct World {
    Bodies bodies;
    Obstacles obstacles;
    Prescribed prescribed;  ///< what radii and obstacles do by themselves
    Forces forces;
    ContactMemory memory;   ///< contact forces of the last step, by pair
    FilmMemory films;       ///< and the films between pairs
    std::int64_t step = 0;  ///< steps done
    double time = 0;        ///< t^n = n h [s]
};

}  // namespace galet
