#include "galet/simulation/simulation.hpp"

#include <gtest/gtest.h>

#include "support/random_bodies.hpp"
#include "support/settings.hpp"

namespace galet {
namespace {

using test::settings_of;

World falling(std::uint64_t seed) {
    World world;
    world.bodies = test::random_bodies(2, 200, 1.0, 0.02, 2, 0.5, seed);
    add_obstacle(world.obstacles, Box{{-0.1, -0.1, 0}, {1.1, 3, 0}}, 2);
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, -9.81, 0}));
    return world;
}

TEST(Settings, StepsAreWholeOrRoundedUp) {
    EXPECT_EQ(settings_of(2, 0.1, 1.0).steps(), 10);
    EXPECT_EQ(settings_of(2, 0.1, 0.3).steps(), 3);  // 0.3 / 0.1 is a hair below 3
    EXPECT_EQ(settings_of(2, 0.3, 1.0).steps(), 4);
    EXPECT_EQ(settings_of(2, 2.0, 1.0).steps(), 1);
}

TEST(Simulation, RestartGivesTheSameBits) {
    const Settings settings = settings_of(2, 0.01, 0.4);
    Simulation whole(falling(1), settings), first(falling(1), settings);
    while (!whole.finished()) ASSERT_TRUE(whole.step());
    for (int n = 0; n < 17; ++n) ASSERT_TRUE(first.step());
    const SimulationState state = first.state();
    Simulation second(falling(1), settings);
    second.restore(state);
    while (!second.finished()) ASSERT_TRUE(second.step());
    EXPECT_EQ(second.world().bodies.position, whole.world().bodies.position);
    EXPECT_EQ(second.world().bodies.velocity, whole.world().bodies.velocity);
    EXPECT_EQ(second.row().dissipated, whole.row().dissipated);
    EXPECT_EQ(second.totals().iterations, whole.totals().iterations);
    EXPECT_EQ(second.totals().external_impulse, whole.totals().external_impulse);
}

TEST(Simulation, RowsBalanceAndStayWithinTheirLimits) {
    Simulation simulation(falling(2), settings_of(2, 0.02, 0.6));
    const double start = simulation.row().kinetic_energy + simulation.row().potential_energy;
    const double scale = simulation.totals().length_scale;
    while (!simulation.finished()) {
        ASSERT_TRUE(simulation.step());
        const HistoryRow& row = simulation.row();
        EXPECT_NEAR(row.kinetic_energy + row.potential_energy + row.dissipated - row.scheme_energy,
                    start + row.work_external, 1e-12 * std::abs(start));
        EXPECT_GE(row.min_distance, 0);
        EXPECT_LE(row.violation, 1e-7 * scale);
        EXPECT_LE(row.error_bound, 1e-3);
    }
    EXPECT_GT(simulation.row().dissipated, 0);
}

TEST(Simulation, FrameContactsBalanceEveryBody) {
    // Impulses on each body sum to its change of momentum less that of gravity.
    Simulation simulation(falling(3), settings_of(2, 0.01, 0.5));
    for (int n = 0; n < 30; ++n) ASSERT_TRUE(simulation.step());
    const Bodies before = simulation.world().bodies;
    ASSERT_TRUE(simulation.step());
    const Bodies& after = simulation.world().bodies;
    const FrameContacts contacts = simulation.contacts();
    ASSERT_GT(contacts.first.size(), 100U);
    std::vector<double> change(before.velocity.size());
    for (std::size_t k = 0; k < change.size(); ++k) {
        change[k] = before.mass[k / 2] * (after.velocity[k] - before.velocity[k] + (k % 2 ? 9.81 * 0.01 : 0.0));
    }
    for (std::size_t c = 0; c < contacts.first.size(); ++c) {
        EXPECT_GT(contacts.impulse[c], 0);
        EXPECT_GE(contacts.gap[c], 0);
        EXPECT_TRUE(contacts.second[c] == -1 || contacts.first[c] < contacts.second[c]);
        for (int k = 0; k < 2; ++k) {
            const double push = contacts.impulse[c] * contacts.normal[2 * c + k];
            change[2 * contacts.first[c] + k] += push;
            if (contacts.second[c] >= 0) change[2 * contacts.second[c] + k] -= push;
        }
    }
    for (const double rest : change) EXPECT_NEAR(rest, 0, 1e-12);
}

}  // namespace
}  // namespace galet
