// Law coulomb through the schemes: closed forms, and what must hold for any step.
#include <gtest/gtest.h>

#include <cmath>

#include "support/settings.hpp"
#include "support/worlds.hpp"

namespace galet {
namespace {

/// Bodies that are spheres (discs), turning as they are told.
void let_rotate(Bodies& bodies, const std::vector<double>& spin = {}) {
    const double part = bodies.dimension == 3 ? 0.4 : 0.5;
    const std::size_t n = bodies.radius.size();
    for (std::size_t i = 0; i < n; ++i)
        bodies.inertia.push_back(part * bodies.mass[i] * bodies.radius[i] * bodies.radius[i]);
    bodies.spin = spin;
    bodies.spin.resize(n * spin_size(bodies.dimension), 0.0);
    bodies.orientation.assign(n * orientation_size(bodies.dimension), 0.0);
    for (std::size_t i = 0; i < n && bodies.dimension == 3; ++i) bodies.orientation[4 * i] = 1;
}

Settings rough(int dimension, const std::string& scheme, double step, double end, double friction) {
    Settings settings = test::settings_of(dimension, step, end);
    settings.scheme = scheme;
    settings.contact.law = Law::coulomb;
    settings.contact.friction = friction;
    settings.tolerance = 1e-9;
    return settings;
}

World ball_on_floor(int dimension, const std::vector<double>& velocity) {
    World world;
    world.bodies.dimension = dimension;
    std::vector<double> at(static_cast<std::size_t>(dimension), 0.0);
    at[1] = 0.5;
    test::add_body(world.bodies, at, 0.5, velocity, 2);
    let_rotate(world.bodies);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {0, 1, 0}}, dimension);
    return world;
}

const char* const kSchemes[] = {"maury", "moreau", "theta"};

TEST(Friction, ABallOnAnInclineRollsOrSlides) {
    for (const int dimension : {2, 3}) {
        for (const char* scheme : kSchemes) {
            for (const double friction : {0.05, 0.1, 0.3}) {
                for (const double angle : {0.2, 0.4}) {
                    World world =
                        ball_on_floor(dimension, std::vector<double>(static_cast<std::size_t>(dimension), 0.0));
                    world.forces.push_back(
                        make_gravity(select_all(world.bodies), {std::sin(angle), -std::cos(angle), 0}));
                    Settings settings = rough(dimension, scheme, 0.02, 1, friction);
                    settings.margin = 0;
                    Simulation simulation(std::move(world), settings);
                    const double part = dimension == 3 ? 0.4 : 0.5;
                    const bool rolls = std::tan(angle) <= friction * (1 + part) / part;
                    const double a =
                        rolls ? std::sin(angle) / (1 + part) : std::sin(angle) - friction * std::cos(angle);
                    const double turning = rolls ? a / 0.5 : friction * std::cos(angle) / (part * 0.5);
                    while (!simulation.finished()) {
                        ASSERT_TRUE(simulation.step()) << simulation.report().reason;
                        const double t = simulation.row().time;
                        const Bodies& bodies = simulation.world().bodies;
                        EXPECT_NEAR(bodies.velocity[0], a * t, 1e-10);
                        EXPECT_NEAR(bodies.spin[dimension == 3 ? 2 : 0], -turning * t, 1e-10);
                    }
                    EXPECT_LE(test::imbalance(simulation), 1e-12);
                }
            }
        }
    }
}

TEST(Friction, ASlidingBallEndsRolling) {
    for (const char* scheme : kSchemes) {
        for (const double h : {0.5, 0.1, 0.013}) {
            World world = ball_on_floor(2, {3.0, 0.0});
            world.forces.push_back(make_gravity(select_all(world.bodies), {0, -9.81, 0}));
            Settings settings = rough(2, scheme, h, 4, 0.2);
            settings.margin = 0;
            Simulation simulation(std::move(world), settings);
            while (!simulation.finished()) ASSERT_TRUE(simulation.step());
            EXPECT_NEAR(simulation.world().bodies.velocity[0], 2.0, 1e-10) << scheme << " " << h;
            EXPECT_NEAR(simulation.world().bodies.spin[0], -4.0, 1e-10);
        }
    }
}

