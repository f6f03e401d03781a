// Boxes that are exactly full: what walls prescribe leaves one motion, which rounding may take away.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "galet/simulation/simulation.hpp"
#include "scene/scene_support.hpp"

namespace galet {
namespace {

Simulation simulation_of(const std::string& text) {
    Scene scene = parse(text);
    return Simulation(std::move(scene.world), scene.settings);
}

TEST(NoRoom, AFullBoxMovesOnWithWhatIsInIt) {
    // Two bodies fill a box that moves by a third of its size in every step, a wall behind it moves along.
    Simulation simulation = simulation_of(R"(
[simulation]
dimension = 1
step = 0.3305894594936244
end = 3.3
[[bodies]]
position = [[0.0], [991.6596395846075]]
velocity = [[0.0], [0.0]]
radius = [416.8635212275656, 574.7961183570419]
mass = [1.0, 1.0]
[[obstacles]]
shape = "half-space"
point = [-473.5723011854815]
normal = [1.0]
velocity = [146.1181465272128]
[[obstacles]]
shape = "box"
min = [-416.8635212275656]
max = [1566.4557579416494]
velocity = [146.1181465272128]
)");
    while (!simulation.finished()) {
        ASSERT_TRUE(simulation.step()) << simulation.report().reason;
        const double moved = 146.1181465272128 * simulation.world().time;
        EXPECT_NEAR(simulation.world().bodies.position[0], moved, 1e-9);
        EXPECT_NEAR(simulation.world().bodies.position[1], 991.6596395846075 + moved, 1e-9);
        EXPECT_GE(simulation.row().min_distance, -1e-10);
        EXPECT_LE(simulation.row().error_bound, 1e-3);
    }
}

TEST(NoRoom, ABoxThatIsTooNarrowIsRefused) {
    Simulation simulation = simulation_of(R"(
[simulation]
dimension = 1
step = 0.1
end = 1
[[bodies]]
position = [[0.0]]
radius = 0.5
mass = 1
[[obstacles]]
shape = "half-space"
point = [-0.5]
normal = [1.0]
velocity = [0.1]
[[obstacles]]
shape = "half-space"
point = [0.5]
normal = [-1.0]
)");
    EXPECT_FALSE(simulation.step());
    EXPECT_NE(simulation.report().reason.find("leaves no room"), std::string::npos) << simulation.report().reason;
    EXPECT_EQ(simulation.world().bodies.position[0], 0);
}

/// A body of radius 1 between two walls, which throw back what approaches them.
std::string in_a_slot(double velocity) {
    return R"(
[simulation]
dimension = 1
scheme = "moreau"
step = 0.1
end = 1
[contact]
law = "restitution"
restitution = 0.5
[[bodies]]
position = [[0.0]]
velocity = [[)" +
           fmt::format("{:.17g}", velocity) + R"(]]
radius = 1
mass = 1
[[obstacles]]
shape = "box"
min = [-1]
max = [1]
)";
}

TEST(NoRoom, BetweenWallsThatThrowBackABodyNextToRestStaysThere) {
    // u >= e |u^n| and u <= 0 contradict each other, by less than the limits allow.
    Simulation simulation = simulation_of(in_a_slot(-1e-8));
    while (!simulation.finished()) ASSERT_TRUE(simulation.step()) << simulation.report().reason;
    EXPECT_LE(std::abs(simulation.world().bodies.velocity[0]), 1e-7);
}

TEST(NoRoom, BetweenWallsThatThrowBackAFastBodyIsRefused) {
    Simulation simulation = simulation_of(in_a_slot(-5e-6));
    const bool taken = simulation.step();
    EXPECT_FALSE(taken);
    EXPECT_NE(simulation.report().note.find("contradict each other"), std::string::npos) << simulation.report().note;
    EXPECT_EQ(simulation.world().bodies.velocity[0], -5e-6);
}

}  // namespace
}  // namespace galet
