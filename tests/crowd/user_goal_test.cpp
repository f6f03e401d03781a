#include "galet/crowd/user_goal.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "galet/core/error.hpp"
#include "support/random_bodies.hpp"

namespace galet {
namespace {

/// Four people, of whom the second and the last have goal 1.
struct Four {
    Bodies bodies = test::random_bodies(2, 4, 1.0, 0.01, 2, 0.0, 1);
    People people;

    Four() {
        people.goal = {0, 1, 0, 1};
        people.speed.assign(4, 1.0);
        people.onward.assign(8, 0.0);
    }
};

TEST(UserGoal, AsksForItsOwnPeopleInTheMiddleOfTheStep) {
    const Four four;
    const auto goal =
        make_user_goal("mine", [](const Bodies&, std::span<const Index> people, double t, std::span<double> velocity) {
            EXPECT_EQ(std::vector<Index>(people.begin(), people.end()), (std::vector<Index>{1, 3}));
            EXPECT_DOUBLE_EQ(t, 2.05);
            for (std::size_t k = 0; k < velocity.size(); ++k) velocity[k] = static_cast<double>(k + 1);
        });
    std::vector<double> velocity(8, -1.0);
    goal->set_velocity({four.bodies, four.people, 1, 2.0, 0.1}, velocity);
    EXPECT_EQ(velocity, (std::vector<double>{-1, -1, 1, 2, -1, -1, 3, 4}));
}

TEST(UserGoal, SaysWhoseNumberIsNotFinite) {
    const Four four;
    const auto goal =
        make_user_goal("mine", [](const Bodies&, std::span<const Index>, double, std::span<double> velocity) {
            velocity[2] = std::numeric_limits<double>::infinity();
        });
    std::vector<double> velocity(8);
    try {
        goal->set_velocity({four.bodies, four.people, 1, 0.0, 0.5}, velocity);
        ADD_FAILURE();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "desired velocity \"mine\": expected finite numbers (m/s), found inf for person 3 at t = 0.25 s");
    }
}

}  // namespace
}  // namespace galet
