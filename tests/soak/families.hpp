// The kinds of random worlds, and the world that a seed and a number stand for.
#pragma once

#include <string>
#include <vector>

#include "soak/draw.hpp"
#include "soak/soak_world.hpp"

namespace galet::soak {

struct Family {
    std::string name;
    std::string line;  ///< what it is, for a list
    void (*make)(Draw& draw, SoakWorld& world);
};

const std::vector<Family>& families();

/// World `number` of `seed`: the families take turns.
SoakWorld make_world(std::uint64_t seed, std::uint64_t number);

}  // namespace galet::soak
