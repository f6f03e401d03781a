// Random collections of bodies that do not overlap, for tests of invariants.
#pragma once

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/core/random.hpp"
#include "galet/geometry/mass.hpp"
#include "galet/schemes/world.hpp"

namespace galet::test {

inline void add_body(Bodies& bodies, const std::vector<double>& q, double r, const std::vector<double>& u,
                     double mass) {
    bodies.position.insert(bodies.position.end(), q.begin(), q.end());
    bodies.velocity.insert(bodies.velocity.end(), u.begin(), u.end());
    bodies.radius.push_back(r);
    bodies.mass.push_back(mass);
    bodies.groups = {{"", 0, bodies.size()}};
}

/// Up to `count` bodies thrown into a cube (square, interval) of the given edge, radii in [r, ratio r], speeds up to
/// `speed`.
inline Bodies random_bodies(int dimension, Index count, double edge, double r, double ratio, double speed,
                            std::uint64_t seed) {
    RandomStream random(seed, 17);
    Bodies bodies;
    bodies.dimension = dimension;
    for (Index attempt = 0; attempt < 200 * count && bodies.size() < count; ++attempt) {
        // Log-uniform: as many small as large.
        const double radius = r * std::pow(ratio, random.uniform());
        std::array<double, 3> q{};
        for (int k = 0; k < dimension; ++k) q[k] = random.uniform(0, edge);
        bool free = true;
        for (Index i = 0; i < bodies.size() && free; ++i) {
            double square = 0;
            for (int k = 0; k < dimension; ++k) {
                const double d = q[k] - bodies.position[static_cast<std::size_t>(i) * dimension + k];
                square += d * d;
            }
            free = std::sqrt(square) > radius + bodies.radius[i];
        }
        if (!free) continue;
        for (int k = 0; k < dimension; ++k) {
            bodies.position.push_back(q[k]);
            bodies.velocity.push_back(random.uniform(-speed, speed));
        }
        bodies.radius.push_back(radius);
        bodies.mass.push_back(sphere_mass(2500, radius));
    }
    bodies.groups = {{"", 0, bodies.size()}};
    if (dimension == 1) order_on_line(bodies);
    return bodies;
}

/// All N (N - 1) / 2 pairs and all walls, with true distances: what a lazy search must agree with.
inline ContactSet all_contacts(const Bodies& bodies, const Obstacles& obstacles) {
    ContactSet set;
    set.dimension = bodies.dimension;
    const auto add = [&](Index first, Index second, double distance, auto normal) {
        set.first.push_back(first);
        set.second.push_back(second);
        set.distance.push_back(distance);
        for (int k = 0; k < bodies.dimension; ++k) set.normal.push_back(normal[k]);
    };
    with_dimension(bodies.dimension, [&](auto dim) {
        constexpr int d = dim();
        for (Index i = 0; i < bodies.size(); ++i) {
            for (Index j = i + 1; j < bodies.size() && d > 1; ++j) {
                const auto s = separate_spheres<d>(load<d>(bodies.position, i), load<d>(bodies.position, j),
                                                   bodies.radius[i], bodies.radius[j]);
                add(i, j, s.distance, s.normal);
            }
            for (Index w = 0; w < static_cast<Index>(obstacles.walls.size()); ++w) {
                const auto s = separate<d>(obstacles.walls[w], load<d>(bodies.position, i), bodies.radius[i]);
                add(~w, i, s.distance, s.normal);
            }
        }
        for (Index k = 0; d == 1 && k + 1 < bodies.size(); ++k) {
            const Index i = bodies.line_order[k], j = bodies.line_order[k + 1];
            add(i, j, line_distance(bodies.position[i], bodies.position[j], bodies.radius[i], bodies.radius[j]),
                Vec<d>(Vec<d>::Unit(0)));
        }
    });
    return set;
}

}  // namespace galet::test
