// The event-driven scheme against closed forms, and against Maury's scheme as its step falls.
#include "galet/schemes/event_driven.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "galet/core/error.hpp"
#include "scene/scene_support.hpp"
#include "support/problems.hpp"
#include "support/settings.hpp"
#include "support/worlds.hpp"

namespace galet {
namespace {

Settings event_settings(int dimension, double h, double end, double e = -1) {
    Settings settings = test::settings_of(dimension, h, end);
    settings.scheme = "event-driven";
    if (e >= 0) settings.contact = {Law::restitution, e};
    return settings;
}

void finish(Simulation& simulation) {
    while (!simulation.finished()) ASSERT_TRUE(simulation.step()) << simulation.report().reason;
}

/// A ball of radius 0.1 and mass 2 on a line, `height` above a floor, under gravity 10.
World falling_ball(double height) {
    World world;
    world.bodies.dimension = 1;
    test::add_body(world.bodies, {0.1 + height}, 0.1, {0.0}, 2);
    world.bodies.groups = {{"", 0, 1}};
    order_on_line(world.bodies);
    world.forces.push_back(make_gravity(select_all(world.bodies), {-10, 0, 0}));
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {1, 0, 0}}, 1);
    return world;
}

TEST(EventDriven, FreeFlightIsAParabola) {
    World world;
    world.bodies.dimension = 3;
    test::add_body(world.bodies, {1, 2, 3}, 0.1, {0.5, -0.25, 4}, 2);
    world.bodies.groups = {{"", 0, 1}};
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, 0, -9.81}));
    Simulation simulation(std::move(world), event_settings(3, 0.3, 3));
    finish(simulation);
    const double t = simulation.world().time;
    const std::vector<double>& q = simulation.world().bodies.position;
    EXPECT_NEAR(q[0], 1 + 0.5 * t, 1e-13);
    EXPECT_NEAR(q[1], 2 - 0.25 * t, 1e-13);
    EXPECT_NEAR(q[2], 3 + 4 * t - 0.5 * 9.81 * t * t, 1e-12);
    EXPECT_NEAR(simulation.row().scheme_energy, 0, 1e-11);
}

TEST(EventDriven, ABallThatArrivesRestsAndIsCarried) {
    // Arrives at t = 0.4 with 4 m/s; then every step gives it its weight times the step.
    for (const double h : {1.0, 0.25, 0.07}) {
        Simulation simulation(falling_ball(0.8), event_settings(1, h, 5 * h));
        double impulse = 0;
        while (!simulation.finished()) {
            ASSERT_TRUE(simulation.step());
            const double t = simulation.world().time;
            for (const double p : simulation.contacts().impulse) impulse += p;
            EXPECT_NEAR(simulation.world().bodies.position[0], t < 0.4 ? 0.9 - 5 * t * t : 0.1, 1e-12);
            EXPECT_NEAR(simulation.world().bodies.velocity[0], t < 0.4 ? -10 * t : 0, 1e-11);
            if (t > 0.4) {
                EXPECT_NEAR(impulse, 20 * t, 1e-11);
            }
            if (t > 0.4 + h) {
                EXPECT_NEAR(simulation.contacts().impulse.at(0), 20 * h, 1e-12);
            }
        }
        EXPECT_LE(test::imbalance(simulation), 1e-13);
        if (simulation.world().time > 0.4) {
            EXPECT_NEAR(simulation.row().dissipated, 16, 1e-11);
        }
        EXPECT_GE(simulation.totals().smallest_distance, -1e-12);
    }
}

