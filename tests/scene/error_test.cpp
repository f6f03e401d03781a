// Every mistake a scene can hold ends in one message with file, line and key.
#include <fmt/format.h>

#include "scene/scene_support.hpp"

namespace galet {
namespace {

/// A change of kTwoDiscs, how the message must begin, and what else it must say.
struct Mistake {
    const char* name;
    const char* from;
    const char* to;
    const char* prefix;
    const char* part;
};

class SceneMistake : public testing::TestWithParam<Mistake> {};

TEST_P(SceneMistake, IsReportedWhereItIs) {
    const Mistake& mistake = GetParam();
    const std::string message = error_of(replaced(kTwoDiscs, mistake.from, mistake.to));
    expect_prefix(message, mistake.prefix);
    expect_holds(message, mistake.part);
}

const Mistake kMistakes[] = {
    {"MisspeltKey", "method =", "methd =", "scene.toml:7: solver.methd: ", "did you mean \"method\"?"},
    {"SwappedLetters", "step =", "setp =", "scene.toml:3: simulation.setp: ", "did you mean \"step\"?"},
    {"FarKey", "method =", "banana =", "scene.toml:7: solver.banana: ", "known keys are: \"method\""},
    {"UnknownSection", "[solver]", "[slover]", "scene.toml:6: slover: ", "did you mean \"solver\"?"},
    {"CrowdWithoutDesire", "step =", "scheme = \"first-order\"\nstep =", "scene.toml:10: bodies.0: ", "desired"},
    {"DesireWithoutCrowd", "[solver]", "[desired]\nvelocity = [1.0, 0.0]\n[solver]",
     "scene.toml:6: desired: ", "first-order"},
    {"PenaltyWithoutStiffness", "[solver]", "[contact]\nlaw = \"penalty\"\n[solver]",
     "scene.toml:6: contact.stiffness: ", "required"},
    {"ThetaOfOtherScheme", "dimension = 2", "dimension = 2\ntheta = 0.5",
     "scene.toml:3: simulation.theta: ", "scheme \"theta\""},
    {"Theta",
     "step =", "scheme = \"theta\"\ntheta = 0.4\nstep =", "scene.toml:4: simulation.theta: ", "[0.5, 1], found 0.4"},
    {"SpinWithoutFriction", "mass = 1.0", "mass = 1.0\nspin = 1.0", "scene.toml:14: bodies.0.spin: ", "\"coulomb\""},
    {"InertiaWithoutFriction", "mass = 1.0", "mass = 1.0\ninertia = 1.0",
     "scene.toml:14: bodies.0.inertia: ", "\"coulomb-convex\""},
    {"FrictionOfOtherLaw", "[solver]", "[contact]\nfriction = 0.5\n[solver]",
     "scene.toml:7: contact.friction: ", "\"coulomb\""},
    {"BetweenOfOtherLaw", "[solver]", "[[contact.between]]\ngroups = [\"left\", \"left\"]\nfriction = 0.5\n[solver]",
     "scene.toml:6: contact.between: ", "\"coulomb\""},
    {"RestitutionOfOtherLaw", "[solver]", "[contact]\nrestitution = 0.5\n[solver]",
     "scene.toml:7: contact.restitution: ", "\"restitution\", \"coulomb\""},
    {"ObstacleMovesInTwoWays", "point =", "velocity = [1.0, 0.0]\nposition = [\"t\", 0.0]\npoint =",
     "scene.toml:18: obstacles.0.position: ", "both"},
    {"ObstacleExpression",
     "point =", "velocity = [1.0, \"sin(x)\"]\npoint =", "scene.toml:17: obstacles.0.velocity.1: ", "may use t and pi"},
    {"ObstacleRestitution",
     "point =", "restitution = 1.5\npoint =", "scene.toml:17: obstacles.0.restitution: ", "found 1.5"},
    {"ObstacleFrictionOfOtherLaw",
     "point =", "friction = 0.5\npoint =", "scene.toml:17: obstacles.0.friction: ", "\"coulomb\""},
    {"WrongType", "step = 0.1", "step = \"0.1\"", "scene.toml:3: simulation.step: ", "found \"0.1\""},
    {"StepOfZero", "step = 0.1", "step = 0", "scene.toml:3: simulation.step: ", "> 0, found 0"},
    {"NegativeStep", "step = 0.1", "step = -0.1", "scene.toml:3: simulation.step: ", "found -0.1"},
    {"NanStep", "step = 0.1", "step = nan", "scene.toml:3: simulation.step: ", "found nan"},
    {"InfiniteEnd", "end = 1.0", "end = inf", "scene.toml:4: simulation.end: ", "found inf"},
    {"TooManySteps", "step = 0.1", "step = 1e-300", "scene.toml:3: simulation.step: ", "at most"},
    {"MissingStep", "step = 0.1", "", "scene.toml:1: simulation.step: ", "required"},
    {"Dimension", "dimension = 2", "dimension = 4", "scene.toml:2: simulation.dimension: ", "from 1 to 3, found 4"},
    {"FractionalDimension", "dimension = 2", "dimension = 2.5", "scene.toml:2: simulation.dimension: ", "found 2.5"},
    {"Scheme", "step =", "scheme = \"mary\"\nstep =", "scene.toml:3: simulation.scheme: ", "did you mean \"maury\"?"},
    {"Method", "\"auto\"", "\"apdg\"", "scene.toml:7: solver.method: ", "\"uzawa\""},
    {"LocalOfOtherMethod", "method = \"auto\"", "local = \"pdas\"", "scene.toml:7: solver.local: ", "nlgs"},
    {"CriterionOfOtherMethod", "method = \"auto\"", "criterion = \"epsilon-glob\"",
     "scene.toml:7: solver.criterion: ", "\"certificate\""},
    {"GammaOfOtherLocal", "method = \"auto\"", "method = \"nlgs\"\nlocal = \"sbp\"\ngamma = 1.0",
     "scene.toml:9: solver.gamma: ", "pdas"},
    {"EpsilonOfOtherCriterion", "method = \"auto\"", "method = \"nlgs\"\nepsilon = 1e-7",
     "scene.toml:8: solver.epsilon: ", "epsilon-glob"},
    {"Rho", "method = \"auto\"", "method = \"nlgs\"\nlocal = \"sbp\"\nrho = 2.0",
     "scene.toml:9: solver.rho: ", "(0, 2)"},
    {"Policy", "method = \"auto\"", "on_failure = \"ignore\"",
     "scene.toml:7: solver.on_failure: ", "\"stop\", \"warn\", \"subdivide\""},
    {"ViolationTooSmall", "method = \"auto\"", "violation = 1e-13", "scene.toml:7: solver.violation: ", "[1e-12, 1)"},
    {"ViolationTooLarge", "method = \"auto\"", "violation = 1.0", "scene.toml:7: solver.violation: ", "[1e-12, 1)"},
    {"ViolationAgainstMargin", "method = \"auto\"", "violation = 1e-6", "scene.toml:7: solver.violation: ", "10 times"},
    {"Margin", "[solver]", "[contact]\nmargin = 1e-7\n[solver]", "scene.toml:7: contact.margin: ", "margin = 1e-07"},
    {"Iterations", "method = \"auto\"", "max_iterations = 0", "scene.toml:7: solver.max_iterations: ", ">= 1, found 0"},
    {"Every", "[solver]", "[output]\nevery = 0\n[solver]", "scene.toml:7: output.every: ", ">= 1, found 0"},
    {"NegativeRadius", "[0.1, 0.2]", "[0.1, -0.2]", "scene.toml:12: bodies.0.radius.1: ", "found -0.2"},
    {"ZeroRadius", "[0.1, 0.2]", "0.0", "scene.toml:12: bodies.0.radius: ", "> 0"},
    {"RadiusExpression", "[0.1, 0.2]", "\"0.1 + x\"", "scene.toml:12: bodies.0.radius: ", "may use t and pi"},
    {"RadiusExpressionAtTheStart", "[0.1, 0.2]", "\"t - 0.1\"", "scene.toml:12: bodies.0.radius: ", "-0.1 at t = 0"},
    {"RadiusCount", "[0.1, 0.2]", "[0.1]", "scene.toml:12: bodies.0.radius: ", "2 bodies, found 1"},
    {"MissingRadius", "radius = [0.1, 0.2]", "", "scene.toml:9: bodies.0.radius: ", "required"},
    {"ZeroMass", "mass = 1.0", "mass = 0.0", "scene.toml:13: bodies.0.mass: ", "> 0"},
    {"MissingMass", "mass = 1.0", "", "scene.toml:9: bodies.0.mass: ", "density"},
    {"MassAndDensity", "mass = 1.0", "mass = 1.0\ndensity = 1.0", "scene.toml:14: bodies.0.density: ", "both"},
    {"NanPosition", "[0.5, 1.0]", "[nan, 1.0]", "scene.toml:11: bodies.0.position.1.0: ", "found nan"},
    {"ShortPosition", "[0.5, 1.0]", "[0.5]", "scene.toml:11: bodies.0.position.1: ", "2 numbers, found [0.5]"},
    {"NoPositions", "[[0.0, 1.0], [0.5, 1.0]]", "[]", "scene.toml:11: bodies.0.position: ", "found []"},
    {"Velocity", "mass = 1.0", "mass = 1.0\nvelocity = [[0, 0], [0, 0], [0, 0]]",
     "scene.toml:14: bodies.0.velocity: ", "found 3"},
    {"TwoWays", "mass = 1.0", "mass = 1.0\ncount = 3", "scene.toml:9: bodies.0: ", "several"},
    {"NoWay", "position =", "#position =", "scene.toml:9: bodies.0: ", "none"},
    {"NotEntries", "[[bodies]]", "[bodies]", "scene.toml:9: bodies: ", "[[bodies]]"},
    {"MissingFile", "position = [[0.0, 1.0], [0.5, 1.0]]", "file = \"none.csv\"",
     "scene.toml:11: bodies.0.file: ", "none.csv"},
    {"Overlap", "[0.5, 1.0]", "[0.2, 1.0]", "scene.toml:9: bodies.0: body 1 ",
     "body 0 (bodies.0, scene.toml:9) by 0.1 m"},
    {"OverlapWithWall", "[0.5, 1.0]", "[0.5, 0.15]", "scene.toml:15: obstacles.0: body 1 ", "half-space by 0.05 m"},
    {"Shape", "\"half-space\"", "\"halfspace\"", "scene.toml:16: obstacles.0.shape: ", "did you mean \"half-space\"?"},
    {"MissingShape", "shape =", "shap =", "scene.toml:16: obstacles.0.shap: ", "did you mean \"shape\"?"},
    {"KeyOfOtherShape", "point =", "center =", "scene.toml:17: obstacles.0.center: ", "unknown key"},
    {"ZeroNormal", "[0.0, 2.0]", "[0.0, 0.0]", "scene.toml:18: obstacles.0.normal: ", "not 0"},
    {"ForceType", "\"gravity\"", "\"gravty\"", "scene.toml:21: forces.0.type: ", "did you mean \"gravity\"?"},
    {"ForceKey", "acceleration", "aceleration",
     "scene.toml:22: forces.0.aceleration: ", "did you mean \"acceleration\"?"},
    {"ForceDimension", "[0.0, -9.81]", "[0.0, 0.0, -9.81]", "scene.toml:22: forces.0.acceleration: ", "2 numbers"},
    {"UnknownGroup", "\"gravity\"", "\"gravity\"\non = \"lefd\"",
     "scene.toml:22: forces.0.on: ", "did you mean \"left\"?"},
    {"Syntax", "end = 1.0", "end = ", "scene.toml:4: ", ""},
    {"Duplicate", "end = 1.0", "end = 1.0\nend = 2.0", "scene.toml:5: ", "redefine"},
};

INSTANTIATE_TEST_SUITE_P(All, SceneMistake, testing::ValuesIn(kMistakes),
                         [](const auto& mistake) { return std::string(mistake.param.name); });

/// Replaces the gravity of kTwoDiscs by another force, whose keys start on line 21.
std::string with_force(const std::string& force) {
    return replaced(kTwoDiscs, "type = \"gravity\"\nacceleration = [0.0, -9.81]", force);
}

TEST(SceneError, ForcesNameTheirKeys) {
    expect_prefix(error_of(with_force("type = \"table\"\ntimes = [0.0, 0.0]\nvalues = [[0, 1], [0, 2]]")),
                  "scene.toml:22: forces.0.times: ");
    expect_prefix(error_of(with_force("type = \"table\"\ntimes = [0.0, 1.0]\nvalues = [[0, 1]]")),
                  "scene.toml:23: forces.0.values: ");
    expect_prefix(error_of(with_force("type = \"constant\"\nvalue = [[0, 1], [0, 2], [0, 3]]")),
                  "scene.toml:22: forces.0.value: ");
    expect_prefix(error_of(with_force("type = \"expression\"\nvalue = [\"sin(t\", \"0\"]")),
                  "scene.toml:22: forces.0.value: ");
    expect_prefix(error_of(with_force("type = \"expression\"\nvalue = [\"t\"]")), "scene.toml:22: forces.0.value: ");
    expect_prefix(error_of(with_force("type = \"drag\"\ncoefficient = -1.0")), "scene.toml:22: forces.0.coefficient: ");
    expect_prefix(error_of(with_force("tpye = \"drag\"")), "scene.toml:21: forces.0.tpye: ");
}

/// Keys and values of forces, the line of the mistake and what the message must say.
struct ForceMistake {
    const char* force;
    const char* prefix;
    const char* part;
};

const ForceMistake kForceMistakes[] = {
    {"type = \"stochastic\"\nsigma = -1.0", "scene.toml:22: forces.0.sigma: ", ">= 0, found -1"},
    {"type = \"stochastic\"", "scene.toml:20: forces.0.sigma: ", "required"},
    {"type = \"stochastic\"\nsigma = 1.0\nseed = 2", "scene.toml:23: forces.0.seed: ", "unknown key"},
    {"type = \"pair\"\npotential = \"1/x\"\ncutoff = 1.0", "scene.toml:22: forces.0.potential: ", "d and pi"},
    {"type = \"pair\"\npotential = \"1/\"\ncutoff = 1.0", "scene.toml:22: forces.0.potential: ", "cannot read"},
    {"type = \"pair\"\npotential = [1]\ncutoff = 1.0", "scene.toml:22: forces.0.potential: ", "a string"},
    {"type = \"pair\"\npotential = \"1/d\"\ncutoff = 0.0", "scene.toml:23: forces.0.cutoff: ", "> 0, found 0"},
    {"type = \"pair\"\npotential = \"1/d\"", "scene.toml:20: forces.0.cutoff: ", "required"},
    {"type = \"chain\"\nstiffness = -1.0\nlength = 1.0", "scene.toml:22: forces.0.stiffness: ", ">= 0"},
    {"type = \"chain\"\nstiffness = 1.0\nlength = -1.0", "scene.toml:23: forces.0.length: ", ">= 0"},
    {"type = \"chain\"\nstiffness = 1.0\nlength = 1.0\nbending = nan", "scene.toml:24: forces.0.bending: ", ">= 0"},
    {"type = \"capillary\"\ngamma = -1.0\nA = 1\nB = 1\nC = 1\nrupture = 1", "scene.toml:22: forces.0.gamma: ", ">= 0"},
    {"type = \"capillary\"\ngamma = 1.0\nA = -1\nB = 1\nC = 1\nrupture = 1", "scene.toml:23: forces.0.A: ", ">= 0"},
    {"type = \"capillary\"\ngamma = 1.0\nA = 1\nB = inf\nC = 1\nrupture = 1", "scene.toml:24: forces.0.B: ", "finite"},
    {"type = \"capillary\"\ngamma = 1.0\nA = 1\nB = 1\nrupture = 1", "scene.toml:20: forces.0.C: ", "required"},
    {"type = \"capillary\"\ngamma = 1.0\nA = 1\nB = 1\nC = 1\nrupture = 0",
     "scene.toml:26: forces.0.rupture: ", "> 0, found 0"},
    {"type = \"capillary\"\ngamma = 1.0\nA = 1\nB = 1\nC = 1\nrupture = 1\nbridges = \"alway\"",
     "scene.toml:27: forces.0.bridges: ", "did you mean \"always\"?"},
};

TEST(SceneError, ForcesBetweenBodiesNameTheirKeys) {
    for (const ForceMistake& mistake : kForceMistakes) {
        const std::string message = error_of(with_force(mistake.force));
        expect_prefix(message, mistake.prefix);
        expect_holds(message, mistake.part);
    }
    const std::string line =
        "[simulation]\ndimension = 1\nstep = 1\nend = 1\n[[bodies]]\nradius = 0\nmass = 1\n"
        "position = [0.0, 1.0]\n[[forces]]\ntype = \"chain\"\nstiffness = 1\nlength = 1\n";
    parse(line + "bending = 0");
    const std::string message = error_of(line + "bending = 0.5");
    expect_prefix(message, "scene.toml:13: forces.0.bending: expected 0, found 0.5");
    expect_holds(message, "one dimension");
}

/// Changes of kRubbingDiscs.
const Mistake kFrictionMistakes[] = {
    {"Friction", "friction = 0.5", "friction = -0.5", "scene.toml:8: contact.friction: ", ">= 0, found -0.5"},
    {"Restitution", "friction = 0.5", "restitution = 1.5", "scene.toml:8: contact.restitution: ", "found 1.5"},
    {"GlueLimit", "friction = 0.5", "glue_limit = -1.0", "scene.toml:8: contact.glue_limit: ", "\"gluey\""},
    {"Method", "\"auto\"", "\"uzawa\"",
     "scene.toml:10: solver.method: ", "expected one of \"auto\", \"apgd\", \"nlgs\", \"interior-point\", \"newton\""},
    {"Criterion", "method = \"auto\"", "method = \"nlgs\"\ncriterion = \"epsilon-glob\"",
     "scene.toml:11: solver.criterion: ", "without friction"},
    {"GroupName", "[solver]", "[[contact.between]]\ngroups = [\"left\", \"lefd\"]\nfriction = 0.1\n[solver]",
     "scene.toml:10: contact.between.0.groups.1: ", "did you mean \"left\"?"},
    {"GroupNameOfNumber", "[solver]", "[[contact.between]]\ngroups = [\"left\", 1]\nfriction = 0.1\n[solver]",
     "scene.toml:10: contact.between.0.groups.1: ", "a string"},
    {"OneGroup", "[solver]", "[[contact.between]]\ngroups = [\"left\"]\nfriction = 0.1\n[solver]",
     "scene.toml:10: contact.between.0.groups: ", "two names"},
    {"NoGroups", "[solver]", "[[contact.between]]\nfriction = 0.1\n[solver]",
     "scene.toml:9: contact.between.0.groups: ", "required"},
    {"FrictionBetween", "[solver]", "[[contact.between]]\ngroups = [\"left\", \"left\"]\nfriction = -0.1\n[solver]",
     "scene.toml:11: contact.between.0.friction: ", ">= 0, found -0.1"},
    {"NoFrictionBetween", "[solver]", "[[contact.between]]\ngroups = [\"left\", \"left\"]\n[solver]",
     "scene.toml:9: contact.between.0.friction: ", "required"},
    {"KeyBetween", "[solver]", "[[contact.between]]\ngroup = [\"left\", \"left\"]\n[solver]",
     "scene.toml:10: contact.between.0.group: ", "did you mean \"groups\"?"},
    {"BetweenIsATable", "[solver]", "[contact.between]\nfriction = 0.1\n[solver]",
     "scene.toml:9: contact.between: ", "[[contact.between]] entries"},
    {"ObstacleFriction",
     "point =", "friction = -1.0\npoint =", "scene.toml:20: obstacles.0.friction: ", ">= 0, found -1"},
    {"SpinCount", "mass = 1.0", "mass = 1.0\nspin = [1, 2, 3]", "scene.toml:17: bodies.0.spin: ", "2 bodies, found 3"},
    {"SpinVector", "mass = 1.0", "mass = 1.0\nspin = [[0, 0, 1], [0, 0, 2]]",
     "scene.toml:17: bodies.0.spin.0: ", "a number"},
    {"SpinText", "mass = 1.0", "mass = 1.0\nspin = \"t\"", "scene.toml:17: bodies.0.spin: ", "a number"},
    {"Inertia", "mass = 1.0", "mass = 1.0\ninertia = 0.0", "scene.toml:17: bodies.0.inertia: ", "> 0, found 0"},
    {"InertiaCount", "mass = 1.0", "mass = 1.0\ninertia = [1.0]",
     "scene.toml:17: bodies.0.inertia: ", "2 bodies, found 1"},
    {"InertiaThatVanishes", "mass = 1.0", "mass = 5e-324", "scene.toml:12: bodies.0.inertia: ", "> 0 and finite"},
};

TEST(SceneError, FrictionNamesItsKeys) {
    for (const Mistake& mistake : kFrictionMistakes) {
        const std::string message = error_of(replaced(kRubbingDiscs, mistake.from, mistake.to));
        expect_prefix(message, mistake.prefix);
        expect_holds(message, mistake.part);
    }
}

TEST(SceneError, LawsThatDoNotFitDimensionOrScheme) {
    const std::string line =
        "[simulation]\ndimension = 1\nstep = 1\nend = 1\n[contact]\nlaw = \"coulomb\"\n"
        "[[bodies]]\nradius = 0.1\nmass = 1\nposition = [0.0, 1.0]\n";
    for (const char* law : {"coulomb", "coulomb-convex"}) {
        const std::string message = error_of(line, {{"contact.law", law}});
        expect_holds(message, fmt::format("contact.law: \"{}\" needs 2 or 3 dimensions", law));
    }
    for (const char* law : {"gluey", "viscous"})
        for (const char* scheme : {"moreau", "theta"}) {
            const std::string message = error_of(kTwoDiscs, {{"contact.law", law}, {"simulation.scheme", scheme}});
            expect_holds(message, fmt::format("contact.law: \"{}\" goes with scheme \"maury\" only", law));
            expect_holds(message, scheme);
        }
}

TEST(SceneError, GroupsOfAFrictionNeedNames) {
    const std::string text = replaced(kRubbingDiscs, "name = \"left\"\n", "");
    const std::string message = error_of(text, {{"contact.between", "[{ groups = [\"a\", \"a\"], friction = 1 }]"}});
    expect_holds(message, "contact.between.0.groups.0: expected the name of a [[bodies]] entry, found \"a\"");
    expect_holds(message, "none has a name");
}

TEST(SceneError, NothingToSimulate) {
    expect_prefix(error_of(""), "scene.toml: simulation.step: ");
    expect_prefix(error_of("[simulation]\nstep = 1.0\nend = 1.0"), "scene.toml:1: bodies: ");
}

TEST(SceneError, FirstUnknownKeyOfTheFileIsReported) {
    const std::string text = replaced(kTwoDiscs, "dimension = 2", "zzz = 1\ndimension = 2\naaa = 2");
    expect_prefix(error_of(text), "scene.toml:2: simulation.zzz: ");
}

TEST(SceneError, UnknownSceneListsTheExamples) {
    try {
        load_scene("impatc");
        FAIL();
    } catch (const InputError& error) {
        expect_holds(error.what(), "did you mean \"impact\"?");
    }
}

}  // namespace
}  // namespace galet
