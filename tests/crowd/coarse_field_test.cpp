// A crowd seen from afar, and who leaves it.
#include "galet/crowd/coarse_field.hpp"

#include <gtest/gtest.h>

#include "galet/crowd/exits.hpp"

namespace galet {
namespace {

TEST(CoarseField, CountsPeopleAndTakesMeans) {
    Bodies bodies;
    bodies.dimension = 2;
    bodies.position = {0.1, 0.1, 1.9, 1.9, -0.1, 0.1, 0.5, 0.7};
    bodies.velocity = {1, 0, 3, 2, 5, 5, 0, 0};
    bodies.radius.assign(4, 0.1);
    bodies.mass.assign(4, 1.0);
    const std::vector<FieldCell> cells = coarse_field(bodies, std::vector<double>{0, 6, 1, 3}, 2.0);
    ASSERT_EQ(cells.size(), 2U);  // left of the origin, right of it
    EXPECT_DOUBLE_EQ(cells[0].x, -1);
    EXPECT_DOUBLE_EQ(cells[0].y, 1);
    EXPECT_DOUBLE_EQ(cells[0].density, 0.25);
    EXPECT_DOUBLE_EQ(cells[0].vx, 5);
    EXPECT_DOUBLE_EQ(cells[1].density, 0.75);
    EXPECT_DOUBLE_EQ(cells[1].vx, 4.0 / 3);
    EXPECT_DOUBLE_EQ(cells[1].vy, 2.0 / 3);
    EXPECT_DOUBLE_EQ(cells[1].pressure, 3);
}

TEST(Exits, TheFirstExitPassedCounts) {
    Bodies bodies;
    bodies.dimension = 2;
    bodies.position = {2, 0.5, 0.5, 0.5, 2, 5};
    bodies.radius.assign(3, 0.1);
    const std::vector<Exit> exits = {{"a", {{1, 0}, {1, 1}}}, {"b", {{1.5, 0}, {1.5, 1}}}};
    const std::vector<double> before = {0, 0.5, 0, 0.5, 0, 5};
    EXPECT_EQ(passed_exits(exits, bodies, before), (std::vector<Index>{0, -1, -1}));
}

TEST(Exits, CountsByStep) {
    const Leavings leavings{{4, 2, 9, 1}, {0, 1, 0, 0}, {3, 3, 5, 8}};
    EXPECT_EQ(left_between(leavings, 0, -1, 8), 3);
    EXPECT_EQ(left_between(leavings, 0, 3, 8), 2);
    EXPECT_EQ(left_between(leavings, 0, 2, 3), 1);
    EXPECT_EQ(left_between(leavings, 1, -1, 2), 0);
}

TEST(KeepBodies, ClosesUpAndKeepsIdsAndGroups) {
    Bodies bodies;
    bodies.dimension = 2;
    bodies.position = {0, 0, 1, 1, 2, 2, 3, 3};
    bodies.velocity.assign(8, 0.0);
    bodies.radius = {0.1, 0.2, 0.3, 0.4};
    bodies.mass.assign(4, 1.0);
    bodies.groups = {{"left", 0, 2}, {"right", 2, 4}};
    keep_bodies(bodies, std::vector<Index>{0, 2, 3});
    keep_bodies(bodies, std::vector<Index>{1, 2});
    EXPECT_EQ(bodies.id, (std::vector<Index>{2, 3}));
    EXPECT_EQ(bodies.position, (std::vector<double>{2, 2, 3, 3}));
    EXPECT_EQ(bodies.radius, (std::vector<double>{0.3, 0.4}));
    EXPECT_EQ(bodies.groups[0].last, 0);
    EXPECT_EQ(bodies.groups[1].first, 0);
    EXPECT_EQ(bodies.groups[1].last, 2);
}

}  // namespace
}  // namespace galet
