// [[bodies]] of a scene: from a CSV file, listed, or generated.
#pragma once

#include <filesystem>
#include <string>

#include "galet/bodies/bodies.hpp"
#include "galet/scene/body_entry.hpp"
#include "galet/scene/document.hpp"
#include "galet/scene/obstacle_reader.hpp"
#include "galet/scene/radius_recipe.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

/// Reads the bodies, which must overlap neither each other nor an obstacle, and appends the entries to `resolved`.
Bodies read_bodies(const Document& document, const Settings& settings, const PlacedObstacles& obstacles,
                   const std::filesystem::path& base_folder, std::string& resolved);

/// Reads the entries, adds their bodies as groups behind those that are there, and appends the entries to `resolved`.
std::vector<BodyOrigin> add_entries(const Document& document, const Settings& settings, const Obstacles& obstacles,
                                    const std::filesystem::path& base_folder, Bodies& bodies, std::string& resolved);

/// Refuses bodies that overlap each other or an obstacle.
void require_apart(const Bodies& bodies, const PlacedObstacles& obstacles, const std::vector<BodyOrigin>& origins);

/// The radii that are expressions of t, of all entries.
std::vector<RadiusRecipe> read_radii(const Document& document, int dimension);

}  // namespace galet
