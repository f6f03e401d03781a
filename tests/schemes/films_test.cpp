// Law viscous: closed forms of single films, the limit of a vanishing viscosity, and what holds for any step.
#include <gtest/gtest.h>

#include <cmath>

#include "galet/laws/film.hpp"
#include "galet/simulation/simulation.hpp"
#include "support/problems.hpp"
#include "support/settings.hpp"
#include "support/worlds.hpp"

namespace galet {
namespace {

Settings viscous(int dimension, double h, double end, double viscosity) {
    Settings settings = test::settings_of(dimension, h, end);
    settings.contact.law = Law::viscous;
    settings.contact.viscosity = viscosity;
    settings.margin = 0;
    settings.tolerance = 1e-5;
    settings.violation = 1e-12;
    return settings;
}

TEST(Film, ASingleOneHasOneSolutionForAnyRate) {
    for (const double y : {-2000.0, -700.0, -30.0, -1.0, 0.0, 3.0}) {
        for (const double k : {1e-6, 1e-2, 1.0, 1e4}) {
            for (const double v : {-1e3, -1.0, -1e-9, 0.0, 1e-9, 1.0, 1e3}) {
                const double h = 0.01, x = film_change(y, h, k, v);
                const double rate = film_growth(y, x) / h;
                EXPECT_NEAR(rate + k * x, v, 1e-12 * (std::abs(v) + std::abs(k * x) + std::abs(rate)));
                const double softness = film_softness(y, x, h, k);
                EXPECT_TRUE(softness >= 0 && std::isfinite(softness));
            }
        }
    }
}

/// Spheres of masses 1 and 2 that approach with 0.3 and 0.2 through a film of viscosity 0.1, a gap of 1 between them.
World two_spheres(int dimension) {
    World world;
    world.bodies.dimension = dimension;
    test::add_body(world.bodies, {}, 1, {}, 1);
    test::add_body(world.bodies, {}, 1, {}, 2);
    world.bodies.position.assign(2 * dimension, 0.0);
    world.bodies.velocity.assign(2 * dimension, 0.0);
    world.bodies.position[dimension] = 3;
    world.bodies.velocity[0] = 0.3;
    world.bodies.velocity[dimension] = -0.2;
    world.bodies.groups = {{"", 0, 2}};
    if (dimension == 1) order_on_line(world.bodies);
    return world;
}

TEST(Viscous, TwoSpheresComeToRestAtTheGapOfTheClosedForm) {
    // D' + k log D is kept, k = viscosity (1/m1 + 1/m2): the rest gap is exp(D0'/k) from a gap of 1.
    const double k = 0.1 * 1.5, rest = std::exp(-0.5 / k);
    EXPECT_NEAR(rest, 0.035673993, 1e-9);
    for (const int dimension : {1, 2, 3}) {
        for (const double h : {0.5, 0.1, 0.01}) {
            Simulation simulation(two_spheres(dimension), viscous(dimension, h, 40, 0.1));
            while (!simulation.finished()) {
                const double before = simulation.row().kinetic_energy;
                const std::vector<double> u = simulation.world().bodies.velocity;
                const double lost = simulation.row().dissipated;
                ASSERT_TRUE(simulation.step()) << simulation.report().reason;
                EXPECT_GT(simulation.row().min_distance, 0);
                EXPECT_LE(simulation.row().kinetic_energy, before * (1 + 1e-14));
                // KE falls by 1/2 |u' - u|_M^2 + h kappa D'^2, and the film's share is impulse times rate.
                const Bodies& bodies = simulation.world().bodies;
                double jump = 0;
                for (Index i = 0; i < 2; ++i) {
                    const double change = bodies.velocity[i * dimension] - u[i * dimension];
                    jump += 0.5 * bodies.mass[i] * change * change;
                }
                const FrameContacts frame = simulation.contacts();
                const double rate = bodies.velocity[dimension] - bodies.velocity[0];
                const double film = frame.impulse.empty() ? 0.0 : -frame.impulse[0] * rate;
                EXPECT_NEAR(before - simulation.row().kinetic_energy, jump + film, 1e-12 * before);
                EXPECT_NEAR(simulation.row().dissipated - lost, jump + film, 1e-12 * before);
                EXPECT_GE(film, 0);
            }
            // The invariant of a single film is exact: so is the gap, for any step.
            EXPECT_NEAR(simulation.row().min_distance, rest, 1e-6) << h;
            EXPECT_NEAR(simulation.row().momentum[0], -0.1, 1e-14);
            EXPECT_LE(test::imbalance(simulation), 1e-12);
        }
    }
}

/// The ball of the gluey law above a wall, with a film. Returns q(4).
double ball(double viscosity, double h) {
    Simulation simulation(test::ball_above_wall(), viscous(1, h, 4, viscosity));
    while (!simulation.finished() && simulation.step()) EXPECT_GE(simulation.row().min_distance, 0);
    EXPECT_TRUE(simulation.finished()) << simulation.report().reason;
    EXPECT_LE(test::imbalance(simulation), 1e-12);
    return simulation.world().bodies.position[0];
}

TEST(Viscous, ABallFollowsTheSmoothFilmToFirstOrderAndTheGlueyLimit) {
    // q'' = -eps q'/q + f: q(4) of an independent integration; the gluey limit is 1.
    struct Case {
        double eps, expected;
    };
    for (const Case& c : {Case{0.1, 1.088666}, Case{0.01, 1.012233}, Case{0.001, 1.001294}}) {
        const double coarse = std::abs(ball(c.eps, 0.01) - c.expected),
                     fine = std::abs(ball(c.eps, 0.0025) - c.expected);
        EXPECT_LE(coarse, 0.02) << c.eps;
        EXPECT_LE(fine, 0.35 * coarse) << c.eps;
    }
    EXPECT_LE(std::abs(ball(0.001, 0.001) - 1), std::abs(ball(0.01, 0.001) - 1));
    EXPECT_LE(std::abs(ball(0.01, 0.001) - 1), std::abs(ball(0.1, 0.001) - 1));
}

TEST(Viscous, ClustersNeitherOverlapNorGainEnergyAtAnyStep) {
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        World world;
        world.bodies = test::random_bodies(dimension, 40, 1.0, dimension == 1 ? 0.004 : 0.05, 2, 1.0, seed);
        world.bodies.groups = {{"", 0, world.bodies.size()}};
        add_obstacle(world.obstacles, Box{{-0.2, -0.2, -0.2}, {1.2, 1.2, 1.2}}, dimension);
        const double mean_mass = world.bodies.mass[0];
        Settings settings = viscous(dimension, seed < 3 ? 0.1 : 0.01, 1, mean_mass * std::pow(10, -double(seed % 4)));
        settings.margin = 1e-4;
        settings.violation = 1e-5;
        settings.tolerance = 1e-3;
        if (seed % 2) settings.contact.range = 0.05;
        Simulation simulation(std::move(world), settings);
        while (!simulation.finished()) {
            const double before = simulation.row().kinetic_energy;
            ASSERT_TRUE(simulation.step()) << simulation.report().reason << " seed " << seed;
            EXPECT_GE(simulation.row().min_distance, 0);
            EXPECT_LE(simulation.row().kinetic_energy, before * (1 + 1e-12));
        }
        EXPECT_LE(test::imbalance(simulation), 1e-12);
    }
}

TEST(Viscous, WithoutViscosityItIsTheInelasticLaw) {
    const auto final_position = [](Law law) {
        World world;
        world.bodies = test::random_bodies(2, 30, 1.0, 0.05, 2, 1.0, 5);
        world.bodies.groups = {{"", 0, world.bodies.size()}};
        Settings settings = test::settings_of(2, 0.05, 1);
        settings.contact.law = law;
        // The same pairs are looked at: all of them.
        settings.contact.range = 1e-9;
        Simulation simulation(std::move(world), settings);
        while (!simulation.finished() && simulation.step()) {
        }
        return simulation.world().bodies.position;
    };
    EXPECT_EQ(final_position(Law::viscous), final_position(Law::inelastic));
}

TEST(Viscous, FilmsThatAWallPullsOpenTakeWhatTheirLogarithmSays) {
    // A ball between two walls, one of which comes until two films of half of `left` remain, waits, and goes back: with
    // the force viscosity D'/D its work is speed viscosity (log of how much they close + log of how much they open).
    for (const double left : {1e-3, 1e-7, 1e-9}) {
        for (const double h : {0.01, 0.001}) {
            World world;
            world.bodies.dimension = 2;
            test::add_body(world.bodies, {0.15, 0}, 0.1, {0, 0}, 1);
            world.bodies.groups = {{"", 0, 1}};
            add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {1, 0, 0}}, 2);
            const double speed = 0.1 - left;
            const auto wall = [speed](double t) {
                const double at = t < 1 ? t : t < 1.5 ? 1.0 : 2.5 - t;
                return HalfSpace{{0.3 - speed * at, 0, 0}, {-1, 0, 0}};
            };
            add_obstacle(world.obstacles, wall(0), 2);
            world.prescribed.add_obstacle(1, wall);
            Settings settings = viscous(2, h, 1.6, 1.0);
            settings.contact.range = 0.1;
            settings.tolerance = 1e-3;
            settings.margin = 1e-9;
            settings.violation = 1e-11;
            Simulation simulation(std::move(world), settings);
            while (!simulation.finished()) {
                ASSERT_TRUE(simulation.step()) << simulation.report().reason << " at " << simulation.world().time
                                               << " s, " << left << " m, h = " << h;
            }
            const double exact = speed * (std::log(0.1 / left) + std::log((left + 0.1 * speed) / left));
            // Films thinner than what a step does to them are passed over: their logarithm is cut off.
            const double seen = speed * 2 * std::log(1 + 0.1 / (left + h * speed));
            EXPECT_LE(simulation.row().work_external, 1.1 * exact) << left << " " << h;
            EXPECT_GE(simulation.row().work_external, 0.5 * std::min(exact, seen)) << left << " " << h;
            EXPECT_LE(test::imbalance(simulation), 1e-12);
        }
    }
}

