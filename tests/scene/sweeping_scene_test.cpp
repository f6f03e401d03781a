// Scenes of a sweeping process: what they say is what is run, and what is wrong with one is named.
#include "galet/scene/sweeping_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "galet/scene/examples.hpp"
#include "galet/sweeping/nearest.hpp"
#include "scene_support.hpp"

namespace galet {
namespace {

/// Line by line, because messages name lines.
const std::string kDisc = R"([sweeping]
dimension = 2
start = [0.0, 1.0]
step = 0.1
end = 2.0

[sweeping.set]
shape = "ball"
center = ["t", 0.0]
radius = 1.0
)";

std::string with_set(const std::string& set) { return kDisc.substr(0, kDisc.find("shape")) + set; }

SweepingScene read(const std::string& text, const std::vector<Override>& overrides = {}) {
    return parse_sweeping_scene(text, "scene.toml", overrides);
}

std::string sweeping_error_of(const std::string& text, const std::vector<Override>& overrides = {}) {
    try {
        read(text, overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "accepted:\n" << text;
    return {};
}

sweeping::Vector run_to_end(const SweepingScene& scene) {
    sweeping::Sweep sweep(scene.set, scene.start, scene.settings);
    for (std::int64_t k = 0; k < scene.steps(); ++k) EXPECT_TRUE(sweep.step()) << sweep.report().reason;
    return sweep.point();
}

TEST(SweepingScene, EverySetOfOneDiscLeadsToTheSamePoint) {
    const sweeping::Vector disc = run_to_end(read(kDisc));
    const std::string moved = "shape = \"ball\"\ncenter = [0, 0]\nradius = 1\nmotion = [\"t\", 0]\n";
    const std::string curved = "shape = \"inequalities\"\ninequalities = [\"(x - t)^2 + y^2 - 1\"]\n";
    const std::string both =
        "shape = \"inequalities\"\ninequalities = [\"sqrt(x^2 + y^2) - 1\", \"y - 2\"]\nmotion = [\"t\", 0.0]\n";
    for (const std::string& set : {moved, curved, both}) {
        EXPECT_LE((run_to_end(read(with_set(set))) - disc).norm(), 1e-10) << set;
    }
}

TEST(SweepingScene, EverySetOfOneBoxLeadsToTheSamePoint) {
    const std::string box = "shape = \"box\"\nmin = [\"t - 1\", \"-1 + sin(t)\"]\nmax = [\"t + 1\", \"1 + sin(t)\"]\n";
    const std::string faces =
        "shape = \"polyhedron\"\nmotion = [\"t\", \"sin(t)\"]\nfaces = [{ point = [-1, 0], normal = [3, 0] }, "
        "{ point = [1, 0], normal = [-1, 0] }, { point = [0, -1], normal = [0, 1] }, { point = [0, 1], normal = [0, "
        "-2] }]\n";
    const sweeping::Vector expected = run_to_end(read(with_set(box)));
    EXPECT_NEAR(expected[0], 1, 1e-14);  // t - 1 at t = 2
    EXPECT_LE((run_to_end(read(with_set(faces))) - expected).norm(), 1e-12);
    const SweepingScene exact = read(with_set(faces), {{"sweeping.method", "event-driven"}});
    EXPECT_EQ(exact.settings.method, sweeping::Method::event_driven);
    EXPECT_NEAR(run_to_end(exact)[0], 1, 1e-12);
}

TEST(SweepingScene, InOneAndInFiveDimensions) {
    const SweepingScene line =
        read(replaced(replaced(with_set("shape = \"half-space\"\npoint = \"t\"\nnormal = 1\n"), "[0.0, 1.0]", "0.5"),
                      "dimension = 2", "dimension = 1"));
    EXPECT_NEAR(run_to_end(line)[0], 2, 1e-14);
    const SweepingScene five = read(replaced(
        replaced(
            with_set("shape = \"inequalities\"\ninequalities = [\"x1^2 + x2^2 + x3^2 + x4^2 + x5^2 - (2 - t/2)^2\"]\n"),
            "[0.0, 1.0]", "[2.0, 0, 0, 0, 0]"),
        "dimension = 2", "dimension = 5"));
    EXPECT_NEAR(run_to_end(five)[0], 1, 1e-11);
}

TEST(SweepingScene, IsWrittenOutWithItsDefaults) {
    for (const std::string& text : {kDisc, replaced(kDisc, "step", "method = \"theta\"\nbreaks = [1.0]\nstep")}) {
        const SweepingScene scene = read(text), again = read(scene.resolved);
        EXPECT_EQ(again.resolved, scene.resolved);
        EXPECT_EQ(again.method, scene.method);
        EXPECT_EQ(again.set.breaks, scene.set.breaks);
        EXPECT_EQ(run_to_end(again), run_to_end(scene));
    }
    expect_holds(read(kDisc).resolved, "method = \"catching-up\"");
    for (const Example& example : examples()) {
        if (example.text.find("[sweeping]") == std::string::npos) continue;
        const AnyScene scene = load_any_scene(example.name);
        ASSERT_TRUE(std::holds_alternative<SweepingScene>(scene)) << example.name;
        EXPECT_FALSE(std::get<SweepingScene>(scene).title.empty());
        EXPECT_EQ(read(std::get<SweepingScene>(scene).resolved).resolved, std::get<SweepingScene>(scene).resolved);
    }
    EXPECT_TRUE(std::holds_alternative<Scene>(load_any_scene("sticky")));
}

TEST(SweepingSceneError, OfKeys) {
    expect_prefix(sweeping_error_of(replaced(kDisc, "radius", "radus")),
                  "scene.toml:10: sweeping.set.radus: unknown key; did you mean \"radius\"?");
    expect_prefix(sweeping_error_of(replaced(kDisc, "step", "setp")), "scene.toml:4: sweeping.setp: unknown key");
    expect_prefix(sweeping_error_of(replaced(kDisc, "radius = 1.0", "")),
                  "scene.toml:7: sweeping.set.radius: this key is required");
    expect_prefix(sweeping_error_of(replaced(kDisc, "step", "method = \"catching\"\nstep")),
                  "scene.toml:4: sweeping.method: expected one of");
    expect_prefix(sweeping_error_of(replaced(kDisc, "step", "theta = 0.5\nstep")),
                  "scene.toml:4: sweeping.theta: applies");
    expect_prefix(sweeping_error_of(replaced(kDisc, "step", "method = \"penalty\"\nstep")),
                  "scene.toml:1: sweeping.lambda:");
    expect_prefix(sweeping_error_of("[simulation]\nstep = 1\n" + kDisc), "scene.toml:1: simulation: unknown key");
    expect_prefix(error_of(kDisc), "scene.toml:1: sweeping: ");
    expect_holds(error_of("[sweepin]\nstep = 1\n"), "did you mean \"sweeping\"?");
}

TEST(SweepingSceneError, OfValues) {
    expect_prefix(sweeping_error_of(kDisc, {{"sweeping.set.radius", "-1"}}), "--set sweeping.set.radius=-1: ");
    expect_prefix(sweeping_error_of(replaced(kDisc, "1.0\n", "\"1 - 2*exp(t)\"\n")),
                  "scene.toml:10: sweeping.set.radius: the expression \"1 - 2*exp(t)\" is -1 at t = 0; expected");
    expect_prefix(sweeping_error_of(replaced(kDisc, "\"t\"", "\"log(t)\"")),
                  "scene.toml:9: sweeping.set.center.0: the expression \"log(t)\" is -inf at t = 0");
    expect_prefix(sweeping_error_of(replaced(kDisc, "\"t\", 0.0", "\"t\"")),
                  "scene.toml:9: sweeping.set.center: expected a vector of 2");
    expect_prefix(sweeping_error_of(replaced(kDisc, "0.0, 1.0", "0.0, 1.5")),
                  "scene.toml:3: sweeping.start: expected a point of the set at t = 0, found one that is 0.5 away");
    expect_prefix(sweeping_error_of(replaced(kDisc, "0.0, 1.0", "0.0, nan")),
                  "scene.toml:3: sweeping.start.1: expected a finite number");
    expect_prefix(sweeping_error_of(replaced(kDisc, "step", "breaks = [2.0, 1.0]\nstep")),
                  "scene.toml:4: sweeping.breaks: expected times that grow");
    expect_prefix(sweeping_error_of(replaced(kDisc, "step", "method = \"event-driven\"\nstep")),
                  "scene.toml:4: sweeping.method: ");
    expect_prefix(sweeping_error_of(replaced(kDisc, "dimension = 2", "dimension = 0")),
                  "scene.toml:2: sweeping.dimension: expected an integer");
}

TEST(SweepingSceneError, OfSets) {
    expect_prefix(sweeping_error_of(with_set("shape = \"inequalities\"\ninequalities = [\"0.5 - x^2 - y^2\"]\n")),
                  "scene.toml:9: sweeping.set.inequalities: expression 0 (from 0) is not convex");
    expect_prefix(sweeping_error_of(with_set("shape = \"inequalities\"\ninequalities = [\"x + q\"]\n")),
                  "scene.toml:9: sweeping.set.inequalities.0: cannot read the expression");
    expect_prefix(sweeping_error_of(with_set("shape = \"inequalities\"\ninequalities = [\"x\", \"log(x)\"]\n")),
                  "scene.toml:9: sweeping.set.inequalities: expression 1 (from 0) is -inf");
    expect_prefix(sweeping_error_of(with_set("shape = \"inequalities\"\ninequalities = []\n")),
                  "scene.toml:9: sweeping.set.inequalities: expected a list of expressions");
    expect_prefix(sweeping_error_of(with_set("shape = \"inequalities\"\ninequalities = [\"x^2 + 1\"]\n")),
                  "scene.toml:7: sweeping.set: the set is empty at t = 0");
    expect_prefix(sweeping_error_of(with_set("shape = \"box\"\nmin = [1, 1]\nmax = [0, 2]\n")),
                  "scene.toml:7: sweeping.set: the set is empty at t = 0");
    expect_prefix(sweeping_error_of(with_set("shape = \"half-space\"\npoint = [0, 0]\nnormal = [\"t\", 0]\n")),
                  "scene.toml:10: sweeping.set.normal: expected a vector that is not 0, found 0 at t = 0");
    expect_prefix(sweeping_error_of(with_set("shape = \"polyhedron\"\nfaces = []\n")),
                  "scene.toml:9: sweeping.set.faces: expected at least one");
    expect_prefix(sweeping_error_of(with_set("shape = \"polyhedron\"\nfaces = [{ point = [0, 0], norml = [0, 1] }]\n")),
                  "scene.toml:9: sweeping.set.faces.0.norml: unknown key; did you mean \"normal\"?");
}

}  // namespace
}  // namespace galet
