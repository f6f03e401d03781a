#include "galet/detection/contact_set.hpp"

namespace galet {

void ContactSet::clear() {
    first.clear();
    second.clear();
    distance.clear();
    closing.clear();
    normal.clear();
}

double distance_now(const Bodies& bodies, const Obstacles& obstacles, Index first, Index second) {
    return with_dimension(bodies.dimension, [&](auto dim) {
        const double r = bodies.radius[second];
        const Vec<dim()> q = load<dim()>(bodies.position, second);
        if (first < 0) return separate<dim()>(obstacles.walls[~first], q, r).distance;
        if (dim() == 1) return line_distance(bodies.position[first], bodies.position[second], bodies.radius[first], r);
        return sphere_distance<dim()>(load<dim()>(bodies.position, first), q, bodies.radius[first], r);
    });
}

}  // namespace galet
