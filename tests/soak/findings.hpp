// What galet promises of every step, by name, and how near a world came to breaking each of them.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace galet::soak {

enum class Promise {
    runs,           ///< the scene is read and no step throws
    finite,         ///< every number of state and row is finite
    no_overlap,     ///< schemes maury and first-order with a margin: no distance is negative at the end of a step
    between,        ///< nor within the step
    min_distance,   ///< of the row is the one over all pairs and walls
    every_pair,     ///< no pair or wall was forgotten: each meets its linearised constraint
    certificate,    ///< within the limits of the scene where the step says it is solved
    solved,         ///< without friction and with method auto every step is
    energy,         ///< the balance of the row closes to rounding
    dissipative,    ///< contacts do not make energy
    momentum,       ///< start and impulses from outside give the momentum now, to rounding
    angular,        ///< where nothing acts from outside angular momentum stays, to rounding
    body_impulses,  ///< each body's velocity follows from its forces and contact impulses
    reference,      ///< a dense method of its own gives the same velocities
    threads,        ///< one thread or three: the same bits
    restart,        ///< saved and restored half-way: the same bits
    crash,          ///< the process survives, and ends in time
    count
};

inline constexpr int kPromises = static_cast<int>(Promise::count);

/// Its name in tables and on the command line.
const char* name_of(Promise promise);

/// The largest part of what is allowed that was used of each promise: more than 1 is a broken promise.
struct Findings {
    std::array<double, kPromises> worst{};
    std::array<std::string, kPromises> message;  ///< of broken promises: when and by how much, the first time

    /// A number that may be at most `allowed`, both >= 0. Not a number breaks the promise.
    void note(Promise promise, double found, double allowed, const std::string& when);
    void fail(Promise promise, const std::string& what);

    bool broken(Promise promise) const { return !message[static_cast<int>(promise)].empty(); }
    std::vector<Promise> all_broken() const;
};

}  // namespace galet::soak
