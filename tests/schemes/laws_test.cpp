// Laws with memory and rebound, and what is prescribed: closed forms (docs/theory.md) and what holds for any step.
#include <gtest/gtest.h>

#include <cmath>

#include "galet/core/error.hpp"
#include "galet/schemes/maury.hpp"
#include "galet/simulation/simulation.hpp"
#include "support/problems.hpp"
#include "support/settings.hpp"
#include "support/worlds.hpp"

namespace galet {
namespace {

Settings exact_settings(int dimension, double h, double end) {
    Settings settings = test::settings_of(dimension, h, end);
    settings.margin = 0;
    settings.tolerance = 1e-6;
    settings.violation = 1e-12;
    return settings;
}

TEST(Prescribed, GrowingDiscsAreAsFarApartAsTheirRadiiSay) {
    for (const double h : {0.3, 0.25, 0.1}) {
        World world;
        world.bodies.dimension = 2;
        test::add_body(world.bodies, {0, 0}, 0.4, {0, 0}, 1);
        test::add_body(world.bodies, {1, 0}, 0.4, {0, 0}, 1);
        world.bodies.groups = {{"", 0, 2}};
        const auto radius = [](double t) { return 0.4 + 0.1 * t; };
        world.prescribed.add_radius(0, 2, radius);
        Simulation simulation(std::move(world), exact_settings(2, h, 3));
        while (!simulation.finished()) {
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            const std::vector<double>& q = simulation.world().bodies.position;
            EXPECT_NEAR(q[2] - q[0], std::max(1.0, 2 * radius(simulation.world().time)), 1e-12);
            EXPECT_GE(simulation.row().min_distance, -1e-12);
        }
        // Radii do work: energy grows.
        EXPECT_GT(simulation.row().kinetic_energy, 0.005);
        EXPECT_GT(simulation.row().work_external, 0.005);
        EXPECT_LE(test::imbalance(simulation), 1e-12);
    }
}

TEST(Prescribed, AWallTakesWhatLiesBeforeItAlongAndDoesWork) {
    // A piston at x = t sweeps three balls at rest into each other; all end at its speed.
    World world;
    world.bodies.dimension = 1;
    for (const double x : {1.0, 2.0, 4.0}) test::add_body(world.bodies, {x}, 0.25, {0.0}, 2);
    world.bodies.groups = {{"", 0, 3}};
    order_on_line(world.bodies);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {1, 0, 0}}, 1);
    world.prescribed.add_obstacle(0, [](double t) { return HalfSpace{{t, 0, 0}, {1, 0, 0}}; });
    Simulation simulation(std::move(world), exact_settings(1, 0.07, 7));
    while (!simulation.finished()) ASSERT_TRUE(simulation.step()) << simulation.report().reason;
    for (const double v : simulation.world().bodies.velocity) EXPECT_NEAR(v, 1, 1e-9);
    EXPECT_NEAR(simulation.world().bodies.position[0] - simulation.world().time, 0.25, 1e-9);
    EXPECT_NEAR(simulation.row().kinetic_energy, 3, 1e-8);
    // Momentum 6 at speed 1: the wall's work is 6, half of it is lost in the shocks.
    EXPECT_NEAR(simulation.row().work_external, 6, 0.3);
    EXPECT_LE(test::imbalance(simulation), 1e-12);
}

TEST(Prescribed, AContainerThatLeavesNoRoomIsAnEmptySet) {
    World world;
    world.bodies.dimension = 2;
    for (int k = 0; k < 9; ++k) test::add_body(world.bodies, {0.5 + k % 3, 0.5 + k / 3}, 0.4, {0, 0}, 1);
    world.bodies.groups = {{"", 0, 9}};
    const auto box = [](double t) { return Box{{t, t, 0}, {3 - t, 3 - t, 0}}; };
    add_obstacle(world.obstacles, box(0), 2);
    world.prescribed.add_obstacle(0, box);
    Settings settings = exact_settings(2, 0.05, 2);
    settings.margin = 1e-6;
    settings.violation = 1e-7;
    settings.tolerance = 1e-3;
    Simulation simulation(std::move(world), settings);
    while (!simulation.finished() && simulation.step()) EXPECT_GE(simulation.row().min_distance, 0);
    EXPECT_FALSE(simulation.finished());
    EXPECT_NE(simulation.report().reason.find("empty"), std::string::npos) << simulation.report().reason;
    // Three rows of discs of diameter 0.8 fit into a box of 2.4, until t = 0.3.
    EXPECT_NEAR(simulation.world().time, 0.3, 0.05);
    // What was is kept: bodies apart in the box of the last good step.
    EXPECT_GE(test::all_contacts(simulation.world().bodies, simulation.world().obstacles).distance[0], 0);
}