TEST(Friction, AMovingFloorDragsAlong) {
    // A belt of speed 1 under a disc at rest: it slides with f g until it rolls with the belt's speed over 3.
    for (const char* scheme : kSchemes) {
        World world = ball_on_floor(2, {0.0, 0.0});
        world.forces.push_back(make_gravity(select_all(world.bodies), {0, -10, 0}));
        world.prescribed.add_obstacle(0, [](double t) { return HalfSpace{{t, 0, 0}, {0, 1, 0}}; });
        Settings settings = rough(2, scheme, 0.01, 1, 0.1);
        settings.margin = 0;
        Simulation simulation(std::move(world), settings);
        while (!simulation.finished()) {
            ASSERT_TRUE(simulation.step());
            const double t = simulation.row().time;
            EXPECT_NEAR(simulation.world().bodies.velocity[0], std::min(t, 1.0 / 3), 1e-9) << scheme << " " << t;
        }
        EXPECT_LE(test::imbalance(simulation), 1e-12);
        EXPECT_GT(simulation.row().work_external, 0);
    }
}

TEST(Friction, MomentumAngularMomentumAndEnergyWithoutWalls) {
    for (const char* scheme : {"maury", "moreau"}) {
        for (std::uint64_t seed = 0; seed < 4; ++seed) {
            const int dimension = 2 + static_cast<int>(seed % 2);
            World world;
            world.bodies = test::random_bodies(dimension, 60, 1.0, 0.05, 1.5, 0.0, seed);
            // All towards the middle, so that there are many contacts.
            for (std::size_t k = 0; k < world.bodies.position.size(); ++k) {
                world.bodies.velocity[k] = 0.5 - world.bodies.position[k];
            }
            RandomStream random(seed, 5);
            std::vector<double> spin;
            for (Index k = 0; k < world.bodies.size() * spin_size(dimension); ++k)
                spin.push_back(random.uniform(-9, 9));
            let_rotate(world.bodies, spin);
            Simulation simulation(std::move(world), rough(dimension, scheme, 0.05, 1, 0.4));
            const Totals start = simulation.totals();
            double energy = start.start_kinetic;
            std::int64_t pushed = 0;
            while (!simulation.finished()) {
                ASSERT_TRUE(simulation.step()) << simulation.report().reason;
                const HistoryRow& row = simulation.row();
                EXPECT_LE(row.kinetic_energy, energy * (1 + 1e-12));
                energy = row.kinetic_energy;
                pushed += row.active;
                for (int k = 0; k < 3; ++k) {
                    EXPECT_NEAR(row.momentum[k], start.start_momentum[k], 1e-12);
                    EXPECT_NEAR(row.angular_momentum[k], start.start_angular_momentum[k], 1e-12);
                }
                if (std::string(scheme) == "maury") {
                    EXPECT_GE(row.min_distance, 0);
                }
            }
            EXPECT_GT(pushed, 20);
            EXPECT_LE(test::imbalance(simulation), 1e-12);
        }
    }
}

TEST(Friction, WithoutFrictionEverySchemeMovesAsWithoutTheLaw) {
    for (const char* scheme : kSchemes) {
        std::vector<double> velocity[2];
        for (const Law law : {Law::inelastic, Law::coulomb}) {
            World world;
            world.bodies = test::random_bodies(2, 50, 1.0, 0.05, 1.5, 0.5, 3);
            if (law == Law::coulomb) let_rotate(world.bodies);
            add_obstacle(world.obstacles, Box{{-0.1, -0.1, 0}, {1.1, 1.1, 0}}, 2);
            world.forces.push_back(make_gravity(select_all(world.bodies), {0, -5, 0}));
            Settings settings = rough(2, scheme, 0.01, 0.4, 0.0);
            settings.contact.law = law;
            settings.violation = 1e-9;
            if (law == Law::inelastic) settings.tolerance = 1e-5;  // a bound, not a residual
            Simulation simulation(std::move(world), settings);
            while (!simulation.finished()) ASSERT_TRUE(simulation.step());
            velocity[law == Law::coulomb] = simulation.world().bodies.velocity;
        }
        for (std::size_t k = 0; k < velocity[0].size(); ++k)
            EXPECT_NEAR(velocity[0][k], velocity[1][k], 1e-4) << scheme;
    }
}

