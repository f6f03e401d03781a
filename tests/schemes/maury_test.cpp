// What Maury's scheme promises for any step (Maury06 prop. 2-4), against closed forms and brute force.
#include "galet/schemes/maury.hpp"

#include <gtest/gtest.h>

#include "galet/core/parallel.hpp"
#include "galet/schemes/energy.hpp"
#include "support/nnls.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

SchemeSettings settings_for(const World& world, double h, double margin = 1e-6, double violation = 1e-7) {
    SchemeSettings settings;
    const double scale = length_scale(world.bodies);
    settings.step = h;
    settings.margin = margin * scale;
    settings.limits.violation = violation * scale;
    return settings;
}

World cluster(int dimension, Index count, std::uint64_t seed, double ratio = 2, bool walls = true) {
    World world;
    world.bodies = test::random_bodies(dimension, count, 1.0, dimension == 1 ? 0.002 : 0.03, ratio, 1.0, seed);
    if (walls) add_obstacle(world.obstacles, Box{{-0.2, -0.2, -0.2}, {1.2, 1.2, 1.2}}, dimension);
    return world;
}

/// Distances of all pairs and walls, by id.
double smallest(const World& world) {
    const ContactSet all = test::all_contacts(world.bodies, world.obstacles);
    return *std::min_element(all.distance.begin(), all.distance.end());
}

TEST(Maury, IsTheSolutionWithAllConstraints) {
    // Random clusters, steps of up to many diameters: the lazy set of constraints must give the solution of the problem
    // with all N (N - 1) / 2 pairs, by an independent method.
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        World world = cluster(1 + static_cast<int>(seed % 3), 25, seed, seed % 4 == 0 ? 5 : 1.5);
        const double h = seed % 2 ? 0.02 : 0.4;
        const ContactSet all = test::all_contacts(world.bodies, world.obstacles);
        const Eigen::VectorXd exact = test::exact_velocity(test::problem_of(world.bodies, all, h));
        SchemeSettings settings = settings_for(world, h, 0, 1e-11);
        settings.limits.error_bound = 1e-6;
        MauryScheme scheme(world, settings);
        const StepReport report = scheme.step();
        ASSERT_EQ(report.outcome, Outcome::solved) << report.reason;
        for (Eigen::Index k = 0; k < exact.size(); ++k) EXPECT_NEAR(world.bodies.velocity[k], exact[k], 1e-7) << seed;
    }
}

TEST(Maury, NeverOverlapsAtNodesNorBetweenThem) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        World world = cluster(1 + static_cast<int>(seed % 3), 150, seed, seed % 4 == 0 ? 10 : 1.3);
        world.forces.push_back(make_gravity(select_all(world.bodies), {0, -1, -1}));
        const double h = seed % 2 ? 0.01 : 0.3;
        MauryScheme scheme(world, settings_for(world, h));
        for (int n = 0; n < 15; ++n) {
            const std::vector<double> before = world.bodies.position;
            const StepReport report = scheme.step();
            ASSERT_EQ(report.outcome, Outcome::solved) << report.reason;
            EXPECT_EQ(report.min_distance, smallest(world));
            const std::vector<double> after = world.bodies.position;
            for (const double theta : {0.0, 0.21, 0.5, 0.77, 1.0}) {
                for (std::size_t k = 0; k < after.size(); ++k) {
                    world.bodies.position[k] = before[k] + theta * (after[k] - before[k]);
                }
                if (theta == 1.0) world.bodies.position = after;
                ASSERT_GE(smallest(world), 0) << "seed " << seed << " step " << n << " theta " << theta;
            }
        }
    }
}

double momentum_scale(const Bodies& bodies) {
    double sum = 0;
    for (std::size_t k = 0; k < bodies.velocity.size(); ++k) {
        sum += bodies.mass[k / bodies.dimension] * std::abs(bodies.velocity[k]);
    }
    return sum;
}

TEST(Maury, LosesEnergyAndKeepsMomentumWhenNothingActs) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        World world = cluster(1 + static_cast<int>(seed % 3), 120, 50 + seed, 3, false);
        SchemeSettings settings = settings_for(world, seed % 2 ? 0.02 : 0.5);
        if (seed % 3 == 0) {
            // Any tolerance at all: dissipation and momentum do not depend on it. No margin, so that nothing is
            // rechecked.
            settings.margin = 0;
            settings.limits = {10.0, 1.0, 5, 1e300};
            settings.accept_failed = true;
        }
        MauryScheme scheme(world, settings);
        const auto start = momentum(world.bodies);
        const double scale = momentum_scale(world.bodies);
        for (int n = 0; n < 20; ++n) {
            const double before = kinetic_energy(world.bodies);
            const StepReport report = scheme.step();
            ASSERT_NE(report.outcome, Outcome::not_finite);
            EXPECT_LE(kinetic_energy(world.bodies), before * (1 + 1e-14)) << "seed " << seed << " step " << n;
            for (int k = 0; k < 3; ++k) EXPECT_NEAR(momentum(world.bodies)[k], start[k], 1e-13 * scale);
        }
    }
}

