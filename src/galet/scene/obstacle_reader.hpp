// [[obstacles]] of a scene.
#pragma once

#include <filesystem>
#include <string>

#include "galet/bodies/prescribed.hpp"
#include "galet/scene/document.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

struct ObstacleOrigin {
    Place place;         ///< of the entry
    std::string shape;   ///< its name
    bool moves = false;  ///< or changes with time
};

/// The obstacles of a scene and where each was written.
struct PlacedObstacles {
    Obstacles obstacles;    ///< at t = 0
    Prescribed prescribed;  ///< what those that move do
    std::vector<ObstacleOrigin> origins;
    std::vector<Prescribed::Shape> shapes;  ///< where each is at any time
};

/// Reads the obstacles and appends them to `resolved`.
PlacedObstacles read_obstacles(const Document& document, const Settings& settings,
                               const std::filesystem::path& base_folder, std::string& resolved);

}  // namespace galet
