#include "figures/child_process.hpp"

#include <gtest/gtest.h>

#include "galet/core/error.hpp"

namespace galet::figures {
namespace {

const ChildProcess::Stop kNever = [] { return false; };

TEST(ChildProcess, TellsHowAProgramEnded) {
    EXPECT_TRUE(ChildProcess({"true"}, ChildProcess::Input::nothing, "").succeeded());
    EXPECT_FALSE(ChildProcess({"false"}, ChildProcess::Input::nothing, "").succeeded());
}

TEST(ChildProcess, OneThatIsMissingIsAFileErrorWithTheWordsGiven) {
    try {
        ChildProcess({"no-program-of-this-name"}, ChildProcess::Input::nothing, "get it there");
        FAIL();
    } catch (const FileError& error) {
        EXPECT_STREQ(error.what(), "get it there");
    }
}

TEST(ChildProcess, ArgumentsReachItAsTheyAreAndItsWordsAreKept) {
    ChildProcess program({"printf", "%s", "a b; echo $HOME `id` 'c'\n"}, ChildProcess::Input::nothing, "");
    EXPECT_TRUE(program.succeeded());
    EXPECT_EQ(program.last_words(), "a b; echo $HOME `id` 'c'");
}

TEST(ChildProcess, ReadsWhatIsWritten) {
    ChildProcess program({"wc", "-c"}, ChildProcess::Input::ours, "");
    const std::vector<std::byte> bytes(1'000'000);
    EXPECT_TRUE(program.write(bytes, kNever));
    EXPECT_TRUE(program.succeeded());
    EXPECT_EQ(program.last_words(), "1000000");
}

TEST(ChildProcess, OneThatDoesNotReadEndsTheWritingAndNotUs) {
    ChildProcess program({"false"}, ChildProcess::Input::ours, "");
    const std::vector<std::byte> bytes(10'000'000);
    EXPECT_FALSE(program.write(bytes, kNever));
    EXPECT_FALSE(program.succeeded());
}

TEST(ChildProcess, AskingToStopEndsOneThatWaits) {
    ChildProcess reader({"sleep", "1000"}, ChildProcess::Input::ours, "");
    const std::vector<std::byte> bytes(10'000'000);
    int asked = 0;
    EXPECT_FALSE(reader.write(bytes, [&] { return ++asked > 3; }));
    EXPECT_FALSE(reader.succeeded([&] { return true; }));
    EXPECT_NE(reader.last_words().find("signal 9"), std::string::npos);
}

}  // namespace
}  // namespace galet::figures
