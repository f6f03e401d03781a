// [[forces]] of a scene.
#pragma once

#include <string>
#include <vector>

#include "galet/scene/document.hpp"
#include "galet/scene/force_recipe.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

/// Reads the forces and appends them to `resolved`. There are `earlier` ones from elsewhere before them.
std::vector<ForceRecipe> read_forces(const Document& document, const Settings& settings, std::string& resolved,
                                     std::size_t earlier = 0);

}  // namespace galet