TEST(EventDriven, ABouncingBallMeetsTheFloorWhenItShould) {
    // Impacts at 0.4, and then after flights of 0.8 e^n: at rest from 0.4 (1 + e) / (1 - e) on.
    for (const double e : {0.5, 0.8}) {
        Simulation simulation(falling_ball(0.8), event_settings(1, 0.01, 0.4 * (1 + e) / (1 - e) + 0.2, e));
        while (!simulation.finished()) {
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            const double t = simulation.world().time;
            double impact = 0.4, flight = 0.8 * e, speed = 4 * e, exact = t < impact ? 0.8 - 5 * t * t : 0;
            for (; t >= impact && flight > 1e-9; impact += flight, flight *= e, speed *= e) {
                const double s = t - impact;
                if (s < flight) exact = speed * s - 5 * s * s;
            }
            EXPECT_NEAR(simulation.world().bodies.position[0] - 0.1, exact, 1e-9) << t;
        }
        EXPECT_EQ(simulation.world().bodies.velocity[0], 0);
        EXPECT_NEAR(simulation.row().dissipated, 16, 1e-9);
        EXPECT_LE(test::imbalance(simulation), 1e-12);
    }
}

TEST(EventDriven, AnElasticBallGoesOnForEver) {
    Simulation simulation(falling_ball(0.8), event_settings(1, 0.1, 20, 1.0));
    finish(simulation);
    // 20 s are 25 periods of 0.8 s, 0.4 s of fall in each: at the top again.
    EXPECT_NEAR(simulation.world().bodies.position[0], 0.9, 1e-9);
    EXPECT_NEAR(simulation.row().dissipated, 0, 1e-10);
}

TEST(EventDriven, BallsExchangeTheirVelocitiesOrShareThem) {
    // Masses 1 and 2, 0.8 apart, meet at t = 0.8 with 1 and 0: u+ = 1/3 - e (u- - 1/3).
    for (const double e : {0.0, 0.5, 1.0}) {
        for (const int dimension : {1, 2, 3}) {
            Simulation simulation(test::one_hits_the_other(dimension), event_settings(dimension, 0.5, 2, e));
            finish(simulation);
            const Bodies& bodies = simulation.world().bodies;
            const double first = 1.0 / 3 - e * 2 / 3, second = 1.0 / 3 + e / 3;
            EXPECT_NEAR(bodies.velocity[0], first, 1e-12);
            EXPECT_NEAR(bodies.velocity[dimension], second, 1e-12);
            EXPECT_NEAR(bodies.position[0], 0.8 + 1.2 * first, 1e-11);
            EXPECT_NEAR(bodies.position[dimension], 1 + 1.2 * second, 1e-11);
            EXPECT_NEAR(simulation.row().momentum[0], 1, 1e-13);
            EXPECT_LE(test::imbalance(simulation), 1e-13);
        }
    }
}

/// A disc on top of a sphere of radius 0.9, centres 1 apart, at an angle from the vertical; gravity 10.
World disc_on_dome(double angle, int dimension) {
    World world;
    world.bodies.dimension = dimension;
    std::vector<double> place(dimension, 0.0), still(dimension, 0.0);
    place[0] = std::sin(angle);
    place[1] = std::cos(angle);
    test::add_body(world.bodies, place, 0.1, still, 3);
    world.bodies.groups = {{"", 0, 1}};
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, -10, 0}));
    add_obstacle(world.obstacles, Ball{{0, 0, 0}, 0.9}, dimension);
    return world;
}

TEST(EventDriven, ADiscLeavesADomeAtTwoThirdsOfItsHeight) {
    // v^2 = 2 g (cos a - cos b) is g cos b where the force is 0: cos b = 2/3 cos a. Then the horizontal velocity stays.
    for (const int dimension : {2, 3}) {
        const double angle = 0.2, leaves = 2.0 / 3 * std::cos(angle);
        Simulation simulation(disc_on_dome(angle, dimension), event_settings(dimension, 0.05, 1));
        double height = 1;
        while (!simulation.finished()) {
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            if (!simulation.contacts().impulse.empty()) height = simulation.world().bodies.position[1];
        }
        EXPECT_GE(height, leaves - 0.2);
        const std::vector<double>&q = simulation.world().bodies.position, &u = simulation.world().bodies.velocity;
        EXPECT_NEAR(u[0], std::sqrt(10 * leaves) * leaves, 1e-10);
        // The energy is that of the start.
        EXPECT_NEAR(0.5 * (u[0] * u[0] + u[1] * u[1]) + 10 * q[1], 10 * std::cos(angle), 1e-10);
        EXPECT_NEAR(simulation.row().scheme_energy, 0, 1e-10);
        EXPECT_NEAR(simulation.row().dissipated, 0, 1e-12);
        EXPECT_GE(simulation.totals().smallest_distance, -1e-12);
    }
}

