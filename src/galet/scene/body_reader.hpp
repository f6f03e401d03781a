// [[bodies]] of a scene: from a CSV file, listed, or generated.
#pragma once

#include <filesystem>
#include <string>

#include "galet/bodies/bodies.hpp"
#include "galet/scene/document.hpp"
#include "galet/scene/obstacle_reader.hpp"
#include "galet/scene/radius_recipe.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

/// Reads the bodies, which must overlap neither each other nor an obstacle, and appends the entries to `resolved`.
Bodies read_bodies(const Document& document, const Settings& settings, const PlacedObstacles& obstacles,
                   const std::filesystem::path& base_folder, std::string& resolved);

/// The radii that are expressions of t, of all entries.
std::vector<RadiusRecipe> read_radii(const Document& document, int dimension);

}  // namespace galet
