// A force of a scene that waits for its bodies: read and checked from the scene alone, made once the groups are known.
// A new run makes its forces from the bodies of the scene, a resumed one from those of the checkpoint.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "galet/core/error.hpp"
#include "galet/forces/force.hpp"

namespace galet {

struct ForceRecipe {
    std::string on;  ///< group, or "" for all bodies
    Place on_place;  ///< of the key `on`
    std::function<std::unique_ptr<Force>(Selection, const Bodies&)> make;
};

/// Makes the forces, in order. Throws InputError for a group that no body is in, or values that do not fit its bodies.
Forces build_forces(const std::vector<ForceRecipe>& recipes, const Bodies& bodies);

}  // namespace galet
