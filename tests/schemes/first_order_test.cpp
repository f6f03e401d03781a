// Crowd motion against closed forms: sliding along a wall, arches in a door, the balance of unit masses.
#include "galet/schemes/first_order.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "galet/simulation/simulation.hpp"
#include "support/random_bodies.hpp"

namespace galet {
namespace {

/// People of radius r at these places, each with a desired velocity of its own.
World crowd(const std::vector<Vec<2>>& places, double r, const std::vector<Vec<2>>& wanted) {
    World world;
    world.bodies.dimension = 2;
    world.desired.goals.push_back(make_given());
    for (std::size_t i = 0; i < places.size(); ++i) {
        test::add_body(world.bodies, {places[i][0], places[i][1]}, r, {0, 0}, 1);
        world.desired.people.goal.push_back(0);
        world.desired.people.speed.push_back(1);
        for (const double x : wanted[i]) world.desired.people.given.push_back(x);
    }
    world.desired.people.onward.assign(2 * places.size(), 0.0);
    world.bodies.groups = {{"", 0, world.bodies.size()}};
    return world;
}

Settings exact_settings(double h) {
    Settings settings;
    settings.dimension = 2;
    settings.scheme = "first-order";
    settings.step = h;
    settings.end = 100 * h;
    settings.margin = 0;
    settings.violation = 1e-12;
    settings.tolerance = 1e-6;
    return settings;
}

TEST(FirstOrder, SlidesAlongAWallAtTheTangentialPartForAnyStep) {
    const Vec<2> n(0.6, 0.8), t(-0.8, 0.6), U(0.3, -2.0), start = 0.5 * n;
    for (const double h : {1e-3, 0.1, 7.0}) {
        World world = crowd({start}, 0.5, {U});
        add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {n[0], n[1], 0}}, 2);
        Simulation simulation(std::move(world), exact_settings(h));
        for (int k = 1; k <= 20; ++k) {
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            const Vec<2> q = load<2>(simulation.world().bodies.position, 0);
            EXPECT_LT((q - (start + k * h * U.dot(t) * t)).norm(), 1e-10 * (1 + k * h));
            const Vec<2> u = load<2>(simulation.world().bodies.velocity, 0);
            EXPECT_LT((u - U.dot(t) * t).norm(), 1e-10);
            ASSERT_EQ(simulation.contacts().impulse.size(), 1U);
            EXPECT_NEAR(simulation.contacts().impulse[0], -U.dot(n), 1e-10);  // p = the part of U into the wall
        }
    }
}

TEST(FirstOrder, ComesToAWallExactlyForAnyStep) {
    // At 1 m/s from 0.35 m above contact, and 0.5 m/s along: the height is max(0, 0.35 - t) at every node.
    for (const double h : {0.01, 0.1, 0.3, 2.0}) {
        World world = crowd({{0, 0.85}}, 0.5, {{0.5, -1}});
        add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {0, 1, 0}}, 2);
        Simulation simulation(std::move(world), exact_settings(h));
        for (int k = 1; k <= 60; ++k) {
            ASSERT_TRUE(simulation.step());
            const Vec<2> q = load<2>(simulation.world().bodies.position, 0);
            EXPECT_NEAR(q[0], 0.5 * k * h, 1e-11 * (1 + k * h));
            EXPECT_NEAR(q[1], 0.5 + std::max(0.0, 0.35 - k * h), 1e-11);
        }
    }
}

TEST(FirstOrder, TwoPeopleMakeAnArchInADoor) {
    // A door from x = -0.3 to 0.3 in the wall y = 0, two people of radius 0.2 side by side, each touching the other and
    // a door post, pushed down at speed 1. Centres (+-0.2, y): the post (0.3, 0) is 0.2 away where 0.1^2 + y^2 = 0.2^2,
    // y = sqrt(0.03). The normal from the post to the right person is e = (-0.1, y) / 0.2 = (-1/2, sqrt(3)/2). At rest
    //   0 = U + p_post e + p_pair (1, 0):   down   -1 + p_post sqrt(3)/2 = 0,   p_post = 2/sqrt(3),
    //                                       across -p_post/2 + p_pair = 0,      p_pair = 1/sqrt(3),
    // both positive: this is the projection, and no other p gives it (two normals in the plane are independent).
    const double y = std::sqrt(0.03);
    for (const double h : {0.001, 0.05, 1.0}) {
        World world = crowd({{-0.2, y}, {0.2, y}}, 0.2, {{0, -1}, {0, -1}});
        add_obstacle(world.obstacles, Segment{{-3, 0, 0}, {-0.3, 0, 0}}, 2);
        add_obstacle(world.obstacles, Segment{{0.3, 0, 0}, {3, 0, 0}}, 2);
        Simulation simulation(std::move(world), exact_settings(h));
        for (int k = 0; k < 5; ++k) {
            ASSERT_TRUE(simulation.step()) << simulation.report().reason;
            for (const double u : simulation.world().bodies.velocity) EXPECT_NEAR(u, 0, 1e-10);
            const FrameContacts contacts = simulation.contacts();
            ASSERT_EQ(contacts.impulse.size(), 3U);
            for (std::size_t c = 0; c < 3; ++c) {
                const bool post = contacts.second[c] < 0;
                EXPECT_NEAR(contacts.impulse[c], (post ? 2 : 1) / std::sqrt(3.0), 1e-8);
            }
        }
    }
}

TEST(FirstOrder, ForgetsVelocitiesAndClosesItsBalance) {
    World world = crowd({{-1, 0}, {1, 0.1}, {0, 3}}, 0.3, {{1, 0}, {-1, 0.2}, {0.1, -1}});
    world.bodies.velocity.assign(6, 50.0);
    Settings settings = exact_settings(0.05);
    settings.margin = 1e-6;
    settings.violation = 1e-8;
    Simulation simulation(std::move(world), settings);
    double last = 0;
    for (int k = 0; k < 80; ++k) {
        ASSERT_TRUE(simulation.step());
        EXPECT_GE(simulation.row().min_distance, 0);
        EXPECT_GE(simulation.row().dissipated, last - 1e-12);
        last = simulation.row().dissipated;
        EXPECT_LE(simulation.row().kinetic_energy, 0.5 * (1 + 1.04 + 1.01) + 1e-9);
    }
    EXPECT_GT(last, 0.1);
    EXPECT_LT(simulation.totals().worst_energy_imbalance, 1e-10 * simulation.totals().start_kinetic);
}

}  // namespace
}  // namespace galet
