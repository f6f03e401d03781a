#include "galet/detection/contact_set.hpp"

namespace galet {

void ContactSet::clear() {
    first.clear();
    second.clear();
    distance.clear();
    closing.clear();
    normal.clear();
}

void choose(const ContactSet& all, std::span<const Index> which, ContactSet& chosen) {
    chosen.clear();
    chosen.dimension = all.dimension;
    const auto d = static_cast<std::size_t>(all.dimension);
    for (const Index c : which) {
        chosen.first.push_back(all.first[c]);
        chosen.second.push_back(all.second[c]);
        chosen.distance.push_back(all.distance[c]);
        if (!all.closing.empty()) chosen.closing.push_back(all.closing[c]);
        for (std::size_t k = 0; k < d; ++k) chosen.normal.push_back(all.normal[static_cast<std::size_t>(c) * d + k]);
    }
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
