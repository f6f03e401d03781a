// Runs many worlds in processes of their own, so that one that crashes or hangs is known by its number and costs no
// other one.
#pragma once

#include "soak/shrink.hpp"
#include "soak/tally.hpp"

namespace galet::soak {

struct Crew {
    std::uint64_t seed = 1;
    int jobs = 1;           ///< processes
    int seconds_each = 60;  ///< of processor time that a world may take
    int repeat_every = 8;   ///< every so many worlds of a family are repeated with threads and through a save
};

/// Runs the worlds `numbers` and counts them.
Tally run_worlds(const std::vector<std::uint64_t>& numbers, const Crew& crew);

/// Whether a world breaks the promise, found out in a process of its own; `crash`: whether that process dies.
bool breaks_apart(const SoakWorld& world, Promise promise, int seconds);

}  // namespace galet::soak
