// Ways of people of a given radius: around corners, through doors, to the part of an exit where they fit.
#include "galet/crowd/way.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "galet/core/error.hpp"

namespace galet {
namespace {

constexpr double kRadius = 0.2;

std::shared_ptr<const WalkingGrid> grid_with(const std::vector<Wall>& walls, double spacing = kRadius / 4) {
    return std::make_shared<const WalkingGrid>(WalkingSettings{{-3, -3}, {3, 3}, spacing, kRadius}, walls);
}

TEST(Way, StraightInFreeSpace) {
    const Way way(grid_with({}), {{{-1, 0}, {1, 0}}});
    for (const Vec<2>& q : {Vec<2>(0.3, 2), Vec<2>(-0.9, -1.7), Vec<2>(2.5, 1.0), Vec<2>(0.2, 0.1)}) {
        const Vec<2> to(std::clamp(q[0], -1.0, 1.0), 0);
        EXPECT_NEAR(way.length(q), (to - q).norm(), 4e-3);
        EXPECT_LT((way.direction(q) - (to - q).normalized()).norm(), 1e-2) << q.transpose();
    }
}

TEST(Way, GoesAroundTheEndOfAWallByAnArc) {
    // The wall ends at the origin; a centre keeps r away from it. From a to b: two tangents and an arc of radius r
    // between them.
    const std::vector<Wall> walls = {Segment{{0, -3, 0}, {0, 0, 0}}};
    const Vec<2> a(-1.5, -1), b(1.5, -1);
    const Way way(grid_with(walls, kRadius / 8), {{b, b + Vec<2>(0, -0.001)}});
    const double far = a.norm(), tangent = std::sqrt(far * far - kRadius * kRadius);
    // Around the top a and b are pi + 2 atan(1 / 1.5) apart; the tangents take acos(r / |a|) of it each.
    const double arc = std::numbers::pi + 2 * std::atan2(1.0, 1.5) - 2 * std::acos(kRadius / far);
    const double exact = 2 * tangent + kRadius * arc;
    EXPECT_NEAR(way.length(a), exact, 0.02 * exact);
    EXPECT_GE(way.length(a), exact - 0.01);
}

TEST(Way, PassesADoorThatFitsAndNoneThatDoesNot) {
    const auto with_door = [](double width) {
        return grid_with({Segment{{-3, 0, 0}, {-width / 2, 0, 0}}, Segment{{width / 2, 0, 0}, {3, 0, 0}}});
    };
    const Vec<2> q(-1.5, 1.5);
    EXPECT_TRUE(Way(with_door(0.6), {{{-1, -2}, {1, -2}}}).reaches(q));
    EXPECT_TRUE(Way(with_door(0.41), {{{-1, -2}, {1, -2}}}).reaches(q));
    EXPECT_FALSE(Way(with_door(0.2), {{{-1, -2}, {1, -2}}}).reaches(q));
}

TEST(Way, AimsAtThePartOfTheDoorWhereAPersonFits) {
    // Someone who touches a door post would push against it for ever if the way led to the post.
    const auto grid = grid_with({Segment{{-3, 0, 0}, {-0.5, 0, 0}}, Segment{{0.5, 0, 0}, {3, 0, 0}}});
    const Way way(grid, {{{-0.5, 0}, {0.5, 0}}});
    const std::vector<Door> open = open_parts(*grid, {{-0.5, 0}, {0.5, 0}});
    ASSERT_EQ(open.size(), 1U);
    EXPECT_NEAR(open[0].from[0], -0.3, kRadius / 16 + 1e-9);
    EXPECT_NEAR(open[0].to[0], 0.3, kRadius / 16 + 1e-9);
    const Vec<2> touching(-0.5, kRadius);
    const Vec<2> along = way.direction(touching) - way.direction(touching)[1] * Vec<2>(0, 1);
    EXPECT_GT(along[0], 0.5);
}

TEST(Way, RefusesAnExitInsideAWall) {
    const auto grid = grid_with({Block{{-1, -1, 0}, {1, 1, 0}}});
    EXPECT_THROW(Way(grid, {{{-0.5, 0}, {0.5, 0}}}), InputError);
}

TEST(Way, GoesOnStraightBehindTheExit) {
    Bodies bodies;
    bodies.dimension = 2;
    bodies.position = {0, -0.1, 0, 1};
    bodies.velocity = {0, 0, 0, 0};
    bodies.radius = {kRadius, kRadius};
    bodies.mass = {1, 1};
    Desired desired;
    desired.goals.push_back(std::make_unique<Way>(grid_with({}), std::vector<Door>{{{-1, 0}, {1, 0}}}));
    desired.people = {{0, 0}, {1.5, 1.5}, {}, {0, 0, 0, 0}};
    const std::vector<double> before = {0, 0.1, 0, 1.2};
    desired.after_step(bodies, 0, 0.1, before);
    std::vector<double> velocity;
    desired.set_velocity(bodies, 0.1, 0.1, velocity);
    EXPECT_DOUBLE_EQ(velocity[1], -1.5);  // passed downwards: not back to the line above
    EXPECT_NEAR(velocity[3], -1.5, 1e-6);
}

TEST(Door, IsPassedOnce) {
    const Door door{{0, 0}, {1, 0}};
    EXPECT_EQ(door.passed({0.5, -1}, {0.5, 1}), 1);
    EXPECT_EQ(door.passed({0.5, 1}, {0.5, -1}), -1);
    EXPECT_EQ(door.passed({1.5, 1}, {1.5, -1}), 0);
    EXPECT_EQ(door.passed({0.9, 1}, {1.3, -1}), 0);  // beside its end
    EXPECT_EQ(door.passed({0.5, 1}, {0.5, 0}) + door.passed({0.5, 0}, {0.5, -1}), -1);
    EXPECT_EQ(door.passed({0.5, -1}, {0.5, 0}) + door.passed({0.5, 0}, {0.5, 1}), 1);
}

}  // namespace
}  // namespace galet