TEST(EventDriven, ADiscThatLeavesADiscAndFallsBackOntoItMeetsItInOneStepAsInMany) {
    // Away from it at first, through it half way, beyond it at the end: a flight of one step of the integrator.
    const auto thrown = [] {
        World world;
        world.bodies.dimension = 2;
        test::add_body(world.bodies, {-0.8, 0.62}, 0.5, {1, 3}, 1);
        world.bodies.groups = {{"", 0, 1}};
        world.forces.push_back(make_gravity(select_all(world.bodies), {0, -7, 0}));
        add_obstacle(world.obstacles, Ball{{0, 0, 0}, 0.5}, 2);
        return world;
    };
    Simulation once(thrown(), event_settings(2, 1.6, 1.6, 0.5)), often(thrown(), event_settings(2, 0.01, 1.6, 0.5));
    finish(once);
    finish(often);
    EXPECT_GT(once.row().dissipated, 0.1);
    EXPECT_LT(once.row().violation, 1e-11);
    EXPECT_NEAR(once.row().dissipated, often.row().dissipated, 1e-9);
    for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR(once.world().bodies.position[k], often.world().bodies.position[k], 1e-9);
    }
}

TEST(EventDriven, ADiscSlidesDownAPlane) {
    // 45 degrees, gravity 1: x = t^2/4, and half of the square root of 2 of its weight is carried.
    World world;
    world.bodies.dimension = 2;
    const double root = std::sqrt(0.5);
    test::add_body(world.bodies, {root, root}, 1, {0, 0}, 1);
    world.bodies.groups = {{"", 0, 1}};
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, -1, 0}));
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {root, root, 0}}, 2);
    Simulation simulation(std::move(world), event_settings(2, 0.5, 10));
    finish(simulation);
    EXPECT_NEAR(simulation.world().bodies.position[0] - root, 25, 1e-10);
    EXPECT_NEAR(simulation.world().bodies.velocity[0], 5, 1e-11);
    EXPECT_NEAR(simulation.contacts().impulse.at(0), 0.5 * root, 1e-11);
}

TEST(EventDriven, AForceThatJumpsLetsGoWhereItJumps) {
    // Arrives at 1, is pulled with 2 from 2 on: q(t) = (t - 2)^2, whatever the step.
    for (const double h : {4.0, 0.3, 0.01}) {
        Simulation simulation(test::ball_above_wall(), event_settings(1, h, 3.99));
        while (!simulation.finished()) {
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            const double t = simulation.world().time;
            const double exact = t < 1 ? 0.5 - 0.5 * t * t : t < 2 ? 0.0 : (t - 2) * (t - 2);
            EXPECT_NEAR(simulation.world().bodies.position[0], exact, 1e-9) << h;
        }
        EXPECT_LE(test::imbalance(simulation), 1e-12);
    }
}