TEST(Maury, EnergyAndMomentumBalanceWithForcesToRounding) {
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        World world = cluster(dimension, 80, 70 + seed);
        const Selection all = select_all(world.bodies);
        world.forces.push_back(make_gravity(all, {-1, -3, 2}));
        world.forces.push_back(make_constant(all, {{1e-3, 2e-3, 0}}));
        world.forces.push_back(make_table(all, {0, 0.05, 0.3}, {{0.01, 0, 0}, {-0.01, 0.02, 0}, {0, 0, 0.01}}));
        world.forces.push_back(make_drag(all, 0.3));
        MauryScheme scheme(world, settings_for(world, 0.03));
        for (int n = 0; n < 20; ++n) {
            const double kinetic = kinetic_energy(world.bodies),
                         potential = potential_energy(world.forces, world.bodies);
            const auto before = momentum(world.bodies);
            const StepReport r = scheme.step();
            ASSERT_EQ(r.outcome, Outcome::solved);
            const double left = kinetic_energy(world.bodies) - kinetic + r.potential_energy - potential +
                                r.energy.dissipated - r.energy.scheme_energy;
            EXPECT_NEAR(left, r.energy.work_external, 1e-13 * (kinetic + std::abs(potential)));
            const auto after = momentum(world.bodies);
            for (int k = 0; k < dimension; ++k) {
                EXPECT_NEAR(after[k] - before[k], r.external_impulse[k], 1e-13 * momentum_scale(world.bodies));
            }
        }
    }
}

TEST(Maury, FreeFallHasTheSchemeEnergyOfTheTheory) {
    // m g^2 h^2 / 2 a step, and u^n = -g n h, q^n = q0 - g h^2 n (n + 1) / 2.
    for (const double h : {0.1, 0.05, 0.025}) {
        World world;
        world.bodies.dimension = 1;
        test::add_body(world.bodies, {100}, 0.5, {0}, 3);
        order_on_line(world.bodies);
        world.forces.push_back(make_gravity(select_all(world.bodies), {-2, 0, 0}));
        MauryScheme scheme(world, settings_for(world, h));
        for (int n = 1; n <= 10; ++n) {
            const StepReport report = scheme.step();
            EXPECT_NEAR(report.energy.scheme_energy, -3 * 4 * h * h / 2, 1e-12);
            EXPECT_NEAR(world.bodies.position[0], 100 - h * h * n * (n + 1), 1e-12);
        }
    }
}

TEST(Maury, StaysWithinTheStabilityBound) {
    // Maury06 eq. 24: |u(t)|_M <= |u_0|_M + 1/sqrt(alpha) int F, alpha the smallest mass, F the norm of all forces.
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        World world = cluster(2, 60, 90 + seed);
        const double alpha = *std::min_element(world.bodies.mass.begin(), world.bodies.mass.end());
        world.forces.push_back(make_expression(select_all(world.bodies), {"0.1*cos(20*t)", "-0.05 + 0.02*sin(3*t)"}));
        const double h = seed % 2 ? 0.01 : 0.2;
        MauryScheme scheme(world, settings_for(world, h));
        const double start = std::sqrt(2 * kinetic_energy(world.bodies));
        const double bound_of_force = std::sqrt(world.bodies.size() * (0.1 * 0.1 + 0.07 * 0.07));
        for (int n = 1; n <= 20; ++n) {
            ASSERT_EQ(scheme.step().outcome, Outcome::solved);
            EXPECT_LE(std::sqrt(2 * kinetic_energy(world.bodies)), start + n * h * bound_of_force / std::sqrt(alpha));
        }
    }
}

TEST(Maury, TouchingBodiesAtRestStayAtRest) {
    World world;
    world.bodies.dimension = 2;
    for (int k = 0; k < 5; ++k) test::add_body(world.bodies, {double(k), 0.5}, 0.5, {0, 0}, 1);
    add_obstacle(world.obstacles, HalfSpace{{0, 0, 0}, {0, 1, 0}}, 2);
    const Bodies start = world.bodies;
    MauryScheme scheme(world, settings_for(world, 0.1));
    for (int n = 0; n < 5; ++n) {
        const StepReport report = scheme.step();
        ASSERT_EQ(report.outcome, Outcome::solved);
        EXPECT_EQ(report.min_distance, 0);
    }
    EXPECT_EQ(world.bodies.position, start.position);
}

TEST(Maury, JammedCrystalUnderGravityIsHeld) {
    // Discs that fit a box exactly in its width: no margin can be given there, and none of them may overlap.
    World world;
    world.bodies.dimension = 2;
    for (int j = 0; j < 4; ++j) {
        for (int i = 0; i < 4; ++i) test::add_body(world.bodies, {i + 0.5, j + 0.5}, 0.5, {0, 0}, 1);
    }
    add_obstacle(world.obstacles, Box{{0, 0, 0}, {4, 6, 0}}, 2);
    world.forces.push_back(make_gravity(select_all(world.bodies), {0, -10, 0}));
    MauryScheme scheme(world, settings_for(world, 0.01));
    for (int n = 0; n < 10; ++n) {
        const StepReport report = scheme.step();
        ASSERT_EQ(report.outcome, Outcome::solved) << report.reason << " at step " << n;
        EXPECT_GE(report.min_distance, 0);
    }
}

