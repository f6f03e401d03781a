#include "galet/forces/user.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "galet/core/error.hpp"
#include "galet/simulation/simulation.hpp"
#include "support/random_bodies.hpp"
#include "support/settings.hpp"

namespace galet {
namespace {

/// A mass of 2 at distance 1 from where a spring of stiffness 8 rests.
World oscillator(bool with_potential) {
    World world;
    world.bodies.dimension = 1;
    test::add_body(world.bodies, {1.0}, 0.1, {0.0}, 2);
    world.bodies.groups = {{"", 0, 1}};
    order_on_line(world.bodies);
    UserForce spring{"spring",
                     [](const Bodies& bodies, const Selection&, double, std::span<double> force) {
                         force[0] = -8 * bodies.position[0];
                     },
                     {}};
    if (with_potential) {
        spring.potential = [](const Bodies& bodies, const Selection&) {
            return 4 * bodies.position[0] * bodies.position[0];
        };
    }
    world.forces.push_back(make_user(select_all(world.bodies), spring));
    return world;
}

TEST(UserForce, SpringSwingsAsItShould) {
    Simulation simulation(oscillator(true), test::settings_of(1, 1e-4, 1.0));
    while (!simulation.finished()) ASSERT_TRUE(simulation.step());
    // omega = 2; a scheme of order 1 with h = 1e-4.
    EXPECT_NEAR(simulation.world().bodies.position[0], std::cos(2.0), 5e-4);
    EXPECT_LT(simulation.totals().worst_energy_imbalance, 1e-12);
}

TEST(UserForce, WithoutAPotentialItDoesWorkFromOutside) {
    Simulation simulation(oscillator(false), test::settings_of(1, 1e-2, 0.5));
    while (!simulation.finished()) ASSERT_TRUE(simulation.step());
    EXPECT_NEAR(simulation.row().work_external, simulation.row().kinetic_energy, 1e-12);
    EXPECT_EQ(simulation.row().potential_energy, 0);
}

TEST(UserForce, IsAskedOncePerStepForItsMiddle) {
    World world = oscillator(false);
    std::vector<double> times;
    world.forces[0] = make_user(
        select_all(world.bodies),
        {"clock", [&times](const Bodies&, const Selection&, double t, std::span<double>) { times.push_back(t); }, {}});
    Simulation simulation(std::move(world), test::settings_of(1, 0.5, 1.0));
    ASSERT_TRUE(simulation.step() && simulation.step());
    EXPECT_EQ(times, (std::vector<double>{0.25, 0.75}));
}

TEST(UserForce, GoesToItsBodiesAlone) {
    Bodies bodies = test::random_bodies(2, 10, 1.0, 0.01, 2, 0.0, 1);
    bodies.groups = {{"a", 0, 3}, {"b", 3, 8}, {"a", 8, 10}};
    const auto force =
        make_user(select_group(bodies, "a"), {"count",
                                              [](const Bodies&, const Selection& on, double, std::span<double> f) {
                                                  EXPECT_EQ(static_cast<std::size_t>(on.size()) * 2, f.size());
                                                  for (std::size_t k = 0; k < f.size(); ++k)
                                                      f[k] = static_cast<double>(k + 1);
                                              },
                                              {}});
    StepForces forces;
    forces.reset(bodies);
    force->add_mean(bodies, 0, 0.1, forces);
    const std::vector<double> expected = {1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 8, 9, 10};
    EXPECT_EQ(forces.external, expected);
}

TEST(UserForce, SaysWhichNumberIsNotFinite) {
    Simulation simulation(
        [] {
            World world = oscillator(false);
            world.forces[0] =
                make_user(select_all(world.bodies), {"bad",
                                                     [](const Bodies&, const Selection&, double, std::span<double> f) {
                                                         f[0] = std::numeric_limits<double>::quiet_NaN();
                                                     },
                                                     {}});
            return world;
        }(),
        test::settings_of(1, 0.5, 1.0));
    try {
        simulation.step();
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "force \"bad\": expected finite numbers (N), found nan for body 0 at t = 0.25 s");
    }
    EXPECT_EQ(simulation.world().step, 0);
    EXPECT_EQ(simulation.world().bodies.position[0], 1.0);
}

}  // namespace
}  // namespace galet