TEST(EventDriven, DragAndForcesOfTimeAndPlaceAreIntegrated) {
    // u' = -u/2 + sin t from u = 1: u = (1 + a) exp(-t/2) + a (sin t / 2 - cos t), a = 4/5.
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {0, 0}, 0.1, {1, 0}, 2);
    world.bodies.groups = {{"", 0, 1}};
    world.forces.push_back(make_drag(select_all(world.bodies), 1));
    world.forces.push_back(make_expression(select_all(world.bodies), {"2*sin(t)", "-8*y"}));
    world.bodies.position[1] = 1;
    Simulation simulation(std::move(world), event_settings(2, 0.25, 3));
    finish(simulation);
    const double t = 3, a = 0.8;
    const Bodies& bodies = simulation.world().bodies;
    EXPECT_NEAR(bodies.velocity[0], (1 + a) * std::exp(-t / 2) + a * (std::sin(t) / 2 - std::cos(t)), 1e-9);
    // y'' = -4 y - y'/2.
    const double w = std::sqrt(4 - 1.0 / 16);
    EXPECT_NEAR(bodies.position[1], std::exp(-t / 4) * (std::cos(w * t) + 0.25 / w * std::sin(w * t)), 1e-9);
    EXPECT_NEAR(simulation.row().scheme_energy, 0, 1e-9);
    EXPECT_LE(test::imbalance(simulation), 1e-13);
}

TEST(EventDriven, APackingWithMoreContactsThanItNeedsStaysAtRest) {
    // Six discs around one, pushed to the middle: forces are not unique, nothing moves.
    World world;
    world.bodies.dimension = 2;
    std::vector<Vector3> inward = {{0, 0, 0}};
    test::add_body(world.bodies, {0, 0}, 0.5, {0, 0}, 1);
    for (int k = 0; k < 6; ++k) {
        const double angle = k * 1.0471975511965976, x = std::cos(angle), y = std::sin(angle);
        test::add_body(world.bodies, {x, y}, 0.5, {0, 0}, 1);
        inward.push_back({-x, -y, 0});
    }
    world.bodies.groups = {{"", 0, 7}};
    world.forces.push_back(make_constant(select_all(world.bodies), inward));
    const std::vector<double> start = world.bodies.position;
    Simulation simulation(std::move(world), event_settings(2, 0.5, 5));
    finish(simulation);
    for (std::size_t k = 0; k < start.size(); ++k) EXPECT_NEAR(simulation.world().bodies.position[k], start[k], 1e-9);
    EXPECT_GE(simulation.totals().smallest_distance, -1e-11);
}

/// Discs in a bowl of two planes.
World discs_in_a_bowl() {
    World world;
    world.bodies.dimension = 2;
    for (int k = 0; k < 5; ++k)
        test::add_body(world.bodies, {0.33 * k - 0.6, 1 + 0.2 * (k % 2)}, 0.1 + 0.01 * k, {0, 0}, 1.0 + k);
    world.bodies.groups = {{"", 0, 5}};
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, -10, 0}));
    const double root = std::sqrt(0.5);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {root, root, 0}}, 2);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {-root, root, 0}}, 2);
    return world;
}

TEST(EventDriven, ARunGoesOnFromAnyStepToTheSameBits) {
    const Settings settings = event_settings(2, 0.02, 1.2, 0.4);
    Simulation whole(discs_in_a_bowl(), settings);
    Simulation first(discs_in_a_bowl(), settings);
    while (first.world().step < 30) ASSERT_TRUE(first.step()) << first.report().reason;
    Simulation second(discs_in_a_bowl(), settings);
    second.restore(first.state());
    finish(whole);
    finish(second);
    EXPECT_EQ(whole.world().bodies.position, second.world().bodies.position);
    EXPECT_EQ(whole.world().bodies.velocity, second.world().bodies.velocity);
    EXPECT_EQ(whole.row().dissipated, second.row().dissipated);
    EXPECT_LE(test::imbalance(whole), 1e-11);
    EXPECT_GE(whole.totals().smallest_distance, -1e-11);
    EXPECT_NEAR(whole.row().scheme_energy, 0, 1e-8);
    // Momentum is what forces and walls gave.
    for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR(whole.row().momentum[k], whole.totals().external_impulse[k], 1e-9);
    }
}

