// Desired velocities: as given, by formula, toward a point; each group its own.
#include "galet/crowd/desired.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace galet {
namespace {

Bodies three_people() {
    Bodies bodies;
    bodies.dimension = 2;
    bodies.position = {0, 0, 3, 4, -1, 2};
    bodies.velocity.assign(6, 0.0);
    bodies.radius.assign(3, 0.2);
    bodies.mass.assign(3, 1.0);
    return bodies;
}

TEST(Desired, EachGroupHasItsGoal) {
    const Bodies bodies = three_people();
    Desired desired;
    desired.goals.push_back(make_given());
    desired.goals.push_back(make_toward({0, 0, 0}));
    desired.goals.push_back(make_formula_goal({"x + y", "3*t^2"}));
    desired.people = {{0, 1, 2}, {1, 2, 1}, {0.5, -0.25, 0, 0, 0, 0}, std::vector<double>(6, 0.0)};
    std::vector<double> U;
    desired.set_velocity(bodies, 1.0, 0.5, U);
    EXPECT_EQ(U[0], 0.5);
    EXPECT_EQ(U[1], -0.25);
    EXPECT_NEAR(U[2], -2 * 0.6, 1e-15);
    EXPECT_NEAR(U[3], -2 * 0.8, 1e-15);
    EXPECT_NEAR(U[4], 1, 1e-15);
    EXPECT_NEAR(U[5], (std::pow(1.5, 3) - 1) / 0.5, 1e-12);  // the mean over the step
}

TEST(Desired, WhoIsThereStays) {
    Bodies bodies = three_people();
    Desired desired;
    desired.goals.push_back(make_toward({3, 4, 0}));
    desired.people = {{0, 0, 0}, {1, 1, 1}, {}, std::vector<double>(6, 0.0)};
    std::vector<double> U;
    desired.set_velocity(bodies, 0, 1, U);
    EXPECT_EQ(U[2], 0);
    EXPECT_EQ(U[3], 0);
}

}  // namespace
}  // namespace galet
