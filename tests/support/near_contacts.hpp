// Sparse contact problems: only pairs that are near each other.
#pragma once

#include "problems.hpp"

namespace galet::test {

/// Contacts of a random cluster that are nearer than `reach`: a sparse W.
inline ContactProblem near_contacts(int dimension, Index count, double reach, std::uint64_t seed, bool with_positions) {
    const Bodies bodies = random_bodies(dimension, count, 1.0, 0.02, 2, 1.0, seed);
    Obstacles obstacles;
    add_obstacle(obstacles, HalfSpace{{-0.5, -0.5, -0.5}, {1, 0, 0}}, dimension);
    const ContactProblem all = problem_of(bodies, all_contacts(bodies, obstacles), 0.3);
    ContactProblem near = all;
    near.first.clear();
    near.second.clear();
    near.normal.clear();
    near.distance.clear();
    for (Index c = 0; c < all.contacts(); ++c) {
        if (all.distance[c] > reach) continue;
        near.first.push_back(all.first[c]);
        near.second.push_back(all.second[c]);
        near.distance.push_back(all.distance[c]);
        for (int k = 0; k < dimension; ++k) {
            near.normal.push_back(all.normal[static_cast<std::size_t>(c) * dimension + k]);
        }
    }
    if (with_positions) near.position = bodies.position;
    return near;
}

}  // namespace galet::test
