// [desired], `desired` of [[bodies]], and [[exits]] of a scene: crowd motion, scheme first-order.
#pragma once

#include <string>
#include <vector>

#include "galet/crowd/desired.hpp"
#include "galet/crowd/exits.hpp"
#include "galet/scene/desired_recipe.hpp"
#include "galet/scene/document.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

/// Reads the exits and appends them to `resolved`. None where the scheme is another: their keys are refused.
std::vector<Exit> read_exits(const Document& document, const Settings& settings, std::string& resolved);

/// Reads the goals and appends [desired] to `resolved`; empty where the scheme is another.
DesiredRecipe read_desired(const Document& document, const Settings& settings, const std::vector<Exit>& exits,
                           std::string& resolved);

/// Who of the bodies has which goal. Throws InputError for values that do not fit the bodies.
People make_people(const DesiredRecipe& recipe, const Bodies& bodies, std::uint64_t seed);

}  // namespace galet
