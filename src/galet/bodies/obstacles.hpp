// The obstacles of a scene and the walls they put around the bodies.
#pragma once

#include <string>
#include <vector>

#include "galet/geometry/wall.hpp"

namespace galet {

/// A container: bodies stay inside.
struct Box {
    Point min, max;
};

/// The walls of a building: bodies stay away from all of its lines.
struct FloorPlan {
    std::vector<Segment> lines;
};

using ObstacleShape = std::variant<HalfSpace, Box, Block, Ball, Segment, UserWall, FloorPlan>;

/// All walls of a scene. `owner[w]` is the obstacle, counted from 0 in scene order, that wall w belongs to.
struct Obstacles {
    std::vector<ObstacleShape> shapes;
    std::vector<Wall> walls;
    std::vector<Index> owner;
    std::vector<double> restitution;  ///< by obstacle: e of its contacts; negative: that of the scene
    std::vector<double> friction;     ///< and the friction of its contacts
};

/// Adds an obstacle; a box becomes 2 dim half-spaces, a floor plan its lines.
void add_obstacle(Obstacles& obstacles, const ObstacleShape& shape, int dimension, double restitution = -1,
                  double friction = -1);

/// Whether there are constraints of the user's own, which may.
bool depends_on_time(const Obstacles& obstacles);

/// Puts another shape of the same kind in the place of an obstacle.
void replace_obstacle(Obstacles& obstacles, Index index, const ObstacleShape& shape, int dimension);

}  // namespace galet
