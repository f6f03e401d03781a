// What a step is asked for, one time after the other: never for ever.
#include "galet/schemes/room.hpp"

#include <gtest/gtest.h>

namespace galet {
namespace {

constexpr double kMargin = 1e-6, kRounding = 1e-15;

Room room_for(double margin, bool moves = false, bool rubs = false) {
    Room room({margin, 0.5, moves, rubs}, {1e-3, 1e-7});
    room.begin(kRounding);
    return room;
}

TEST(Room, AMarginThatMakesEnergyIsGivenUpByAndBy) {
    Room room = room_for(kMargin);
    EXPECT_DOUBLE_EQ(room.clearance().restored, kMargin - 0.5e-7);
    ASSERT_TRUE(room.ask_less(true));
    EXPECT_EQ(room.clearance().restored, kRounding);
    ASSERT_TRUE(room.ask_less(true));
    EXPECT_TRUE(room.held());
    EXPECT_FALSE(room.restores());
    EXPECT_FALSE(room.ask_less(true)) << "there is nothing less than that";
}

TEST(Room, WithoutAnAnswerContactsAreHeldAtOnce) {
    Room room = room_for(kMargin);
    ASSERT_TRUE(room.ask_less(false));
    EXPECT_TRUE(room.held());
}

TEST(Room, OnlyWallsThatMoveAreGivenSlackAndOnce) {
    Room still = room_for(kMargin), moving = room_for(kMargin, true), rubbing = room_for(kMargin, true, true);
    for (Room* room : {&still, &moving, &rubbing}) ASSERT_TRUE(room->ask_less(false));
    EXPECT_FALSE(still.ease());
    EXPECT_FALSE(rubbing.ease());
    ASSERT_TRUE(moving.ease());
    EXPECT_GT(moving.slack(), 0);
    std::vector<double> distance = {0.0, 1.0};
    double leeway = 0;
    moving.adjust(distance, leeway);
    EXPECT_EQ(distance[0], moving.slack());
    EXPECT_EQ(leeway, moving.slack()) << "the certificate is that of the true distances";
    EXPECT_FALSE(moving.ease());
    EXPECT_FALSE(moving.ask_less(false));
    EXPECT_EQ(moving.after_overlap(-1e-16), Room::Next::take);
    moving.begin(kRounding);
    EXPECT_EQ(moving.slack(), 0);
}

TEST(Room, OverlapsAreSolvedTighterThenHeldThenMended) {
    Room room = room_for(kMargin);
    double violation = room.limits().violation;
    int again = 0;
    Room::Next next;
    for (; (next = room.after_overlap(-1e-9)) == Room::Next::again; ++again) {
        EXPECT_LT(room.limits().violation, violation);
        violation = room.limits().violation;
    }
    EXPECT_GE(again, 2);
    EXPECT_LE(again, 5);
    EXPECT_EQ(next, Room::Next::anew);
    EXPECT_TRUE(room.held());
    int mendings = 0;
    while ((next = room.after_overlap(-1e-9)) == Room::Next::again) continue;
    for (; next == Room::Next::mend; next = room.after_overlap(-1e-9)) {
        room.mend(1, 3);
        ++mendings;
    }
    EXPECT_EQ(mendings, 3);
    EXPECT_EQ(next, Room::Next::take);
    std::vector<double> distance(3, 0.0);
    double leeway = 0;
    room.adjust(distance, leeway);
    EXPECT_EQ(distance, (std::vector<double>{0, -3 * kRounding, 0}));
    EXPECT_TRUE(room.restores());
    ASSERT_TRUE(room.ask_less(false)) << "what was mended is taken back first";
    EXPECT_FALSE(room.restores());
}

TEST(Room, WithoutAMarginRoundingIsMendedUnlessThatCannotBeSolved) {
    Room room = room_for(0);
    EXPECT_EQ(room.after_overlap(-2 * kRounding), Room::Next::take) << "that is no rounding";
    ASSERT_EQ(room.after_overlap(-0.5 * kRounding), Room::Next::again);
    EXPECT_EQ(room.clearance().margin, kRounding);
    ASSERT_TRUE(room.ease());
    EXPECT_EQ(room.clearance().margin, 0);
    EXPECT_EQ(room.limits().violation, 1e-7);
    EXPECT_EQ(room.after_overlap(-0.5 * kRounding), Room::Next::take);
    Room rubbing = room_for(0, false, true);
    EXPECT_EQ(rubbing.after_overlap(-0.5 * kRounding), Room::Next::take);
}

}  // namespace
}  // namespace galet
