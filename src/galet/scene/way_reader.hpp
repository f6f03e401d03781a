// [way] of a scene: the grid that ways to exits are planned on; and the goals that use it.
#pragma once

#include <string>

#include "galet/crowd/desired.hpp"
#include "galet/crowd/exits.hpp"
#include "galet/scene/desired_recipe.hpp"
#include "galet/scene/document.hpp"
#include "galet/scene/obstacle_reader.hpp"

namespace galet {

/// Reads [way], fills up what is missing from the bodies (which may be null where nothing is), appends it to
/// `resolved`. Not read where no goal is an exit.
void read_way(const Document& document, const PlacedObstacles& obstacles, const std::vector<Exit>& exits,
              const Bodies* bodies, DesiredRecipe& recipe, std::string& resolved);

/// Makes the goals. Throws InputError for an exit that nobody fits through.
Goals make_goals(const DesiredRecipe& recipe, const PlacedObstacles& obstacles);

/// Throws InputError where someone has no way to the exit, or nobody fits through an exit.
void check_ways(const Document& document, const DesiredRecipe& recipe, const PlacedObstacles& obstacles,
                const std::vector<Exit>& exits, const Goals& goals, const People& people, const Bodies& bodies);

}  // namespace galet