TEST(EventDriven, ClustersNeitherOverlapNorGainEnergy) {
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        const double e = seed < 3 ? 0.0 : seed < 6 ? 0.6 : 1.0;
        World world;
        world.bodies = test::random_bodies(dimension, 12, 1.0, dimension == 1 ? 0.01 : 0.08, 2, 1.0, seed);
        world.bodies.groups = {{"", 0, world.bodies.size()}};
        add_obstacle(world.obstacles, Box{{-0.2, -0.2, -0.2}, {1.2, 1.2, 1.2}}, dimension);
        const double start = kinetic_energy(world.bodies);
        Simulation simulation(std::move(world), event_settings(dimension, 0.1, 3, e));
        while (!simulation.finished()) {
            const double before = simulation.row().kinetic_energy;
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            EXPECT_LE(simulation.row().kinetic_energy, before * (1 + 1e-11));
        }
        EXPECT_GE(simulation.totals().smallest_distance, -1e-12);
        EXPECT_NEAR(simulation.row().scheme_energy, 0, 1e-11 * start);
        EXPECT_LE(test::imbalance(simulation), 1e-12);
        if (e == 1) {
            EXPECT_NEAR(simulation.row().kinetic_energy, start, 1e-9 * start);
        } else {
            EXPECT_LT(simulation.row().kinetic_energy, 0.9 * start);
        }
    }
}

TEST(EventDriven, MaurysSchemeTendsToIt) {
    const auto final_position = [](Settings settings) {
        Simulation simulation(disc_on_dome(0.5, 2), settings);
        finish(simulation);
        return simulation.world().bodies.position;
    };
    const std::vector<double> exact = final_position(event_settings(2, 0.1, 0.6));
    std::vector<double> error;
    for (const double h : {0.004, 0.002, 0.001}) {
        Settings settings = test::settings_of(2, h, 0.6);
        settings.margin = 0;
        settings.violation = 1e-12;
        settings.tolerance = 1e-6;
        const std::vector<double> q = final_position(settings);
        error.push_back(std::hypot(q[0] - exact[0], q[1] - exact[1]));
    }
    EXPECT_LT(error[2], 0.01);
    EXPECT_NEAR(error[0] / error[1], 2, 0.3);
    EXPECT_NEAR(error[1] / error[2], 2, 0.3);
}

TEST(EventDriven, WhatItDoesNotTakeIsRefused) {
    const std::string scene = replaced(kTwoDiscs, "step =", "scheme = \"event-driven\"\nstep =");
    EXPECT_NO_THROW(parse(scene));
    const std::string law = error_of(replaced(scene, "[solver]", "[contact]\nlaw = \"coulomb\"\n[solver]"));
    expect_prefix(law, "scene.toml:8: contact.law: ");
    expect_holds(law, "\"inelastic\" and \"restitution\"");
    const std::string moving = error_of(replaced(scene, "point =", "velocity = [0.0, 1.0]\npoint ="));
    expect_prefix(moving, "scene.toml:3: simulation.scheme: ");
    expect_holds(moving, "change with time");
    const std::string noise = error_of(
        replaced(scene, "type = \"gravity\"\nacceleration = [0.0, -9.81]", "type = \"stochastic\"\nsigma = 1.0"));
    expect_prefix(noise, "scene.toml:3: simulation.scheme: ");
    expect_holds(noise, "stochastic");
    const std::string many = error_of(replaced(scene, "position = [[0.0, 1.0], [0.5, 1.0]]\nradius = [0.1, 0.2]",
                                               "count = 201\nradius = 0.1\nplacement = { lattice = { min = [0.0, 0.5], "
                                               "counts = [201, 1], spacing = 0.3 } }"));
    expect_prefix(many, "scene.toml:3: simulation.scheme: ");
    expect_holds(many, "at most 200 bodies, found 201");
}

}  // namespace
}  // namespace galet
