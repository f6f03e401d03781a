#include "galet/bodies/prescribed.hpp"

#include <algorithm>

namespace galet {

void Prescribed::add_radius(Index first, Index last, Radius radius) {
    radii_.push_back({first, last, std::move(radius)});
}

void Prescribed::add_obstacle(Index index, Shape shape) { shapes_.push_back({index, std::move(shape)}); }

void Prescribed::apply(double t, Bodies& bodies, Obstacles& obstacles) const {
    for (const RadiusOf& entry : radii_) {
        std::fill(bodies.radius.begin() + entry.first, bodies.radius.begin() + entry.last, entry.radius(t));
    }
    for (const ShapeOf& entry : shapes_) replace_obstacle(obstacles, entry.index, entry.shape(t), bodies.dimension);
    for (Wall& wall : obstacles.walls) {
        if (auto* const own = std::get_if<UserWall>(&wall)) own->time = t;
    }
}

}  // namespace galet
