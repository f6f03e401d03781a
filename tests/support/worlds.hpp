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

/// |balance| relative to the energies in it.
inline double imbalance(const Simulation& simulation) {
    const HistoryRow& row = simulation.row();
    const Totals& totals = simulation.totals();
    const double scale = std::abs(row.kinetic_energy) + std::abs(row.dissipated) + std::abs(row.work_external) +
                         std::abs(row.potential_energy) + totals.start_kinetic;
    return totals.worst_energy_imbalance / std::max(scale, 1e-300);
}

}  // namespace galet::test
