#include "figures/text.hpp"

#include <gtest/gtest.h>

#include "figures/colour.hpp"

namespace galet::figures {
namespace {

TEST(OneLine, KeepsUtf8AndReplacesTheRest) {
    EXPECT_EQ(one_line("µ → 10⁻³"), "µ → 10⁻³");
    EXPECT_EQ(one_line("a\nb\tc"), "a b c");
    EXPECT_EQ(one_line("\xff|\xc0\xaf|\xe2\x82"), "?|??|??");
    EXPECT_EQ(one_line("\xed\xa0\x80"), "???");  // a surrogate
    EXPECT_EQ(one_line("\xf0\x9f\xaa\xa8"), "\xf0\x9f\xaa\xa8");
}

TEST(RoundBelow, IsOneTwoOrFiveTimesAPowerOfTen) {
    EXPECT_DOUBLE_EQ(round_below(1), 1);
    EXPECT_DOUBLE_EQ(round_below(1.99), 1);
    EXPECT_DOUBLE_EQ(round_below(2), 2);
    EXPECT_DOUBLE_EQ(round_below(9.7), 5);
    EXPECT_DOUBLE_EQ(round_below(0.03), 0.02);
    EXPECT_DOUBLE_EQ(round_below(1e-7), 1e-7);
    EXPECT_DOUBLE_EQ(round_below(56000), 50000);
}

TEST(TicksOf, AreRoundAndWithinTheRange) {
    const Ticks ticks = ticks_of({0.02, 0.99}, 4);
    EXPECT_EQ(ticks.label, (std::vector<std::string>{"0.2", "0.4", "0.6", "0.8"}));
    EXPECT_EQ(ticks.exponent, 0);
}

TEST(TicksOf, TakeOutPowersOfTen) {
    const Ticks ticks = ticks_of({0, 4e-5}, 4);
    EXPECT_EQ(ticks.exponent, -5);
    EXPECT_EQ(ticks.label, (std::vector<std::string>{"0", "1", "2", "3", "4"}));
    EXPECT_EQ(power_of_ten(-5), "×10⁻⁵");
}

TEST(TicksOf, OfASingleValueIsThatValue) { EXPECT_EQ(ticks_of({3, 3}, 4).label, std::vector<std::string>{"3"}); }

TEST(ValueColour, RunsFromVioletToYellow) {
    EXPECT_EQ(hex(value_colour(0)), "#440154");
    EXPECT_EQ(hex(value_colour(1)), "#fde725");
    EXPECT_EQ(hex(value_colour(0.5)), "#21918c");
    EXPECT_EQ(hex(value_colour(-3)), hex(value_colour(0)));
    EXPECT_EQ(hex(value_colour(7)), hex(value_colour(1)));
}

}  // namespace
}  // namespace galet::figures