TEST(Maury, ARowThatTouchesAndIsHitStaysApart) {
    // A margin of 1e-2 cannot be given back to so many at once: it takes more energy than there is. What rounding takes
    // is given back all the same.
    World world;
    world.bodies.dimension = 1;
    for (int k = 0; k < 15; ++k) test::add_body(world.bodies, {k - 10.0}, 0.5, {k == 9 ? -0.5 : 0.0}, 1);
    order_on_line(world.bodies);
    MauryScheme scheme(world, settings_for(world, 0.1, 1e-2));
    for (int n = 0; n < 5; ++n) {
        const StepReport report = scheme.step();
        ASSERT_EQ(report.outcome, Outcome::solved) << report.reason << " at step " << n;
        EXPECT_GE(report.min_distance, 0);
    }
}

TEST(Maury, ABodyWithoutRoomToTheSidesSlidesToTheEnd) {
    // It fits between two walls exactly, so that no contact can be given a margin, and runs into a third, which it
    // touches: only rounding could make it overlap there.
    World world;
    world.bodies.dimension = 2;
    const double r = 0.19051454194512618;
    test::add_body(world.bodies, {5.33690338385955, 1}, r, {24.526421885693516, -20.654081017189718}, 1);
    add_obstacle(world.obstacles, Box{{-r, 1 - r, 0}, {5.33690338385955 + r, 1 + r, 0}}, 2);
    MauryScheme scheme(world, settings_for(world, 0.00022533675703397774, 1e-3, 1e-4));
    for (int n = 0; n < 5; ++n) {
        const StepReport report = scheme.step();
        ASSERT_EQ(report.outcome, Outcome::solved) << report.reason << " at step " << n;
        EXPECT_GE(report.min_distance, 0);
    }
}

TEST(Maury, TheMarginIsGivenBackWhereEnergyPaysForIt) {
    // Two discs pressed together from exact touch: they end a margin apart.
    World world;
    world.bodies.dimension = 2;
    test::add_body(world.bodies, {0, 0}, 0.5, {0, 0}, 1);
    test::add_body(world.bodies, {1, 0}, 0.5, {0, 0}, 1);
    world.forces.push_back(make_constant(select_all(world.bodies), {{1, 0, 0}, {-1, 0, 0}}));
    MauryScheme scheme(world, settings_for(world, 0.1, 1e-4, 1e-9));
    StepReport report;
    for (int n = 0; n < 10; ++n) report = scheme.step();
    EXPECT_NEAR(report.min_distance, 0.5e-4, 1e-8);
    EXPECT_NEAR(world.bodies.velocity[0], 0, 1e-6);
}

TEST(Maury, OverflowIsReportedAndNothingChanges) {
    World world = cluster(2, 10, 1);
    world.forces.push_back(make_constant(select_all(world.bodies), {{1e308, 0, 0}}));
    const Bodies start = world.bodies;
    MauryScheme scheme(world, settings_for(world, 10));
    EXPECT_EQ(scheme.step().outcome, Outcome::not_finite);
    EXPECT_EQ(world.bodies.position, start.position);
    EXPECT_EQ(world.bodies.velocity, start.velocity);
    EXPECT_EQ(world.step, 0);
}

TEST(Maury, AStepThatMissesItsLimitsIsNotTakenUnlessAskedFor) {
    for (const bool accept : {false, true}) {
        World world = cluster(2, 150, 2);
        const Bodies start = world.bodies;
        SchemeSettings settings = settings_for(world, 0.4);
        settings.limits.max_iterations = 2;
        settings.accept_failed = accept;
        MauryScheme scheme(world, settings);
        const StepReport report = scheme.step();
        EXPECT_EQ(report.outcome, Outcome::over_limits);
        EXPECT_FALSE(report.reason.empty());
        EXPECT_EQ(world.step, accept ? 1 : 0);
        EXPECT_EQ(world.bodies.position == start.position, !accept);
        EXPECT_EQ(world.bodies.velocity == start.velocity, !accept);
    }
}

TEST(Maury, SameBitsForAnyNumberOfThreads) {
    std::vector<double> reference;
    for (const int threads : {1, 2, 3, 8}) {
        set_thread_count(threads);
        World world = cluster(3, 3000, 4, 3);
        MauryScheme scheme(world, settings_for(world, 0.05));
        for (int n = 0; n < 3; ++n) ASSERT_EQ(scheme.step().outcome, Outcome::solved);
        if (threads == 1) reference = world.bodies.position;
        EXPECT_EQ(world.bodies.position, reference);
    }
    set_thread_count(1);
}

}  // namespace
}  // namespace galet
