// Springs and dashpots: the restitution asked for, the energy balance, overlaps that fall with the stiffness.
#include "galet/schemes/penalty.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "galet/core/error.hpp"
#include "scene/scene_support.hpp"
#include "support/problems.hpp"
#include "support/settings.hpp"
#include "support/worlds.hpp"

namespace galet {
namespace {

Settings penalty_settings(int dimension, double h, double end, double stiffness, double e) {
    Settings settings = test::settings_of(dimension, h, end);
    settings.contact.law = Law::penalty;
    settings.contact.stiffness = stiffness;
    settings.contact.restitution = e;
    return settings;
}

void finish(Simulation& simulation) {
    while (!simulation.finished()) ASSERT_TRUE(simulation.step()) << simulation.report().reason;
}

TEST(PenaltyLaw, DampingAndRestitutionBelongTogether) {
    for (const double e : {0.9, 0.5, 0.2, std::exp(-2.0), 0.05, 1e-3}) {
        EXPECT_NEAR(penalty_restitution(penalty_damping(e)), e, 1e-8 * e + 1e-12);
    }
    EXPECT_EQ(penalty_damping(1), 0);
    EXPECT_EQ(penalty_damping(0), 1);
    EXPECT_NEAR(penalty_damping(std::exp(-2.0)), 1, 1e-3);
    EXPECT_NEAR(penalty_duration(0), 3.14159265358979, 1e-12);
    // m x'' = -F: the motion x = exp(-z t) sin(w t) / w, its force 0 at the end of the contact.
    const double zeta = 0.3, w = std::sqrt(1 - zeta * zeta), t = penalty_duration(zeta);
    const double x = std::exp(-zeta * t) * std::sin(w * t) / w;
    const double v = std::exp(-zeta * t) * (std::cos(w * t) - zeta / w * std::sin(w * t));
    EXPECT_NEAR(x + 2 * zeta * v, 0, 1e-12);
    EXPECT_NEAR(-v, penalty_restitution(zeta), 1e-12);
}

TEST(Penalty, TwoBodiesReboundAsAsked) {
    // Masses 1 and 2 meet with 1 and 0: u+ = 1/3 - e (u- - 1/3).
    for (const int dimension : {1, 2, 3}) {
        for (const double e : {0.0, 0.05, 0.5, 0.9, 1.0}) {
            Simulation simulation(test::one_hits_the_other(dimension), penalty_settings(dimension, 0.05, 2, 1e5, e));
            finish(simulation);
            const Bodies& bodies = simulation.world().bodies;
            EXPECT_NEAR(bodies.velocity[0], 1.0 / 3 - e * 2 / 3, 0.01);
            EXPECT_NEAR(bodies.velocity[dimension], 1.0 / 3 + e / 3, 0.01);
            EXPECT_NEAR(simulation.row().momentum[0], 1, 1e-12);
            EXPECT_NEAR(simulation.row().dissipated, (1 - e * e) / 3, 0.01);
            EXPECT_LE(test::imbalance(simulation), 1e-11);
            // At most v sqrt(m / k), and some of it.
            EXPECT_GE(simulation.totals().smallest_distance, -std::sqrt(2.0 / 3 / 1e5));
        }
    }
}

/// Discs of several sizes that fall onto a floor between walls.
World falling_discs() {
    World world;
    world.bodies.dimension = 2;
    for (int k = 0; k < 8; ++k) {
        test::add_body(world.bodies, {0.15 + 0.24 * (k % 4) + 0.02 * (k / 4), 0.2 + 0.26 * (k / 4)}, 0.08 + 0.004 * k,
                       {0.1 * k - 0.3, 0}, 1 + 0.2 * k);
    }
    world.bodies.groups = {{"", 0, 8}};
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, -10, 0}));
    world.forces.push_back(make_drag(select_all(world.bodies), 0.1));
    world.forces.push_back(make_expression(select_all(world.bodies), {"sin(3*t)", "0"}));
    add_obstacle(world.obstacles, Box{{0, 0, 0}, {1.1, 2, 0}}, 2, 0.3);
    return world;
}

TEST(Penalty, TheEnergyBalanceHasTheSpringsInIt) {
    for (const double e : {0.0, 0.6, 1.0}) {
        Simulation simulation(falling_discs(), penalty_settings(2, 0.01, 1, 1e5, e));
        double least = 0, before = 0;
        while (!simulation.finished()) {
            ASSERT_TRUE(simulation.step());
            least = std::min(least, simulation.row().dissipated - before);
            before = simulation.row().dissipated;
        }
        EXPECT_LE(test::imbalance(simulation), 1e-12);
        EXPECT_GE(least, -1e-3 * before);
        EXPECT_LT(std::abs(simulation.row().scheme_energy), 0.02 * before);
        for (int k = 0; k < 2; ++k) {
            const double gained = simulation.row().momentum[k] - simulation.totals().start_momentum[k];
            EXPECT_NEAR(gained, simulation.totals().external_impulse[k], 1e-9);
        }
    }
}

