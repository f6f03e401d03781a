#include "galet/scene/extend.hpp"

#include <numeric>

#include "scene/scene_support.hpp"

namespace galet {
namespace {

struct Begun {
    Scene scene;
    Simulation simulation;

    explicit Begun(const std::string& text, const SceneCode& code = {})
        : scene(parse_scene(text, "", ".", {}, code)), simulation(std::move(scene.world), scene.settings) {}
};

/// Arrays of bodies, forces and constraints that no text can hold.
SceneCode arrays_of(std::vector<double> position, std::vector<double> radius, std::vector<double> mass) {
    SceneCode code;
    code.bodies["bodies-0"] = {std::move(position), {}, std::move(radius), std::move(mass), {}, {}, {}};
    return code;
}

const std::string kByArrays =
    replaced(replaced(replaced(kTwoDiscs, "position = [[0.0, 1.0], [0.5, 1.0]]", "arrays = \"bodies-0\""),
                      "radius = [0.1, 0.2]\n", ""),
             "mass = 1.0\n", "");

TEST(SceneCode, ArraysGiveTheSameBodiesAsText) {
    const Scene scene = parse_scene(kByArrays, "", ".", {}, arrays_of({0, 1, 0.5, 1}, {0.1, 0.2}, {1, 1}));
    expect_same_bodies(scene.world.bodies, parse(kTwoDiscs).world.bodies);
}

TEST(SceneCode, ArraysAreCheckedAsTextIs) {
    const auto message = [](const SceneCode& code) -> std::string {
        try {
            parse_scene(kByArrays, "", ".", {}, code);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(message(arrays_of({0, 1, 0.5, 1}, {0.1, -0.2}, {1, 1})),
              "bodies.0.radius: expected a finite number > 0, found -0.2 for body 1 of the entry");
    EXPECT_EQ(message(arrays_of({0, 1, 0.5, 1}, {0.1}, {1, 1})),
              "bodies.0.radius: expected 2 numbers for 2 bodies, found 1");
    EXPECT_EQ(message(arrays_of({0, 1, 0.1, 1}, {0.1, 0.2}, {1, 1})),
              "bodies.0: body 1 (bodies.0) overlaps body 0 (bodies.0) by 0.2 m; bodies may touch");
    EXPECT_EQ(message({}),
              "bodies.0.arrays: \"bodies-0\" is code of the program that made this scene (docs/python.md), "
              "which alone can run it");
}

TEST(Extend, MoreBodiesComeBehindTheOthersAndRunOn) {
    Begun begun(kTwoDiscs);
    for (int n = 0; n < 3; ++n) ASSERT_TRUE(begun.simulation.step());
    const Bodies before = begun.simulation.world().bodies;
    const double* const memory = before.position.data();
    static_cast<void>(memory);
    const auto left = extend(
        "[[bodies]]\nname = \"new\"\nposition = [[3.0, 1.0]]\nradius = 0.1\nmass = 2.0\n"
        "velocity = [1.0, 0.0]\n",
        {}, begun.scene, begun.simulation);
    ASSERT_TRUE(left);
    EXPECT_EQ(left->position, before.position);
    const Bodies& now = begun.simulation.world().bodies;
    ASSERT_EQ(now.size(), 3);
    EXPECT_TRUE(std::equal(before.position.begin(), before.position.end(), now.position.begin()));
    EXPECT_EQ(now.groups.back().name, "new");
    // Gravity, which was there before, acts on the new one too.
    ASSERT_TRUE(begun.simulation.step());
    EXPECT_DOUBLE_EQ(now.velocity[5], -0.981);
    EXPECT_LT(begun.simulation.totals().worst_energy_imbalance, 1e-12);
}

TEST(Extend, WhatIsWrongChangesNothing) {
    Begun begun(kTwoDiscs);
    ASSERT_TRUE(begun.simulation.step());
    const Bodies before = begun.simulation.world().bodies;
    EXPECT_THROW(
        extend("[[bodies]]\nposition = [[0.0, 1.0]]\nradius = 0.1\nmass = 2.0\n", {}, begun.scene, begun.simulation),
        InputError);
    EXPECT_THROW(extend("[[forces]]\ntype = \"gravty\"\n", {}, begun.scene, begun.simulation), InputError);
    EXPECT_THROW(extend("[solver]\nmethod = \"apgd\"\n", {}, begun.scene, begun.simulation), InputError);
    expect_same_bodies(begun.simulation.world().bodies, before);
    EXPECT_EQ(begun.simulation.world().forces.size(), 1U);
}

TEST(Extend, ObstaclesAndForcesActFromNowOn) {
    Begun begun(replaced(kTwoDiscs, "[[forces]]\ntype = \"gravity\"\nacceleration = [0.0, -9.81]\n", ""));
    ASSERT_TRUE(begun.simulation.step());
    extend(
        "[[forces]]\ntype = \"constant\"\nvalue = [1.0, 0.0]\n[[obstacles]]\nshape = \"half-space\"\n"
        "point = [0.8, 0.0]\nnormal = [-1.0, 0.0]\n",
        {}, begun.scene, begun.simulation);
    for (int n = 0; n < 200; ++n) ASSERT_TRUE(begun.simulation.step());
    // The right one, of radius 0.2, leans on the wall, the left one on it.
    EXPECT_NEAR(begun.simulation.world().bodies.position[2], 0.6, 1e-5);
    EXPECT_NEAR(begun.simulation.world().bodies.position[0], 0.3, 1e-5);
    EXPECT_LT(begun.simulation.totals().worst_energy_imbalance, 1e-12);
}

TEST(Extend, NewOnesJoinTheLineWhereTheyAre) {
    Begun begun(
        "[simulation]\ndimension = 1\nstep = 0.1\nend = 1.0\n[[bodies]]\nposition = [0.0, 2.0]\nradius = 0.1\n"
        "mass = 1.0\nvelocity = [1.0, -1.0]\n");
    extend("[[bodies]]\nposition = [1.0]\nradius = 0.1\nmass = 1.0\n", {}, begun.scene, begun.simulation);
    EXPECT_EQ(begun.simulation.world().bodies.line_order, (std::vector<Index>{0, 2, 1}));
    for (int n = 0; n < 20; ++n) ASSERT_TRUE(begun.simulation.step());
    EXPECT_NEAR(begun.simulation.world().bodies.position[0], 0.8, 1e-5);
    EXPECT_NEAR(begun.simulation.world().bodies.position[1], 1.2, 1e-5);
}

TEST(Simulation, ArraysStayWhereTheyAreInMemory) {
    for (const std::string change : {"", "moreau", "theta", "event-driven", "penalty", "coulomb"}) {
        std::string text = kTwoDiscs;
        if (change == "penalty") {
            text = replaced(text, "[solver]", "[contact]\nlaw = \"penalty\"\nstiffness = 1e4\n[solver]");
        } else if (change == "coulomb") {
            text = kRubbingDiscs;
        } else if (!change.empty()) {
            text = replaced(text, "dimension = 2", "dimension = 2\nscheme = \"" + change + "\"");
        }
        Begun begun(text);
        const Bodies& bodies = begun.simulation.world().bodies;
        const std::vector<const double*> start = {bodies.position.data(), bodies.velocity.data(),
                                                  bodies.spin.data(),     bodies.orientation.data(),
                                                  bodies.radius.data(),   bodies.mass.data()};
        for (int n = 0; n < 8; ++n) ASSERT_TRUE(begun.simulation.step()) << change;
        const std::vector<const double*> now = {bodies.position.data(),    bodies.velocity.data(), bodies.spin.data(),
                                                bodies.orientation.data(), bodies.radius.data(),   bodies.mass.data()};
        EXPECT_EQ(start, now) << change;
    }
}

TEST(Simulation, VelocitiesWrittenFromOutsideAreWorkAndImpulse) {
    Begun begun(kTwoDiscs);
    ASSERT_TRUE(begun.simulation.step());
    const double before = begun.simulation.row().kinetic_energy;
    begun.simulation.velocities()[0] += 3;
    begun.simulation.velocities_written();
    EXPECT_DOUBLE_EQ(begun.simulation.row().work_external, begun.simulation.row().kinetic_energy - before);
    EXPECT_DOUBLE_EQ(begun.simulation.row().work_external, 4.5);  // m/2 v^2; the velocity was 0
    EXPECT_DOUBLE_EQ(begun.simulation.totals().external_impulse[0], 3);
    ASSERT_TRUE(begun.simulation.step());
    EXPECT_LT(begun.simulation.totals().worst_energy_imbalance, 1e-12);
}

}  // namespace
}  // namespace galet
