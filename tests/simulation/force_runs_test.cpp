// Runs with noise, pair potentials, chains and liquid bridges: balances, restarts, closed forms in time.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <numbers>

#include "galet/core/parallel.hpp"
#include "galet/io/checkpoint.hpp"
#include "galet/simulation/simulation.hpp"
#include "support/random_bodies.hpp"
#include "support/settings.hpp"

namespace galet {
namespace {

using test::settings_of;

struct Acting {
    const char* name;
    bool internal;  ///< adds nothing to the momentum
    std::function<std::unique_ptr<Force>(const Bodies&)> make;
};

std::unique_ptr<Force> wet(const Bodies& bodies, bool from_contact) {
    return make_capillary(select_all(bodies), {0.3, 20.0, 0.1, 0.05, 0.03, from_contact});
}

const std::vector<Acting>& acting() {
    static const std::vector<Acting> all = {
        {"Stochastic", false, [](const Bodies& b) { return make_stochastic(select_all(b), 0.5, 1, 0); }},
        {"Pair", true, [](const Bodies& b) { return make_pair_potential(select_all(b), "0.01*(1 - d/0.3)^2/d", 0.3); }},
        {"Chain", true,
         [](const Bodies& b) {
             return make_chain(select_all(b), b, {2.0, 0.1, b.dimension == 1 ? 0.0 : 0.02});
         }},
        {"CapillaryAlways", true, [](const Bodies& b) { return wet(b, false); }},
        {"CapillaryFromContact", true, [](const Bodies& b) { return wet(b, true); }},
    };
    return all;
}

/// Bodies of masses about 1 that fly about and meet, in nothing or in a box.
World cloud(int dimension, const Acting& force, std::uint64_t seed, bool box) {
    World world;
    world.bodies = test::random_bodies(dimension, 60, 1.0, dimension == 1 ? 0.004 : 0.03, 1.5, 0.5, seed);
    RandomStream random(seed, 5);
    for (double& mass : world.bodies.mass) mass = random.uniform(0.5, 1.5);
    world.forces.push_back(force.make(world.bodies));
    if (box) add_obstacle(world.obstacles, Box{{-0.1, -0.1, -0.1}, {1.1, 1.1, 1.1}}, dimension);
    return world;
}

TEST(SchemeEnergy, IsOfSecondOrderAStepForEveryPotential) {
    // Smooth motion of three bodies that do not meet: the largest of a step falls by four when h is halved.
    const std::vector<std::function<std::unique_ptr<Force>(const Bodies&)>> potentials = {
        [](const Bodies& b) {
            return make_gravity(select_all(b), {0, -1, 0});
        },
        [](const Bodies& b) { return make_pair_potential(select_all(b), "0.1/d", 3.0); },
        [](const Bodies& b) {
            return make_chain(select_all(b), b, {1.0, 0.9, 0.2});
        },
        [](const Bodies& b) {
            return make_capillary(select_all(b), {0.1, 2.0, 0.1, 0.0, 2.0, false});
        }};
    for (std::size_t k = 0; k < potentials.size(); ++k) {
        const auto largest = [&](double h) {
            World world;
            world.bodies.dimension = 2;
            test::add_body(world.bodies, {-1, 0}, 0.1, {0, 0.1}, 1);
            test::add_body(world.bodies, {0, 0.2}, 0.1, {0, 0}, 2);
            test::add_body(world.bodies, {1, 0}, 0.1, {0.1, 0}, 1.5);
            world.bodies.groups = {{"", 0, 3}};
            world.forces.push_back(potentials[k](world.bodies));
            Simulation simulation(std::move(world), settings_of(2, h, 0.5));
            double most = 0, last = 0;
            while (!simulation.finished() && simulation.step()) {
                most = std::max(most, std::abs(simulation.row().scheme_energy - last));
                last = simulation.row().scheme_energy;
            }
            EXPECT_EQ(simulation.totals().most_contacts, 0);
            return most;
        };
        EXPECT_NEAR(std::log2(largest(0.01) / largest(0.005)), 2, 0.1) << k;
    }
}

class ForceRuns : public testing::TestWithParam<std::tuple<int, std::size_t>> {
  protected:
    int dimension() const { return std::get<0>(GetParam()); }
    const Acting& force() const { return acting()[std::get<1>(GetParam())]; }
};

INSTANTIATE_TEST_SUITE_P(All, ForceRuns, testing::Combine(testing::Values(1, 2, 3), testing::Range<std::size_t>(0, 5)),
                         [](const auto& run) {
                             return acting()[std::get<1>(run.param)].name + std::to_string(std::get<0>(run.param));
                         });

TEST_P(ForceRuns, EnergyBalancesToRounding) {
    for (const bool box : {false, true}) {
        Simulation simulation(cloud(dimension(), force(), 11, box), settings_of(dimension(), 0.01, 0.5));
        while (!simulation.finished()) ASSERT_TRUE(simulation.step()) << simulation.report().reason;
        EXPECT_LE(simulation.totals().worst_energy_imbalance, 1e-12 * simulation.totals().start_kinetic);
        EXPECT_GT(simulation.row().dissipated, 0);
        EXPECT_NE(simulation.row().potential_energy + simulation.row().work_external, 0);
        EXPECT_EQ(simulation.row().potential_energy,
                  simulation.world().forces[0]->potential_energy(simulation.world().bodies));
    }
}

TEST_P(ForceRuns, InternalForcesKeepTheMomentum) {
    if (!force().internal) return;
    Simulation simulation(cloud(dimension(), force(), 12, false), settings_of(dimension(), 0.01, 0.5));
    const double scale = std::sqrt(2 * 60 * simulation.totals().start_kinetic);
    while (!simulation.finished()) ASSERT_TRUE(simulation.step());
    for (int k = 0; k < dimension(); ++k) {
        EXPECT_NEAR(simulation.row().momentum[k], simulation.totals().start_momentum[k], 1e-13 * scale);
    }
}

TEST_P(ForceRuns, ThreadsAndRestartFromAFileGiveTheSameBits) {
    const Settings settings = settings_of(dimension(), 0.01, 0.4);
    const std::string path = testing::TempDir() + "galet_force_run_" + std::to_string(::getpid()) + ".h5";
    const auto world = [&] { return cloud(dimension(), force(), 13, true); };
    Simulation whole(world(), settings);
    while (!whole.finished()) ASSERT_TRUE(whole.step());
    for (const int threads : {1, 2, 3}) {
        set_thread_count(threads);
        Simulation first(world(), settings);
        for (int n = 0; n < 17; ++n) ASSERT_TRUE(first.step());
        write_checkpoint(path, first.state(), {});
        Simulation second(world(), settings);
        second.restore(read_checkpoint(path).state);
        while (!second.finished()) ASSERT_TRUE(second.step());
        EXPECT_EQ(second.world().bodies.position, whole.world().bodies.position);
        EXPECT_EQ(second.world().bodies.velocity, whole.world().bodies.velocity);
        EXPECT_EQ(second.row().potential_energy, whole.row().potential_energy);
        EXPECT_EQ(second.row().work_external, whole.row().work_external);
        EXPECT_EQ(second.row().scheme_energy, whole.row().scheme_energy);
    }
    std::filesystem::remove(path);
    set_thread_count(1);
}

TEST(LiquidBridges, AreKeptInACheckpointAndMatter) {
    const Settings settings = settings_of(2, 0.01, 0.4);
    const Acting& force = acting()[4];
    Simulation first(cloud(2, force, 13, true), settings);
    for (int n = 0; n < 17; ++n) ASSERT_TRUE(first.step());
    SimulationState state = first.state();
    ASSERT_EQ(state.force_memory.size(), 1u);
    EXPECT_GT(state.force_memory[0].first.size(), 3u);
    state.force_memory.clear();
    Simulation forgetful(cloud(2, force, 13, true), settings);
    forgetful.restore(state);
    while (!first.finished()) ASSERT_TRUE(first.step());
    while (!forgetful.finished()) ASSERT_TRUE(forgetful.step());
    EXPECT_NE(first.world().bodies.position, forgetful.world().bodies.position);
}

/// Two discs of radius 0.1 and mass 1 that touch in the first step, pulled apart by f each from t = 0.1 on.
World pulled(double f) {
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {0, 0}, 0.1, {0.1, 0}, 1);
    test::add_body(world.bodies, {0.201, 0}, 0.1, {-0.1, 0}, 1);
    world.bodies.groups = {{"left", 0, 1}, {"right", 1, 2}};
    world.forces.push_back(make_capillary(select_all(world.bodies), {0.5, 0.0, 0.0, 0.0, 0.01, true}));
    world.forces.push_back(make_table(select_group(world.bodies, "left"), {0.1}, {{-f, 0, 0}}));
    world.forces.push_back(make_table(select_group(world.bodies, "right"), {0.1}, {{f, 0, 0}}));
    return world;
}

TEST(LiquidBridges, HoldAgainstLessThanTheirForce) {
    // With A = B = C = 0 the pull is pi gamma r at any distance. A birth takes this times `rupture` out of the
    // potential (but for the margin), as work done from outside.
    const double pull = 0.05 * std::numbers::pi;
    for (const double f : {0.9 * pull, 1.1 * pull}) {
        Simulation simulation(pulled(f), settings_of(2, 0.01, 1.2));
        ASSERT_TRUE(simulation.step());
        EXPECT_EQ(simulation.world().forces[0]->memory().first.size(), 1u);
        EXPECT_NEAR(simulation.row().work_external, -pull * 0.01, 1e-4 * pull * 0.01);
        EXPECT_NEAR(simulation.row().potential_energy, -pull * 0.01, 1e-4 * pull * 0.01);
        while (!simulation.finished()) ASSERT_TRUE(simulation.step());
        EXPECT_EQ(simulation.row().min_distance < 0.01, f < pull);
        EXPECT_EQ(simulation.world().forces[0]->memory().first.empty(), f > pull);
        EXPECT_LE(simulation.totals().worst_energy_imbalance, 1e-15);
    }
}

TEST(Chain, OfTwoOscillatesWithItsPeriod) {
    // Reduced mass 1/2 and k = 8 pi^2: the period is 2 pi sqrt(1 / 2 / k) = 1/2. The scheme is off by O(h).
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {0, 0}, 0.1, {0, 0}, 1);
    test::add_body(world.bodies, {1.1, 0}, 0.1, {0, 0}, 1);
    world.forces.push_back(
        make_chain(select_all(world.bodies), world.bodies, {8 * std::numbers::pi * std::numbers::pi, 1.0, 0.0}));
    Simulation simulation(std::move(world), settings_of(2, 1e-4, 0.5));
    while (!simulation.finished()) ASSERT_TRUE(simulation.step());
    const std::vector<double>& q = simulation.world().bodies.position;
    EXPECT_NEAR(q[2] - q[0], 1.1, 1e-6);
    EXPECT_NEAR(q[2] + q[0], 1.1, 1e-12);
}

TEST(Stochastic, HeatsFreeBodiesBySigmaSquared) {
    // Free bodies: <|u(t)|^2> = dimension sigma^2 t.
    World world;
    world.bodies.dimension = 3;
    const Index count = 4000;
    for (Index i = 0; i < count; ++i) test::add_body(world.bodies, {10.0 * i, 0, 0}, 0.1, {0, 0, 0}, 2);
    world.forces.push_back(make_stochastic(select_all(world.bodies), 0.3, 1, 0));
    Simulation simulation(std::move(world), settings_of(3, 0.1, 2.0));
    while (!simulation.finished()) ASSERT_TRUE(simulation.step());
    const double expected = 3 * 0.09 * 2.0, per_mass = 2 * simulation.row().kinetic_energy / (2.0 * count);
    EXPECT_NEAR(per_mass, expected, 5 * expected * std::sqrt(2.0 / (3 * count)));
}

}  // namespace
}  // namespace galet
