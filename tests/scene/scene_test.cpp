// What a scene that is right is understood as.
#include "galet/scene/scene.hpp"

#include <fstream>
#include <numbers>

#include "galet/scene/examples.hpp"
#include "galet/scene/suggestion.hpp"
#include "scene/scene_support.hpp"

namespace galet {
namespace {

TEST(Scene, Defaults) {
    const Scene scene =
        parse("[simulation]\nstep = 0.1\nend = 1.0\n[[bodies]]\nposition = [0, 0, 0]\nradius = 1\nmass = 2");
    EXPECT_EQ(scene.name, "scene");
    EXPECT_EQ(scene.title, "");
    EXPECT_EQ(scene.settings.dimension, 3);
    EXPECT_EQ(scene.settings.scheme, "maury");
    EXPECT_EQ(scene.settings.seed, 1u);
    EXPECT_EQ(scene.settings.contact.law, Law::inelastic);
    EXPECT_EQ(scene.settings.margin, 1e-6);
    EXPECT_EQ(scene.settings.solver.method, "auto");
    EXPECT_EQ(scene.settings.tolerance, 1e-3);
    EXPECT_EQ(scene.settings.violation, 1e-7);
    EXPECT_EQ(scene.settings.max_iterations, 100000);
    EXPECT_EQ(scene.settings.on_failure, OnFailure::stop);
    EXPECT_EQ(scene.settings.every, 1);
    EXPECT_EQ(scene.settings.checkpoint_every, 100);
    EXPECT_EQ(scene.world.bodies.velocity, (std::vector<double>{0, 0, 0}));
}

TEST(Scene, ReadsBodiesObstaclesForces) {
    const Scene scene = parse(kTwoDiscs);
    const Bodies& bodies = scene.world.bodies;
    EXPECT_EQ(bodies.position, (std::vector<double>{0, 1, 0.5, 1}));
    EXPECT_EQ(bodies.radius, (std::vector<double>{0.1, 0.2}));
    EXPECT_EQ(bodies.mass, (std::vector<double>{1, 1}));
    ASSERT_EQ(bodies.groups.size(), 1u);
    EXPECT_EQ(bodies.groups[0].name, "left");
    ASSERT_EQ(scene.world.obstacles.walls.size(), 1u);
    EXPECT_EQ(std::get<HalfSpace>(scene.world.obstacles.walls[0]).normal, (Point{0, 1, 0}));
    ASSERT_EQ(scene.world.forces.size(), 1u);
    // Potential -m g.q of two unit masses at height 1.
    EXPECT_DOUBLE_EQ(scene.world.forces[0]->potential_energy(bodies), 2 * 9.81);
}

TEST(Scene, LawsHaveTheirNumbers) {
    const auto with = [](const std::string& contact) {
        return parse(replaced(kTwoDiscs, "[solver]", "[contact]\n" + contact + "\n[solver]")).settings.contact;
    };
    EXPECT_EQ(with("law = \"restitution\"\nrestitution = 0.5").law, Law::restitution);
    EXPECT_EQ(with("law = \"restitution\"\nrestitution = 0.5").restitution, 0.5);
    EXPECT_EQ(with("law = \"gluey\"\nglue_limit = -2.0").glue_limit, -2);
    EXPECT_LT(with("law = \"gluey\"").glue_limit, -1e300);
    EXPECT_THROW(with("law = \"gluey\"\nglue_limit = 1.0"), InputError);
    EXPECT_EQ(with("law = \"viscous\"\nviscosity = 0.5\nrange = 0.25").viscosity, 0.5);
    EXPECT_EQ(with("law = \"viscous\"\nviscosity = 0.5\nrange = 0.25").range, 0.25);
    EXPECT_GT(with("law = \"viscous\"").range, 1e300);
    EXPECT_THROW(with("law = \"viscous\"\nviscosity = -1.0"), InputError);
    EXPECT_THROW(with("law = \"viscous\"\nrange = 0.0"), InputError);
    EXPECT_THROW(with("viscosity = 1.0"), InputError);
    const std::string method = "[solver]\nmethod = \"auto\"", law = "[contact]\nlaw = \"viscous\"\n[solver]\nmethod = ";
    EXPECT_NO_THROW(parse(replaced(kTwoDiscs, method, law + "\"apgd\"")));
    EXPECT_THROW(parse(replaced(kTwoDiscs, method, law + "\"bb\"")), InputError);
    EXPECT_THROW(with("law = \"gluey\"\nrestitution = 0.5"), InputError);
    EXPECT_THROW(with("glue_limit = -1.0"), InputError);
}

TEST(Scene, FrictionHasItsNumbers) {
    const Scene scene = parse(kRubbingDiscs);
    EXPECT_EQ(scene.settings.contact.law, Law::coulomb);
    EXPECT_EQ(scene.settings.contact.friction, 0.5);
    EXPECT_EQ(scene.settings.contact.restitution, 0);
    EXPECT_EQ(scene.settings.tolerance, 1e-3);
    EXPECT_EQ(scene.world.obstacles.friction, (std::vector<double>{-1}));
    EXPECT_EQ(parse(kRubbingDiscs, {{"solver.tolerance", "1e-4"}}).settings.tolerance, 1e-4);
    const std::string wall = replaced(kRubbingDiscs, "point =", "friction = 0.25\npoint =");
    EXPECT_EQ(parse(wall).world.obstacles.friction, (std::vector<double>{0.25}));
    const Settings convex =
        parse(replaced(kRubbingDiscs, "\"coulomb\"\nfriction = 0.5", "\"coulomb-convex\"\nrestitution = 0.5")).settings;
    EXPECT_EQ(convex.contact.law, Law::coulomb_convex);
    EXPECT_EQ(convex.contact.friction, 0);
    EXPECT_EQ(convex.contact.restitution, 0.5);
    EXPECT_EQ(convex.tolerance, 1e-3);
}

TEST(Scene, FrictionBetweenGroups) {
    const std::string text = replaced(kRubbingDiscs, "[solver]",
                                      "[[contact.between]]\ngroups = [\"left\", \"right\"]\nfriction = 0.1\n"
                                      "[[contact.between]]\ngroups = [\"left\", \"left\"]\nfriction = 0\n[solver]") +
                             "[[bodies]]\nname = \"right\"\nposition = [[2.0, 1.0]]\nradius = 0.1\nmass = 1.0\n";
    const Scene scene = parse(text), again = parse(scene.resolved);
    for (const Scene* read : {&scene, &again}) {
        const std::vector<GroupFriction>& between = read->settings.contact.between;
        ASSERT_EQ(between.size(), 2u);
        EXPECT_EQ(between[0].first, "left");
        EXPECT_EQ(between[0].second, "right");
        EXPECT_EQ(between[0].friction, 0.1);
        EXPECT_EQ(between[1].second, "left");
        EXPECT_EQ(between[1].friction, 0);
    }
    EXPECT_EQ(again.resolved, scene.resolved);
    EXPECT_EQ(parse(text, {{"contact.between.0.friction", "0.75"}}).settings.contact.between[0].friction, 0.75);
}

TEST(Scene, BodiesRotateWhereThereIsFriction) {
    EXPECT_FALSE(parse(kTwoDiscs).world.bodies.rotate());
    const Bodies discs = parse(kRubbingDiscs).world.bodies;
    EXPECT_DOUBLE_EQ(discs.inertia[0], 1.0 * 0.1 * 0.1 / 2);
    EXPECT_DOUBLE_EQ(discs.inertia[1], 1.0 * 0.2 * 0.2 / 2);
    EXPECT_EQ(discs.spin, (std::vector<double>{0, 0}));
    EXPECT_EQ(discs.orientation, (std::vector<double>{0, 0}));
    const Bodies given =
        parse(replaced(kRubbingDiscs, "mass = 1.0", "mass = 1.0\nspin = -3\ninertia = [2, 3.5]")).world.bodies;
    EXPECT_EQ(given.spin, (std::vector<double>{-3, -3}));
    EXPECT_EQ(given.inertia, (std::vector<double>{2, 3.5}));

    const std::string balls =
        "[simulation]\nstep = 0.1\nend = 1.0\n[contact]\nlaw = \"coulomb\"\n[[bodies]]\nradius = 0.5\nmass = 2\n"
        "position = [[0, 0, 0], [2, 0, 0]]\n";
    const Bodies still = parse(balls).world.bodies;
    EXPECT_DOUBLE_EQ(still.inertia[1], 0.4 * 2 * 0.25);
    EXPECT_EQ(still.spin, (std::vector<double>(6, 0.0)));
    EXPECT_EQ(still.orientation, (std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0}));
    EXPECT_EQ(parse(balls + "spin = [1, 2, 3]").world.bodies.spin, (std::vector<double>{1, 2, 3, 1, 2, 3}));
    EXPECT_EQ(parse(balls + "spin = [[1, 2, 3], [0, 0, 4]]").world.bodies.spin,
              (std::vector<double>{1, 2, 3, 0, 0, 4}));
    EXPECT_THROW(parse(balls + "spin = 1"), InputError);
}

/// The inertia is that of t = 0, as the mass is.
TEST(Scene, InertiaOfAChangingRadius) {
    Scene scene = parse(replaced(kRubbingDiscs, "[0.1, 0.2]", "\"0.1 + 0.05*t\""));
    const std::vector<double> before = scene.world.bodies.inertia;
    EXPECT_DOUBLE_EQ(before[0], 1.0 * 0.1 * 0.1 / 2);
    scene.world.prescribed.apply(2, scene.world.bodies, scene.world.obstacles);
    EXPECT_EQ(scene.world.bodies.inertia, before);
}

TEST(Scene, SchemesHaveTheirNumbers) {
    EXPECT_EQ(parse(kTwoDiscs, {{"simulation.scheme", "moreau"}}).settings.scheme, "moreau");
    const Settings theta = parse(kTwoDiscs, {{"simulation.scheme", "theta"}}).settings;
    EXPECT_EQ(theta.scheme, "theta");
    EXPECT_EQ(theta.theta, 0.5);
    EXPECT_EQ(parse(kTwoDiscs, {{"simulation.scheme", "theta"}, {"simulation.theta", "1"}}).settings.theta, 1);
    for (const char* law : {"inelastic", "restitution", "coulomb", "coulomb-convex"})
        EXPECT_NO_THROW(parse(kTwoDiscs, {{"simulation.scheme", "theta"}, {"contact.law", law}})) << law;
}

TEST(Scene, RadiiAndObstaclesMayBeExpressionsOfTime) {
    Scene scene = parse(replaced(replaced(kTwoDiscs, "[0.1, 0.2]", "\"0.1 + 0.05*t\""), "point = [0.0, 0.0]",
                                 "restitution = 0.25\nvelocity = [1.0, \"-2*t\"]\npoint = [0.0, 0.0]"));
    EXPECT_EQ(scene.world.bodies.radius, (std::vector<double>{0.1, 0.1}));
    EXPECT_EQ(scene.world.obstacles.restitution, (std::vector<double>{0.25}));
    scene.world.prescribed.apply(2, scene.world.bodies, scene.world.obstacles);
    EXPECT_EQ(scene.world.bodies.radius, (std::vector<double>{0.2, 0.2}));
    const Point point = std::get<HalfSpace>(scene.world.obstacles.walls[0]).point;
    EXPECT_NEAR(point[0], 2, 1e-14);
    EXPECT_NEAR(point[1], -4, 1e-12);
    // A radius that stops being one is an error when it does.
    Scene shrinking = parse(replaced(kTwoDiscs, "[0.1, 0.2]", "\"0.1 - 0.05*t\""));
    World& world = shrinking.world;
    EXPECT_THROW(world.prescribed.apply(2, world.bodies, world.obstacles), InputError);
}

TEST(Scene, EveryObstacleCanMove) {
    const auto shape_at = [](const std::string& keys, double t) {
        Scene scene = parse(std::string(kTwoDiscs) + "\n[[obstacles]]\n" + keys);
        scene.world.prescribed.apply(t, scene.world.bodies, scene.world.obstacles);
        return scene.world.obstacles.shapes.at(1);
    };
    const auto box = std::get<Box>(shape_at("shape = \"box\"\nmin = [\"t - 5\", -5]\nmax = [5, \"5 - t\"]", 1));
    EXPECT_EQ(box.min, (Point{-4, -5, 0}));
    EXPECT_EQ(box.max, (Point{5, 4, 0}));
    const auto ball = std::get<Ball>(shape_at("shape = \"sphere\"\ncenter = [\"t\", 9]\nradius = \"1 + t\"", 1));
    EXPECT_EQ(ball.center, (Point{1, 9, 0}));
    EXPECT_EQ(ball.radius, 2);
    const auto segment =
        std::get<Segment>(shape_at("shape = \"segment\"\nfrom = [5, 5]\nto = [6, 5]\nposition = [\"5 + t\", 7]", 1));
    EXPECT_EQ(segment.from, (Point{6, 7, 0}));
    EXPECT_EQ(segment.to, (Point{7, 7, 0}));
    const auto block = std::get<Block>(shape_at("shape = \"block\"\nmin = [5, 5]\nmax = [6, 6]\nvelocity = [0, 3]", 2));
    EXPECT_EQ(block.max, (Point{6, 12, 0}));
}

TEST(Scene, DensityIsThatOfSpheres) {
    const Scene scene = parse(replaced(kTwoDiscs, "mass = 1.0", "density = 3.0"));
    EXPECT_NEAR(scene.world.bodies.mass[0], 4 * std::numbers::pi * 1e-3, 1e-17);
    EXPECT_NEAR(scene.world.bodies.mass[1], 8 * scene.world.bodies.mass[0], 1e-15);
}

TEST(Scene, OneDimensionTakesPlainNumbers) {
    const std::string head = "[simulation]\ndimension = 1\nstep = 1\nend = 1\n[[bodies]]\nradius = 0\nmass = 1\n";
    const Scene flat = parse(head + "position = [0.5, 0.0]\nvelocity = [1.0, -1.0]");
    const Scene nested = parse(head + "position = [[0.5], [0.0]]\nvelocity = [[1.0], [-1.0]]");
    expect_same_bodies(flat.world.bodies, nested.world.bodies);
    EXPECT_EQ(flat.world.bodies.line_order, (std::vector<Index>{1, 0}));
    const Scene one = parse(head + "position = [0.5, 0.0]\nvelocity = 2.0");
    EXPECT_EQ(one.world.bodies.velocity, (std::vector<double>{2, 2}));
}

TEST(Scene, TouchingBodiesAreAccepted) {
    parse(replaced(replaced(kTwoDiscs, "[0.5, 1.0]", "[0.3, 1.0]"), "[0.0, 1.0]", "[0.0, 1.0]"));
}

/// kTwoDiscs with another force.
Scene with_force(const std::string& force) {
    return parse(replaced(kTwoDiscs, "type = \"gravity\"\nacceleration = [0.0, -9.81]", force));
}

TEST(Scene, ReadsForcesBetweenBodies) {
    // Centres 0.5 apart, radii 0.1 and 0.2: surfaces 0.2 apart.
    const auto energy = [](const std::string& force) {
        const Scene scene = with_force(force);
        const Scene again = parse(scene.resolved);
        const double value = scene.world.forces.at(0)->potential_energy(scene.world.bodies);
        EXPECT_EQ(again.resolved, scene.resolved);
        EXPECT_EQ(again.world.forces.at(0)->potential_energy(again.world.bodies), value);
        return value;
    };
    EXPECT_DOUBLE_EQ(energy("type = \"pair\"\npotential = \"3/d\"\ncutoff = 1.0"), 6);
    EXPECT_DOUBLE_EQ(energy("type = \"pair\"\npotential = 3\ncutoff = 1.0"), 3);
    EXPECT_DOUBLE_EQ(energy("type = \"chain\"\nstiffness = 8.0\nlength = 1.0\nbending = 1.0"), 1);
    EXPECT_DOUBLE_EQ(energy("type = \"chain\"\nstiffness = 8\nlength = 0\non = \"left\""), 1);
    const std::string bridge = "type = \"capillary\"\ngamma = 2.0\nA = 0.0\nB = 0.0\nC = 1.0\nrupture = 0.3";
    EXPECT_NEAR(energy(bridge + "\nbridges = \"always\""), -std::numbers::pi * 2 * 0.15 * 2 * 0.1, 1e-14);
    EXPECT_EQ(energy(bridge), 0);
    expect_holds(with_force(bridge).resolved, "bridges = \"contact\"");
    EXPECT_EQ(energy("type = \"stochastic\"\nsigma = 0.5"), 0);
}

TEST(Scene, NoiseDependsOnTheSeedAndOnItsPlaceAmongTheForces) {
    const auto noise = [](const std::string& forces, std::size_t k, const std::string& seed) {
        const Scene scene = parse(replaced(kTwoDiscs, "type = \"gravity\"\nacceleration = [0.0, -9.81]", forces),
                                  {{"simulation.seed", seed}});
        StepForces sum;
        sum.reset(scene.world.bodies);
        scene.world.forces.at(k)->add_mean(scene.world.bodies, 0.3, 0.1, sum);
        return sum.external;
    };
    const std::string one = "type = \"stochastic\"\nsigma = 1.0", two = one + "\n[[forces]]\n" + one;
    EXPECT_EQ(noise(one, 0, "1"), noise(two, 0, "1"));
    EXPECT_NE(noise(two, 0, "1"), noise(two, 1, "1"));
    EXPECT_NE(noise(one, 0, "1"), noise(one, 0, "2"));
    EXPECT_EQ(noise("type = \"drag\"\ncoefficient = 1.0\n[[forces]]\n" + one, 1, "1"), noise(two, 1, "1"));
}

TEST(Scene, ForcesCanBeMadeAgainForOtherBodies) {
    const Scene scene = parse(replaced(kTwoDiscs, "type = ", "on = \"left\"\ntype = "));
    Bodies others = scene.world.bodies;
    others.mass = {2, 2};
    const Forces forces = build_forces(scene.force_recipes, others);
    EXPECT_DOUBLE_EQ(forces.at(0)->potential_energy(others), 4 * 9.81);
    others.groups[0].name = "right";
    EXPECT_THROW(build_forces(scene.force_recipes, others), InputError);
}

TEST(Scene, ResumeReadsEverythingButBodies) {
    const std::string path = testing::TempDir() + "galet_resume.toml";
    std::ofstream(path) << replaced(kTwoDiscs, "position = [[0.0, 1.0], [0.5, 1.0]]", "file = \"gone.csv\"");
    const Scene scene = load_scene_for_resume(path);
    EXPECT_EQ(scene.name, "galet_resume");
    EXPECT_EQ(scene.world.bodies.size(), 0);
    EXPECT_EQ(scene.world.obstacles.walls.size(), 1u);
    EXPECT_TRUE(scene.world.forces.empty());
    EXPECT_EQ(scene.force_recipes.size(), 1u);
    EXPECT_THROW(load_scene_for_resume(path + ".none"), FileError);
}

TEST(Scene, StageHasTheObstaclesWhereTheyAre) {
    const std::string path = testing::TempDir() + "galet_stage.toml";
    std::ofstream(path) << replaced(kTwoDiscs, "position = [[0.0, 1.0], [0.5, 1.0]]", "file = \"gone.csv\"")
                        << "\n[[obstacles]]\nshape = \"sphere\"\ncenter = [\"2*t\", -3]\nradius = 0.5\n";
    const Stage stage = load_stage(path);
    EXPECT_EQ(stage.obstacles.shapes.size(), 2u);
    const Obstacles later = stage.obstacles_at(1.5);
    EXPECT_EQ(std::get<Ball>(later.shapes[1]).center[0], 3.0);
    EXPECT_EQ(std::get<Ball>(later.shapes[1]).center[1], -3.0);
    EXPECT_EQ(std::get<Ball>(stage.obstacles.shapes[1]).center[0], 0.0);
    EXPECT_THROW(load_stage(path + ".none"), FileError);
}

class ResolvedExample : public testing::TestWithParam<std::string> {};

TEST_P(ResolvedExample, ReadsBackToTheSameBits) {
    const Scene scene = load_scene(GetParam());
    const Scene again = parse(scene.resolved);
    EXPECT_EQ(again.title, scene.title);
    EXPECT_FALSE(scene.title.empty());
    EXPECT_EQ(again.resolved, scene.resolved);
    expect_same_bodies(again.world.bodies, scene.world.bodies);
    EXPECT_EQ(again.settings.step, scene.settings.step);
    EXPECT_EQ(again.world.obstacles.walls.size(), scene.world.obstacles.walls.size());
    EXPECT_EQ(again.world.forces.size(), scene.world.forces.size());
}

std::vector<std::string> example_names() {
    std::vector<std::string> names;
    for (const Example& example : examples()) {
        const bool has_bodies = example.text.find("[sweeping]") == std::string::npos;
        if (has_bodies) names.push_back(example.name);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, ResolvedExample, testing::ValuesIn(example_names()), [](const auto& example) {
    std::string name = example.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(Resolved, WritesOutDefaults) {
    const Scene scene = parse(kTwoDiscs, {{"solver.tolerance", "0.3"}});
    expect_holds(scene.resolved, "scheme = \"maury\"");
    expect_holds(scene.resolved, "margin = 1e-06");
    expect_holds(scene.resolved, "criterion = \"certificate\"");
    expect_holds(scene.resolved, "tolerance = 0.3\n");
    expect_holds(scene.resolved, "velocity = [0.0, 0.0]");
    expect_same_bodies(parse(scene.resolved).world.bodies, scene.world.bodies);
}

TEST(Resolved, WritesOutFriction) {
    const Scene scene = parse(replaced(kTwoDiscs, "mass = 1.0", "density = 3.0"),
                              {{"contact.law", "coulomb"}, {"simulation.scheme", "theta"}});
    for (const char* line :
         {"theta = 0.5\n", "restitution = 0.0\n", "friction = 0.0\n", "tolerance = 0.001\n", "spin = 0.0\n"})
        expect_holds(scene.resolved, line);
    const Scene again = parse(scene.resolved);
    EXPECT_EQ(again.resolved, scene.resolved);
    expect_same_bodies(again.world.bodies, scene.world.bodies);
    // Where there is none, nothing is said of it.
    const std::string plain = parse(kTwoDiscs).resolved;
    for (const char* key : {"theta", "friction", "spin", "inertia"})
        EXPECT_EQ(plain.find(key), std::string::npos) << key;
}

TEST(Resolved, WritesOutWhatGaussSeidelUses) {
    const Scene scene = parse(kTwoDiscs, {{"solver.method", "nlgs"}, {"solver.criterion", "epsilon-glob"}});
    for (const char* line : {"local = \"pdas\"", "gamma = 1.0", "relaxation = 1.0", "epsilon = 1e-07"}) {
        expect_holds(scene.resolved, line);
    }
    EXPECT_EQ(scene.resolved.find("rho"), std::string::npos);
    EXPECT_EQ(parse(scene.resolved).settings.solver.criterion, Criterion::epsilon_glob);
}

TEST(Resolved, KeepsNumbersAndTexts) {
    const std::string odd = "1.0000000000000002";
    const Scene scene =
        parse(replaced("title = 'a \"quoted\" \\ title'\n" + kTwoDiscs, "[0.0, 1.0]", "[-0.0, " + odd + "]"));
    const Scene again = parse(scene.resolved);
    EXPECT_EQ(again.title, "a \"quoted\" \\ title");
    EXPECT_EQ(again.world.bodies.position[1], 1.0000000000000002);
    EXPECT_TRUE(std::signbit(again.world.bodies.position[0]));
}

// Maury06 6.1: the mean of the force over (0, h) is (1 - alpha)/2 for dyadic h, and (1 - alpha)/2 over (0, 4).
TEST(Example, NonuniquenessForceHasItsExactMean) {
    const Scene scene = load_scene("nonuniqueness");
    for (const double h : {0x1p-8, 0x1p-9, 0x1p-20, 1.0, 4.0}) {
        StepForces forces;
        forces.reset(scene.world.bodies);
        scene.world.forces.at(0)->add_mean(scene.world.bodies, 0.0, h, forces);
        EXPECT_NEAR(forces.external[0] + forces.conservative[0], (1 - 1.8) / 2, 1e-14) << h;
    }
}

TEST(Suggestion, NearestName) {
    EXPECT_EQ(edit_distance("methd", "method"), 1);
    EXPECT_EQ(edit_distance("setp", "step"), 1);
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(nearest_name("tolerence", {"method", "tolerance"}), "tolerance");
    EXPECT_EQ(nearest_name("xyz", {"method", "tolerance"}), std::nullopt);
}

}  // namespace
}  // namespace galet
