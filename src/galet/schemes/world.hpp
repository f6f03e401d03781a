// Everything that changes or acts during a simulation, as one value that a scheme advances.
#pragma once

#include <algorithm>
#include <cstdint>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/bodies/prescribed.hpp"
#include "galet/crowd/desired.hpp"
#include "galet/crowd/exits.hpp"
#include "galet/detection/contact_memory.hpp"
#include "galet/detection/film_memory.hpp"
#include "galet/forces/force.hpp"

namespace galet {

struct World {
    Bodies bodies;
    Obstacles obstacles;
    Prescribed prescribed;  ///< what radii and obstacles do by themselves
    Forces forces;
    Desired desired;  ///< of scheme first-order: what people want
    std::vector<Exit> exits;
    Leavings leavings;      ///< who has left through them
    ContactMemory memory;   ///< contact forces of the last step, by pair
    FilmMemory films;       ///< and the films between pairs
    std::int64_t step = 0;  ///< steps done
    double time = 0;        ///< t^n = n h [s]

    /// One more step of length h is done.
    void count_step(double h) {
        ++step;
        time = static_cast<double>(step) * h;
    }
};

/// Whether radii or obstacles change with time, or constraints of the user's own may.
inline bool something_moves(const World& world) {
    return !world.prescribed.empty() ||
           std::any_of(world.obstacles.walls.begin(), world.obstacles.walls.end(),
                       [](const Wall& wall) { return std::holds_alternative<UserWall>(wall); });
}

}  // namespace galet