TEST(Friction, ReboundsWithRestitution) {
    // A disc that sticks while it rebounds: u_n+ = -e u_n, the slip is stopped.
    for (const char* scheme : {"maury", "moreau"}) {
        World world = ball_on_floor(2, {1.0, -2.0});
        Settings settings = rough(2, scheme, 0.01, 0.01, 0.5);
        settings.margin = 0;
        settings.contact.restitution = 0.6;
        Simulation simulation(std::move(world), settings);
        ASSERT_TRUE(simulation.step());
        const Bodies& bodies = simulation.world().bodies;
        EXPECT_NEAR(bodies.velocity[1], 1.2, 1e-9) << scheme;
        EXPECT_NEAR(bodies.velocity[0], 2.0 / 3, 1e-9) << scheme;
        EXPECT_NEAR(bodies.spin[0], -4.0 / 3, 1e-9) << scheme;
        EXPECT_LE(test::imbalance(simulation), 1e-12);
    }
}

TEST(Midpoint, FreeFlightIsExact) {
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {0, 0}, 0.1, {1, 2}, 1);
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, -9.81, 0}));
    Settings settings = test::settings_of(2, 0.1, 2);
    settings.scheme = "moreau";
    Simulation simulation(std::move(world), settings);
    while (!simulation.finished()) {
        ASSERT_TRUE(simulation.step());
        const double t = simulation.row().time;
        EXPECT_NEAR(simulation.world().bodies.position[1], 2 * t - 4.905 * t * t, 1e-12);
        EXPECT_NEAR(simulation.row().scheme_energy, 0, 1e-12);
    }
}

TEST(Midpoint, ThetaPlacesPositions) {
    // q^{n+1} = q^n + h (theta u^{n+1} + (1 - theta) u^n): against the parabola off by g h t (1/2 - theta).
    for (const double theta : {0.5, 0.75, 1.0}) {
        World world;
        world.bodies.dimension = 1;
        test::add_body(world.bodies, {0}, 0.1, {0}, 1);
        order_on_line(world.bodies);
        world.forces.push_back(make_gravity(select_all(world.bodies), {-1, 0, 0}));
        Settings settings = test::settings_of(1, 0.1, 2);
        settings.scheme = "theta";
        settings.theta = theta;
        Simulation simulation(std::move(world), settings);
        while (!simulation.finished()) ASSERT_TRUE(simulation.step());
        EXPECT_NEAR(simulation.world().bodies.position[0], -2 + 0.1 * 2 * (0.5 - theta), 1e-12);
    }
}

TEST(Midpoint, OverlapIsAtMostWhatAnApproachMakesOfIt) {
    // A ball at speed 1 that hardly misses the floor at q^n + h u^n / 2: a step later it is h deeper there, is stopped,
    // and ends the step (1 - theta) h below where that began, which was h/2 above: an overlap of (3/2 - theta) h.
    constexpr double kStep = 0.1, kMissed = 1e-6;
    for (const double theta : {0.5, 0.75, 1.0}) {
        World world;
        world.bodies.dimension = 2;
        test::add_body(world.bodies, {0.0, 0.5 + 0.5 * kStep + kMissed}, 0.5, {0.0, -1.0}, 1);
        add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {0, 1, 0}}, 2);
        Settings settings = test::settings_of(2, kStep, 5 * kStep);
        settings.scheme = "theta";
        settings.theta = theta;
        Simulation simulation(std::move(world), settings);
        while (!simulation.finished()) ASSERT_TRUE(simulation.step());
        EXPECT_NEAR(-simulation.totals().smallest_distance, (1.5 - theta) * kStep - kMissed, 1e-12);
    }
}

TEST(Rotation, OrientationFollowsTheSpin) {
    Bodies bodies;
    bodies.dimension = 3;
    test::add_body(bodies, {0, 0, 0}, 1, {0, 0, 0}, 1);
    let_rotate(bodies, {0, 0, 2});
    for (int k = 0; k < 100; ++k) turn(bodies, 0.01);
    EXPECT_NEAR(bodies.orientation[0], std::cos(1.0), 1e-12);
    EXPECT_NEAR(bodies.orientation[3], std::sin(1.0), 1e-12);
    EXPECT_EQ(bodies.orientation[1], 0);
}

}  // namespace
}  // namespace galet
