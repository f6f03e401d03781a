#include "galet/bodies/obstacles.hpp"

#include <algorithm>
#include <cassert>

namespace galet {
namespace {

std::vector<Wall> walls_of(const Box& box, int dimension) {
    std::vector<Wall> walls;
    for (int k = 0; k < dimension; ++k) {
        Point inward{};
        inward[k] = 1;
        walls.push_back(HalfSpace{box.min, inward});
        inward[k] = -1;
        walls.push_back(HalfSpace{box.max, inward});
    }
    return walls;
}

std::vector<Wall> walls_of(const FloorPlan& plan, int) { return {plan.lines.begin(), plan.lines.end()}; }

template <class Shape>
std::vector<Wall> walls_of(const Shape& shape, int) {
    return {shape};
}

}  // namespace

void add_obstacle(Obstacles& obstacles, const ObstacleShape& shape, int dimension, double restitution,
                  double friction) {
    const Index owner = static_cast<Index>(obstacles.shapes.size());
    obstacles.shapes.push_back(shape);
    obstacles.restitution.push_back(restitution);
    obstacles.friction.push_back(friction);
    for (const Wall& wall : std::visit([&](const auto& s) { return walls_of(s, dimension); }, shape)) {
        obstacles.walls.push_back(wall);
        obstacles.owner.push_back(owner);
    }
}

bool depends_on_time(const Obstacles& obstacles) {
    return std::any_of(obstacles.walls.begin(), obstacles.walls.end(),
                       [](const Wall& wall) { return std::holds_alternative<UserWall>(wall); });
}

void replace_obstacle(Obstacles& obstacles, Index index, const ObstacleShape& shape, int dimension) {
    assert(shape.index() == obstacles.shapes[index].index());
    obstacles.shapes[index] = shape;
    auto wall = obstacles.walls.begin() +
                (std::find(obstacles.owner.begin(), obstacles.owner.end(), index) - obstacles.owner.begin());
    for (const Wall& next : std::visit([&](const auto& s) { return walls_of(s, dimension); }, shape)) *wall++ = next;
}

}  // namespace galet
