// A force f(q, u, t) [N] of a program's own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "galet/forces/force.hpp"

namespace galet {

/// `on` are the bodies it acts on.
struct UserForce {
    std::string name;  ///< in messages

    /// Writes f [N] of the bodies `on`, vectors in their order, for the q and u of `bodies` and t [s].
    std::function<void(const Bodies& bodies, const Selection& on, double t, std::span<double> force)> force;

    /// The potential energy [J] that f derives from. May be empty: then what f does is work from outside.
    std::function<double(const Bodies& bodies, const Selection& on)> potential;
};

/// Calls `force` once a step, on the thread of the caller, for the middle of the step in time: the mean of what is
/// linear in t. What it throws ends the step; a value that is not finite is an InputError that names force, body and
/// time. Works in memory of its own: one call at a time.
std::unique_ptr<Force> make_user(Selection on, UserForce user);

}  // namespace galet