TEST(Penalty, AChangeWhileSpringsArePressedTakesNothingOfThem) {
    // A ball in the middle of its rebound: writing other velocities is work of 1/2 m (v'^2 - v^2), the spring stays as
    // it is; and a start that overlaps has its springs in the balance.
    World world = test::ball_above_wall();
    world.forces.clear();
    world.bodies.position[0] = -1e-10;
    world.bodies.velocity[0] = -1;
    Simulation simulation(std::move(world), penalty_settings(1, 0.01, 1, 1e3, 0.5));
    EXPECT_DOUBLE_EQ(simulation.row().potential_energy, 0.5e3 * 1e-20);
    for (int n = 0; n < 3; ++n) ASSERT_TRUE(simulation.step());
    EXPECT_LT(simulation.row().min_distance, -0.01);
    const double work = simulation.row().work_external, before = simulation.velocities()[0];
    simulation.velocities()[0] = 0.25;
    simulation.velocities_written();
    EXPECT_NEAR(simulation.row().work_external - work, 0.5 * (0.25 * 0.25 - before * before), 1e-12);
    finish(simulation);
    EXPECT_LE(test::imbalance(simulation), 1e-12);
}

TEST(Penalty, ARestingBallOverlapsByItsWeightOverTheStiffness) {
    World world;
    world.bodies.dimension = 3;
    test::add_body(world.bodies, {0, 0, 0.1}, 0.1, {0, 0, 0}, 2);
    world.bodies.groups = {{"", 0, 1}};
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, 0, -10}));
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {0, 0, 1}}, 3);
    Simulation simulation(std::move(world), penalty_settings(3, 0.01, 1, 1e5, 0.0));
    finish(simulation);
    EXPECT_NEAR(simulation.row().min_distance, -20 / 1e5, 1e-9);
    EXPECT_NEAR(simulation.contacts().impulse.at(0), 20 * 0.01, 1e-7);
}

TEST(Penalty, ARunGoesOnFromAnyStepToTheSameBits) {
    const Settings settings = penalty_settings(2, 0.02, 1, 1e4, 0.3);
    Simulation whole(falling_discs(), settings), first(falling_discs(), settings), second(falling_discs(), settings);
    while (first.world().step < 23) ASSERT_TRUE(first.step());
    second.restore(first.state());
    finish(whole);
    finish(second);
    EXPECT_EQ(whole.world().bodies.position, second.world().bodies.position);
    EXPECT_EQ(whole.world().bodies.velocity, second.world().bodies.velocity);
    EXPECT_EQ(whole.row().scheme_energy, second.row().scheme_energy);
}

TEST(Penalty, SceneKeysAndWhatIsRefused) {
    const auto with = [](const std::string& contact) {
        return replaced(kTwoDiscs, "[solver]", "[contact]\n" + contact + "\n[solver]");
    };
    const Scene scene = parse(with("law = \"penalty\"\nstiffness = 1e4\nrestitution = 0.5"));
    EXPECT_EQ(scene.settings.contact.law, Law::penalty);
    EXPECT_EQ(scene.settings.contact.stiffness, 1e4);
    EXPECT_EQ(scene.settings.contact.restitution, 0.5);
    expect_prefix(error_of(with("law = \"penalty\"")), "scene.toml:6: contact.stiffness: ");
    expect_holds(error_of(with("law = \"penalty\"\nstiffness = 0.0")), "found 0");
    expect_prefix(error_of(with("stiffness = 1e4")), "scene.toml:7: contact.stiffness: ");
    expect_holds(error_of(with("stiffness = 1e4")), "law \"penalty\" only");
    const std::string moving =
        error_of(replaced(with("law = \"penalty\"\nstiffness = 1e4"), "point =", "velocity = [0.0, 1.0]\npoint ="));
    expect_prefix(moving, "scene.toml:7: contact.law: ");
    const std::string scheme =
        error_of(replaced(with("law = \"penalty\"\nstiffness = 1e4"), "step =", "scheme = \"event-driven\"\nstep ="));
    expect_holds(scheme, "\"event-driven\"");
    Settings settings = penalty_settings(2, 1e6, 1e6, 1e12, 0.5);
    EXPECT_THROW(Simulation(falling_discs(), settings), InputError);
}

}  // namespace
}  // namespace galet