TEST(Viscous, AWallThatMovesDragsAndDoesWork) {
    // A floor at sin(t) pulls a ball along through the film: work is done, and the balance holds.
    World world;
    world.bodies.dimension = 1;
    test::add_body(world.bodies, {0.51}, 0.5, {0.0}, 1);
    world.bodies.groups = {{"", 0, 1}};
    order_on_line(world.bodies);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {1, 0, 0}}, 1);
    world.prescribed.add_obstacle(0, [](double t) { return HalfSpace{{std::sin(t), 0, 0}, {1, 0, 0}}; });
    Settings settings = viscous(1, 0.01, 6, 1.0);
    settings.margin = 1e-6;
    settings.violation = 1e-7;
    Simulation simulation(std::move(world), settings);
    double lowest = 1;
    while (!simulation.finished()) {
        ASSERT_TRUE(simulation.step()) << simulation.report().reason;
        EXPECT_GE(simulation.row().min_distance, 0);
        lowest = std::min(lowest, simulation.world().bodies.position[0]);
        EXPECT_LE(simulation.row().min_distance, 0.2);
    }
    // Nothing but the film can have pulled it below the lowest place from which it would have been pushed.
    EXPECT_LT(lowest, 0.0);
    EXPECT_LE(test::imbalance(simulation), 1e-12);
}

TEST(Viscous, AMarginThatIsGivenBackMakesNoEnergy) {
    // A ball rests within a margin of the wall, slides along it and is pushed back to the margin by the film itself:
    // that must not take more energy than it has.
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {1.001, 0.0}, 1, {-0.2, 0.1}, 1);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {1, 0, 0}}, 2);
    Settings settings = viscous(2, 0.1, 1, 2e-5);
    settings.margin = 0.01;
    settings.violation = 1e-7;
    Simulation simulation(std::move(world), settings);
    for (double before = simulation.row().kinetic_energy; !simulation.finished();) {
        ASSERT_TRUE(simulation.step()) << simulation.report().reason;
        EXPECT_LE(simulation.row().kinetic_energy, before * (1 + 1e-14));
        EXPECT_GE(simulation.row().min_distance, 0);
        before = simulation.row().kinetic_energy;
    }
}

}  // namespace
}  // namespace galet
