// Generated bodies: inside their region, apart, and the same for the same seed.
#include "galet/scene/placement.hpp"

#include <fmt/format.h>

#include "galet/core/timer.hpp"
#include "scene/scene_support.hpp"

namespace galet {
namespace {

std::string scene_text(int dimension, const std::string& entries) {
    return fmt::format("[simulation]\ndimension = {}\nstep = 0.1\nend = 1.0\n{}", dimension, entries);
}

std::string generated(int count, const std::string& radius, const std::string& placement) {
    return fmt::format("[[bodies]]\ncount = {}\nradius = {}\ndensity = 1.0\nplacement = {}\n", count, radius,
                       placement);
}

/// The smallest distance of all pairs and walls, by brute force.
template <int dim>
double smallest_distance(const World& world) {
    const Bodies& bodies = world.bodies;
    double smallest = 1e300;
    for (Index i = 0; i < bodies.size(); ++i) {
        const Vec<dim> q = load<dim>(bodies.position, i);
        for (Index j = 0; j < i; ++j) {
            const Vec<dim> p = load<dim>(bodies.position, j);
            smallest = std::min(smallest, (q - p).norm() - bodies.radius[i] - bodies.radius[j]);
        }
        for (const Wall& wall : world.obstacles.walls) {
            smallest = std::min(smallest, separate<dim>(wall, q, bodies.radius[i]).distance);
        }
    }
    return smallest;
}

TEST(Placement, DiscHoldsItsBodies) {
    const Scene scene = parse(scene_text(
        2, generated(300, "{ uniform = [0.01, 0.05] }", "{ disc = { center = [1.0, 2.0], radius = 1.0 } }")));
    const Bodies& bodies = scene.world.bodies;
    ASSERT_EQ(bodies.size(), 300);
    EXPECT_GE(smallest_distance<2>(scene.world), 0.0);
    for (Index i = 0; i < bodies.size(); ++i) {
        EXPECT_LE((load<2>(bodies.position, i) - Vec<2>(1, 2)).norm() + bodies.radius[i], 1.0 + 1e-12);
        EXPECT_GE(bodies.radius[i], 0.01);
        EXPECT_LE(bodies.radius[i], 0.05);
    }
}

TEST(Placement, BallHoldsItsBodies) {
    const Scene scene = parse(scene_text(
        3, generated(200, "{ uniform = [0.02, 0.1] }", "{ ball = { center = [0.0, 0.0, 5.0], radius = 1.0 } }")));
    EXPECT_GE(smallest_distance<3>(scene.world), 0.0);
    for (Index i = 0; i < scene.world.bodies.size(); ++i) {
        EXPECT_LE((load<3>(scene.world.bodies.position, i) - Vec<3>(0, 0, 5)).norm() + scene.world.bodies.radius[i],
                  1.0 + 1e-12);
    }
}

TEST(Placement, BoxHoldsItsBodiesOnALine) {
    const Scene scene =
        parse(scene_text(1, generated(60, "{ uniform = [0.001, 0.01] }", "{ box = { min = [-1.0], max = [1.0] } }")));
    EXPECT_GE(smallest_distance<1>(scene.world), 0.0);
    for (Index i = 0; i < scene.world.bodies.size(); ++i) {
        EXPECT_LE(std::abs(scene.world.bodies.position[i]) + scene.world.bodies.radius[i], 1.0 + 1e-12);
    }
    EXPECT_EQ(scene.world.bodies.line_order.size(), 60u);
}

// Sizes that differ a hundredfold, small ones before large ones, around an obstacle.
TEST(Placement, KeepsClearOfEarlierEntriesAndWalls) {
    const std::string box = "{ box = { min = [0.0, 0.0, 0.0], max = [1.0, 1.0, 1.0] } }";
    const Scene scene = parse(scene_text(
        3, generated(40, "0.002", box) + generated(3, "0.2", box) + generated(400, "{ uniform = [0.001, 0.03] }", box) +
               "[[obstacles]]\nshape = \"sphere\"\ncenter = [0.5, 0.5, 0.5]\nradius = 0.1\n"));
    EXPECT_EQ(scene.world.bodies.size(), 443);
    EXPECT_EQ(scene.world.bodies.groups.size(), 3u);
    EXPECT_GE(smallest_distance<3>(scene.world), 0.0);
}

TEST(Placement, SeedDecides) {
    const std::string text =
        scene_text(2, generated(50, "{ uniform = [0.01, 0.02] }", "{ box = { min = [0.0, 0.0], max = [1.0, 1.0] } }"));
    const Scene a = parse(text), b = parse(text), c = parse(text, {{"simulation.seed", "2"}});
    expect_same_bodies(a.world.bodies, b.world.bodies);
    EXPECT_NE(a.world.bodies.position, c.world.bodies.position);
    EXPECT_NE(a.world.bodies.radius, c.world.bodies.radius);
}

TEST(Placement, EntriesDrawFromStreamsOfTheirOwn) {
    const std::string entry =
        generated(5, "{ uniform = [0.01, 0.02] }", "{ box = { min = [0.0, 0.0], max = [1.0, 1.0] } }");
    const Bodies bodies = parse(scene_text(2, entry + entry)).world.bodies;
    EXPECT_NE(bodies.radius[0], bodies.radius[5]);
}

TEST(Placement, LatticeSites) {
    const std::string lattice = "{ lattice = { min = [1.0, 0.0], counts = [2, 2], spacing = [1.0, 2.0] } }";
    const Bodies bodies = parse(scene_text(2, replaced(generated(3, "0.1", lattice), "count = 3\n", ""))).world.bodies;
    EXPECT_EQ(bodies.position, (std::vector<double>{1.5, 1, 2.5, 1, 1.5, 3, 2.5, 3}));
    EXPECT_EQ(parse(scene_text(2, generated(3, "0.1", lattice))).world.bodies.size(), 3);
}

TEST(Placement, LatticeJitterKeepsBodiesApart) {
    const std::string lattice =
        "{ lattice = { min = [0.0, 0.0, 0.0], counts = [5, 5, 5], spacing = 0.2, jitter = 1.0 } }";
    const Scene scene = parse(scene_text(3, generated(125, "{ uniform = [0.02, 0.1] }", lattice)));
    EXPECT_GE(smallest_distance<3>(scene.world), -1e-15);
    EXPECT_NE(scene.world.bodies.position[0], 0.1);
}

TEST(Placement, TooDenseSaysHowManyFit) {
    const std::string message =
        error_of(scene_text(2, generated(2000, "0.02", "{ box = { min = [0.0, 0.0], max = [1.0, 1.0] } }")));
    expect_prefix(message, "scene.toml:9: bodies.0.placement: too dense");
    expect_holds(message, "of 2000 bodies fit");
    expect_holds(message, "lattice");
}

TEST(Placement, MistakesNameTheirKeys) {
    const auto message = [](int dimension, const std::string& placement) {
        return error_of(scene_text(dimension, generated(5, "0.01", placement)));
    };
    expect_prefix(message(2, "{ ball = { center = [0.0, 0.0], radius = 1.0 } }"),
                  "scene.toml:9: bodies.0.placement.ball: ");
    expect_holds(message(2, "{ ball = { center = [0.0, 0.0], radius = 1.0 } }"), "disc");
    expect_prefix(message(2, "{ dics = { center = [0.0, 0.0], radius = 1.0 } }"),
                  "scene.toml:9: bodies.0.placement.dics: ");
    expect_prefix(message(2, "{ disc = { centre = [0.0, 0.0], radius = 1.0 } }"),
                  "scene.toml:9: bodies.0.placement.disc.centre: ");
    expect_prefix(message(2, "{}"), "scene.toml:9: bodies.0.placement: ");
    expect_prefix(message(2, "3"), "scene.toml:9: bodies.0.placement: ");
    expect_prefix(message(2, "{ box = { min = [0.0, 0.0], max = [1.0, 0.0] } }"),
                  "scene.toml:9: bodies.0.placement.box.max: ");
    expect_prefix(message(2, "{ lattice = { min = [0, 0], counts = [2, 2], spacing = 1.0 } }"),
                  "scene.toml:6: bodies.0.count: ");
    expect_prefix(message(2, "{ lattice = { min = [0, 0], counts = [9, 0], spacing = 1.0 } }"),
                  "scene.toml:9: bodies.0.placement.lattice.counts.1: ");
    expect_prefix(message(2, "{ lattice = { min = [0, 0], counts = [9, 9], spacing = -1.0 } }"),
                  "scene.toml:9: bodies.0.placement.lattice.spacing: ");
    expect_prefix(message(2, "{ lattice = { min = [0, 0], counts = [9, 9], spacing = 1.0, jitter = 2 } }"),
                  "scene.toml:9: bodies.0.placement.lattice.jitter: ");
    expect_prefix(
        error_of(scene_text(2, generated(5, "{ uniform = [0.2, 0.1] }", "{ box = { min = [0, 0], max = [1, 1] } }"))),
        "scene.toml:7: bodies.0.radius.uniform: ");
}

TEST(Placement, FiftyThousandInSeconds) {
    Bodies none;
    std::vector<double> radius(50000);
    RandomStream random(1, 0);
    for (double& r : radius) r = random.uniform(0.004, 0.006);
    // A solid fraction of 0.26.
    const Timer timer;
    const RandomPlacement placed = place_at_random(BoxRegion{{0, 0, 0}, {0.47, 0.47, 0.47}}, radius, none, {}, random);
    EXPECT_EQ(placed.placed, radius.size());
    EXPECT_LT(timer.seconds(), 30.0);
}

}  // namespace
}  // namespace galet
