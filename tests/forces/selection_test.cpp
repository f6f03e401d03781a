#include "forces/some_bodies.hpp"

namespace galet {
namespace {

using Ranges = std::vector<std::pair<Index, Index>>;

Bodies grouped_bodies() {
    Bodies bodies = some_bodies(2, 12);
    bodies.groups = {{"left", 0, 3}, {"", 3, 5}, {"left", 5, 6}, {"left", 6, 9}, {"none", 9, 9}, {"right", 9, 12}};
    return bodies;
}

TEST(Selection, AllBodiesAreOneRange) {
    EXPECT_EQ(select_all(grouped_bodies()).ranges, (Ranges{{0, 12}}));
    EXPECT_EQ(select_all(grouped_bodies()).size(), 12);
    EXPECT_TRUE(select_all(some_bodies(2, 0)).ranges.empty());
}

TEST(Selection, GroupsOfOneNameAreSelectedTogether) {
    EXPECT_EQ(select_group(grouped_bodies(), "left").ranges, (Ranges{{0, 3}, {5, 9}}));
    EXPECT_EQ(select_group(grouped_bodies(), "left").size(), 7);
    EXPECT_EQ(select_group(grouped_bodies(), "right").ranges, (Ranges{{9, 12}}));
    EXPECT_TRUE(select_group(grouped_bodies(), "none").ranges.empty());
    EXPECT_TRUE(select_group(grouped_bodies(), "unknown").ranges.empty());
}

TEST(Selection, CountsItsBodiesInOrder) {
    std::vector<std::pair<Index, Index>> seen;
    select_group(grouped_bodies(), "left").for_each([&](Index id, Index k) { seen.emplace_back(id, k); });
    EXPECT_EQ(seen, (Ranges{{0, 0}, {1, 1}, {2, 2}, {5, 3}, {6, 4}, {7, 5}, {8, 6}}));
}

TEST(StepForces, ResetSizesAndClears) {
    StepForces forces;
    forces.reset(some_bodies(3, 5000));
    EXPECT_EQ(forces.conservative.size(), 15000U);
    EXPECT_EQ(forces.external.size(), 15000U);
    EXPECT_EQ(forces.drag.size(), 5000U);
    for (auto* array : {&forces.conservative, &forces.external, &forces.drag}) {
        array->assign(array->size(), 1.0);
    }
    forces.reset(some_bodies(2, 4000));
    EXPECT_EQ(forces.conservative.size(), 8000U);
    EXPECT_EQ(forces.drag.size(), 4000U);
    for (auto* array : {&forces.conservative, &forces.external, &forces.drag}) expect_all_zero(*array);
}

TEST(StepForces, SourcesAddUp) {
    const Bodies bodies = grouped_bodies();
    StepForces forces;
    forces.reset(bodies);
    make_constant(select_all(bodies), {{1, 2, 0}})->add_mean(bodies, 0, 1, forces);
    make_constant(select_group(bodies, "right"), {{4, 8, 0}})->add_mean(bodies, 0, 1, forces);
    make_drag(select_all(bodies), 0.5)->add_mean(bodies, 0, 1, forces);
    make_drag(select_group(bodies, "left"), 0.25)->add_mean(bodies, 0, 1, forces);
    EXPECT_EQ(forces.conservative[2 * 8], 1);
    EXPECT_EQ(forces.conservative[2 * 9], 5);
    EXPECT_EQ(forces.conservative[2 * 9 + 1], 10);
    EXPECT_EQ(forces.drag, (std::vector<double>{.75, .75, .75, .5, .5, .75, .75, .75, .75, .5, .5, .5}));
}

}  // namespace
}  // namespace galet
