// Small worlds that several tests run, and what they ask of a run.
#pragma once

#include <algorithm>
#include <cmath>

#include "galet/simulation/simulation.hpp"
#include "random_bodies.hpp"

namespace galet::test {

/// A point of mass 1 at 1/2 above a wall, pushed with -1 until t = 2, then pulled with +2.
inline World ball_above_wall() {
    World world;
    world.bodies.dimension = 1;
    add_body(world.bodies, {0.5}, 0, {0.0}, 1);
    world.bodies.groups = {{"", 0, 1}};
    order_on_line(world.bodies);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {1, 0, 0}}, 1);
    world.forces.push_back(make_table(select_all(world.bodies), {0, 2}, {{-1, 0, 0}, {2, 0, 0}}));
    return world;
}

/// Two balls of radius 0.1 and masses 1 and 2, centres 1 apart: the first comes with speed 1, the other rests.
inline World one_hits_the_other(int dimension) {
    World world;
    world.bodies.dimension = dimension;
    std::vector<double> left(dimension, 0.0), right(dimension, 0.0), moving(dimension, 0.0), still(dimension);
    right[0] = moving[0] = 1;
    add_body(world.bodies, left, 0.1, moving, 1);
    add_body(world.bodies, right, 0.1, still, 2);
    if (dimension == 1) order_on_line(world.bodies);
    return world;
}

/// |balance| relative to the energies in it.
inline double imbalance(const Simulation& simulation) {
    const HistoryRow& row = simulation.row();
    const Totals& totals = simulation.totals();
    const double scale = std::abs(row.kinetic_energy) + std::abs(row.dissipated) + std::abs(row.work_external) +
                         std::abs(row.potential_energy) + totals.start_kinetic;
    return totals.worst_energy_imbalance / std::max(scale, 1e-300);
}

}  // namespace galet::test
