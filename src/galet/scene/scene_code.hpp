// What a scene takes from the program around it, because no text can hold it: arrays of bodies, and functions. Entries
// refer to these by name:
//
//   [[bodies]]     arrays = NAME
//   [[forces]]     type = "user", name = NAME
//   [[obstacles]]  shape = "user", name = NAME
//   [desired]      user = NAME
//
// A scene that needs some code runs in the program that brings it along, and nowhere else.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "galet/crowd/user_goal.hpp"
#include "galet/forces/user.hpp"
#include "galet/geometry/wall.hpp"
#include "galet/scene/body_table.hpp"

namespace galet {

struct SceneCode {
    std::map<std::string, BodyTable> bodies;  ///< `line` is not used
    std::map<std::string, UserForce> forces;
    std::map<std::string, std::shared_ptr<const Constraint>> constraints;
    std::map<std::string, UserVelocity> velocities;
};

}  // namespace galet
