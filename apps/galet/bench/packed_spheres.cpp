#include "bench/packed_spheres.hpp"

#include <algorithm>
#include <cmath>

#include "galet/core/random.hpp"
#include "galet/geometry/mass.hpp"

namespace galet::app {

Bodies packed_spheres(Index count, double pitch, std::uint64_t seed) {
    RandomStream random(seed, 1);
    Bodies bodies;
    bodies.dimension = 3;
    const Index side = static_cast<Index>(std::ceil(std::cbrt(static_cast<double>(count))));
    for (Index i = 0; i < count; ++i) {
        const Index cell[3] = {i % side, i / side % side, i / side / side};
        const double radius = random.uniform(0.9, 1.0);
        const double room = std::max(0.0, 0.5 * pitch - radius);
        for (const Index c : cell) {
            bodies.position.push_back(pitch * c + random.uniform(-room, room));
            bodies.velocity.push_back(random.uniform(-1, 1));
        }
        bodies.radius.push_back(radius);
        bodies.mass.push_back(sphere_mass(1, radius));
    }
    return bodies;
}

}  // namespace galet::app