TEST(Prescribed, WhatFailsLeavesTheWorldAsItWas) {
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {0, 0}, 0.1, {1, 0}, 1);
    world.bodies.groups = {{"", 0, 1}};
    world.prescribed.add_radius(0, 1, [](double t) {
        if (t > 0.25) throw InputError("no such radius");
        return 0.1 + t;
    });
    Simulation simulation(std::move(world), exact_settings(2, 0.1, 1));
    ASSERT_TRUE(simulation.step() && simulation.step());
    const Bodies before = simulation.world().bodies;
    EXPECT_NEAR(before.position[0], 0.2, 1e-15);
    EXPECT_THROW(simulation.step(), InputError);
    EXPECT_EQ(simulation.world().bodies.position, before.position);
    EXPECT_EQ(simulation.world().bodies.radius, before.radius);
    EXPECT_EQ(simulation.world().step, 2);
}

/// sqrt(x^2 + 4 y^2) >= 1 + t/2 + 2 r: bodies stay outside an ellipse that grows.
class OutsideEllipse final : public Constraint {
  public:
    double value(double t, std::span<const double> q, double r, std::span<double> gradient) const override {
        const double root = std::sqrt(q[0] * q[0] + 4 * q[1] * q[1]);
        gradient[0] = q[0] / root;
        gradient[1] = 4 * q[1] / root;
        return root - (1 + 0.5 * t + 2 * r);
    }
};

TEST(Prescribed, AConstraintOfTheUsersOwnHoldsAtEveryStep) {
    World world;
    world.bodies = test::random_bodies(2, 60, 4.0, 0.1, 2, 1.0, 3);
    world.bodies.groups = {{"", 0, world.bodies.size()}};
    for (Index i = 0; i < world.bodies.size(); ++i) world.bodies.position[2 * i] += 3;
    const auto constraint = std::make_shared<OutsideEllipse>();
    add_obstacle(world.obstacles, UserWall{constraint, 0}, 2);
    for (double& v : world.bodies.velocity) v -= 1;
    Settings settings = exact_settings(2, 0.05, 2);
    settings.margin = 1e-6;
    settings.violation = 1e-7;
    Simulation simulation(std::move(world), settings);
    std::array<double, 2> gradient{};
    while (!simulation.finished()) {
        ASSERT_TRUE(simulation.step()) << simulation.report().reason;
        const Bodies& bodies = simulation.world().bodies;
        for (Index i = 0; i < bodies.size(); ++i) {
            const std::span<const double> q(bodies.position.data() + 2 * i, 2);
            EXPECT_GE(constraint->value(simulation.world().time, q, bodies.radius[i], gradient), 0);
        }
    }
    EXPECT_GT(simulation.totals().most_contacts, 5);
    EXPECT_LE(test::imbalance(simulation), 1e-12);
}

/// The ball of support/worlds.hpp with glue.
Simulation glued_ball(double h, double limit) {
    Settings settings = exact_settings(1, h, 4);
    settings.contact.law = Law::gluey;
    settings.contact.glue_limit = limit;
    return {test::ball_above_wall(), settings};
}

TEST(Gluey, ABallLeavesWhenThePullHasUndoneThePush) {
    // Contact at 1, gamma(2) = -2, leaves at 3, q(4) = 1; with limits -1/2, -1, -3/2 at 2.25, 2.5, 2.75.
    struct Case {
        double limit, leaves;
    };
    for (const Case& c : {Case{-1e300, 3}, Case{-0.5, 2.25}, Case{-1, 2.5}, Case{-1.5, 2.75}}) {
        double last_error = 0;
        for (const double h : {0.04, 0.01, 0.0025}) {
            Simulation simulation = glued_ball(h, c.limit);
            double left = 0;
            while (!simulation.finished()) {
                ASSERT_TRUE(simulation.step());
                const double t = simulation.world().time;
                if (std::abs(t - 2) < h / 2 && c.limit < -2) {
                    EXPECT_NEAR(simulation.contacts().glue.at(0), -2, 3 * h);
                }
                if (t > 2 && left == 0 && simulation.world().bodies.position[0] > 1e-9) left = t;
            }
            EXPECT_NEAR(left, c.leaves, 2.5 * h) << "limit " << c.limit << ", h " << h;
            const double error = std::abs(simulation.world().bodies.position[0] - std::pow(4 - c.leaves, 2));
            EXPECT_LE(error, 6 * h);
            EXPECT_LE(test::imbalance(simulation), 1e-12);
            last_error = error;
        }
        EXPECT_LE(last_error, 0.015);
    }
}

