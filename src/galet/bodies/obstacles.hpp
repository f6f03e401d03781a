// The fixed obstacles of a scene and the walls they put around the bodies.
#pragma once

#include <string>
#include <vector>

#include "galet/geometry/wall.hpp"

namespace galet {

/// A container: bodies stay inside.
struct Box {
    Point min, max;
};

using ObstacleShape = std::variant<HalfSpace, Box, Block, Ball, Segment>;

/// All walls of a scene. `owner[w]` is the obstacle, counted from 0 in scene order, that wall w belongs to.
struct Obstacles {
    std::vector<ObstacleShape> shapes;
    std::vector<Wall> walls;
    std::vector<Index> owner;
};

/// Adds an obstacle; a box becomes 2 dim half-spaces.
void add_obstacle(Obstacles& obstacles, const ObstacleShape& shape, int dimension);

}  // namespace galet
