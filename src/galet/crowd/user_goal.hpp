// A desired velocity U(q, t) [m/s] of a program's own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "galet/crowd/desired.hpp"

namespace galet {

/// Writes U [m/s] of the bodies with the indices `people`, vectors in their order, for the q of `bodies` and t [s].
using UserVelocity =
    std::function<void(const Bodies& bodies, std::span<const Index> people, double t, std::span<double> velocity)>;

/// Called once a step, for the middle of it in time, on the thread of the caller. A value that is not finite is an
/// InputError that says `name`, person and time.
std::unique_ptr<Goal> make_user_goal(std::string name, UserVelocity velocity);

}  // namespace galet