TEST(Gluey, APairResistsAPullOnEitherBody) {
    // Two discs pressed together for one second by forces of 1, then pulled apart by the same: parted at 2.
    const double h = 0.01;
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {-0.5, 0}, 0.5, {0, 0}, 1);
    test::add_body(world.bodies, {0.5, 0}, 0.5, {0, 0}, 3);
    world.bodies.groups = {{"left", 0, 1}, {"right", 1, 2}};
    world.forces.push_back(make_table(select_group(world.bodies, "left"), {0, 1}, {{1, 0, 0}, {-1, 0, 0}}));
    world.forces.push_back(make_table(select_group(world.bodies, "right"), {0, 1}, {{-1, 0, 0}, {1, 0, 0}}));
    Settings settings = exact_settings(2, h, 3);
    settings.contact.law = Law::gluey;
    settings.margin = 1e-6;
    settings.violation = 1e-9;
    Simulation simulation(std::move(world), settings);
    double parted = 0;
    while (!simulation.finished()) {
        ASSERT_TRUE(simulation.step());
        if (parted == 0 && simulation.row().min_distance > 1e-5) parted = simulation.world().time;
    }
    EXPECT_NEAR(parted, 2, 2.5 * h);
    EXPECT_LE(test::imbalance(simulation), 1e-12);
    EXPECT_NEAR(simulation.row().momentum[0], 0, 1e-12);
}

TEST(Restitution, EqualBallsThatTouchShareAShockGlobally) {
    // k of N touching equal balls arrive with 1: u+ = k/N - e (u- - k/N). It is not Newton's cradle.
    for (const int arriving : {1, 2}) {
        for (const double e : {0.0, 0.5, 1.0}) {
            constexpr int kBalls = 5;
            World world;
            world.bodies.dimension = 1;
            for (int i = 0; i < kBalls; ++i)
                test::add_body(world.bodies, {i * 1.0}, 0.5, {i < arriving ? 1.0 : 0.0}, 1);
            world.bodies.groups = {{"", 0, kBalls}};
            order_on_line(world.bodies);
            Settings settings = exact_settings(1, 0.1, 0.1);
            settings.contact = {Law::restitution, e};
            Simulation simulation(std::move(world), settings);
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            const double mean = static_cast<double>(arriving) / kBalls;
            for (int i = 0; i < kBalls; ++i) {
                const double before = i < arriving ? 1 : 0;
                EXPECT_NEAR(simulation.world().bodies.velocity[i], mean - e * (before - mean), 1e-10) << e;
            }
            if (e == 1) {
                EXPECT_NEAR(simulation.row().kinetic_energy, 0.5 * arriving, 1e-10);
            }
            EXPECT_LE(test::imbalance(simulation), 1e-12);
        }
    }
}

TEST(Restitution, ABouncingBallLosesEnergyAtTheRateOfItsLaw) {
    // Heights after each bounce fall by e^2; obstacles may have an e of their own.
    const double h = 1e-3, e = 0.7;
    World world;
    world.bodies.dimension = 1;
    test::add_body(world.bodies, {1.1}, 0.1, {0.0}, 1);
    world.bodies.groups = {{"", 0, 1}};
    order_on_line(world.bodies);
    world.forces.push_back(make_gravity(select_all(world.bodies), {-1, 0, 0}));
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {1, 0, 0}}, 1, e);
    Settings settings = exact_settings(1, h, 4.5);
    settings.contact = {Law::restitution, 0.0};
    settings.margin = 1e-6;
    settings.violation = 1e-7;
    Simulation simulation(std::move(world), settings);
    // Falls for sqrt(2), is up again with e sqrt(2) after that: height e^2 above the wall.
    double highest = 0;
    while (!simulation.finished()) {
        ASSERT_TRUE(simulation.step());
        const double t = simulation.world().time;
        if (t > 1.5 && t < 3.3) highest = std::max(highest, simulation.world().bodies.position[0] - 0.1);
        EXPECT_GE(simulation.row().min_distance, 0);
    }
    EXPECT_NEAR(highest, e * e, 5 * h);
    EXPECT_LE(test::imbalance(simulation), 1e-12);
}

TEST(Restitution, ElasticClustersNeitherOverlapNorGainEnergy) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        World world;
        world.bodies = test::random_bodies(dimension, 40, 1.0, dimension == 1 ? 0.004 : 0.05, 2, 1.0, seed);
        world.bodies.groups = {{"", 0, world.bodies.size()}};
        add_obstacle(world.obstacles, Box{{-0.2, -0.2, -0.2}, {1.2, 1.2, 1.2}}, dimension);
        Settings settings = exact_settings(dimension, 0.01, 1);
        settings.margin = 1e-6;
        settings.violation = 1e-9;
        settings.contact = {Law::restitution, seed % 2 ? 1.0 : 0.6};
        const double start = kinetic_energy(world.bodies);
        Simulation simulation(std::move(world), settings);
        while (!simulation.finished()) {
            const double before = simulation.row().kinetic_energy;
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            EXPECT_GE(simulation.row().min_distance, 0);
            EXPECT_LE(simulation.row().kinetic_energy, before * (1 + 1e-9));
        }
        if (seed % 2) {
            EXPECT_NEAR(simulation.row().kinetic_energy / start, 1, 1e-6);
        }
        EXPECT_LE(test::imbalance(simulation), 1e-11);
    }
}

}  // namespace
}  // namespace galet
