// Makes a world that breaks a promise small: what is left out, or made simple, stays so as long as the promise breaks.
#pragma once

#include <functional>

#include "soak/soak_world.hpp"

namespace galet::soak {

/// Whether a world still shows what is looked for.
using Shows = std::function<bool(const SoakWorld&)>;

struct Shrunk {
    SoakWorld world;
    int tries = 0;
};

/// The smallest world found within `most_tries` runs; `world` itself must show it.
Shrunk shrink(const SoakWorld& world, const Shows& shows, int most_tries = 400);

}  // namespace galet::soak
