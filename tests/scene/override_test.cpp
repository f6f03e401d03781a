// Values of the command line.
#include "scene/scene_support.hpp"

namespace galet {
namespace {

TEST(Override, ReplacesAndAddsValues) {
    const Scene scene = parse(kTwoDiscs, {{"simulation.step", "0.25"},
                                          {"solver.method", "apgd"},
                                          {"output.every", "7"},
                                          {"title", "two words"},
                                          {"bodies.0.mass", "[2.0, 3]"},
                                          {"forces.0.acceleration", "[0.0, -1.0]"}});
    EXPECT_EQ(scene.settings.step, 0.25);
    EXPECT_EQ(scene.settings.solver.method, "apgd");
    EXPECT_EQ(scene.settings.every, 7);
    EXPECT_EQ(scene.title, "two words");
    EXPECT_EQ(scene.world.bodies.mass, (std::vector<double>{2, 3}));
    EXPECT_DOUBLE_EQ(scene.world.forces.at(0)->potential_energy(scene.world.bodies), 5.0);
}

TEST(Override, LaterOnesWin) {
    EXPECT_EQ(parse(kTwoDiscs, {{"simulation.step", "0.25"}, {"simulation.step", "0.5"}}).settings.step, 0.5);
}

TEST(Override, IsPartOfTheResolvedScene) {
    const Scene scene = parse(kTwoDiscs, {{"bodies.0.position", "[[0.0, 2.0], [0.5, 2.0]]"}});
    expect_same_bodies(parse(scene.resolved).world.bodies, scene.world.bodies);
    EXPECT_EQ(scene.world.bodies.position[1], 2.0);
}

TEST(Override, MistakesNameIt) {
    const auto message = [](const std::string& key, const std::string& value) {
        return error_of(kTwoDiscs, {{key, value}});
    };
    expect_prefix(message("solver.methd", "apgd"), "--set solver.methd=apgd: solver.methd: unknown key; did you mean");
    expect_prefix(message("slover.method", "apgd"), "--set slover.method=apgd: slover: unknown key; did you mean");
    expect_prefix(message("simulation.step", "-1"), "--set simulation.step=-1: simulation.step: ");
    expect_prefix(message("simulation.step", "abc"), "--set simulation.step=abc: simulation.step: ");
    expect_prefix(message("simulation.step", "nan"), "--set simulation.step=nan: simulation.step: ");
    expect_prefix(message("bodies.7.mass", "1"), "--set bodies.7.mass=1: bodies.7.mass: ");
    expect_prefix(message("bodies.x.mass", "1"), "--set bodies.x.mass=1: bodies.x.mass: ");
    expect_prefix(message("simulation.step.h", "1"), "--set simulation.step.h=1: simulation.step.h: ");
    expect_prefix(message("solver", "3"), "--set solver=3: solver: ");
    expect_prefix(message("", "3"), "--set =3: ");
    expect_prefix(message("solver..method", "3"), "--set solver..method=3: ");
    expect_prefix(message("forces.0.on", "nobody"), "--set forces.0.on=nobody: forces.0.on: ");
}

TEST(Override, TextThatLooksLikeTomlStaysOneValue) {
    EXPECT_EQ(parse(kTwoDiscs, {{"title", "1\nsolver = 3"}}).title, "1\nsolver = 3");
    EXPECT_EQ(parse(kTwoDiscs, {{"title", ""}}).title, "");
    EXPECT_EQ(parse(kTwoDiscs, {{"title", "\"quoted\""}}).title, "quoted");
}

}  // namespace
}  // namespace galet
