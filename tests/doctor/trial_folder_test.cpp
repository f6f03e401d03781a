// A file system is left as it was found.
#include "doctor/trial_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "doctor/groups.hpp"
#include "doctor/report.hpp"
#include "galet/core/error.hpp"

namespace galet::doctor {
namespace {

namespace fs = std::filesystem;

class Folders : public testing::Test {
  protected:
    Folders() : root_(fs::path(testing::TempDir()) / "galet_doctor_folders") { fs::create_directories(root_); }
    ~Folders() override { fs::remove_all(root_); }

    fs::path root_;
};

TEST_F(Folders, MissingOnesAreMadeAndRemoved) {
    {
        const TrialFolder trial(root_ / "a" / "b");
        EXPECT_TRUE(fs::is_directory(trial.path()));
        std::ofstream(trial.path() / "file") << "text";
    }
    EXPECT_TRUE(fs::is_empty(root_));
}

TEST_F(Folders, ThoseThatAreThereStay) {
    fs::create_directories(root_ / "a");
    std::ofstream(root_ / "a" / "own") << "text";
    { const TrialFolder trial(root_ / "a"); }
    EXPECT_TRUE(fs::exists(root_ / "a" / "own"));
    EXPECT_EQ(std::distance(fs::directory_iterator(root_ / "a"), {}), 1);
}

TEST_F(Folders, BelowAFileNothingCanBeMade) {
    std::ofstream(root_ / "file") << "text";
    EXPECT_THROW(TrialFolder(root_ / "file" / "inside"), FileError);
    EXPECT_TRUE(fs::is_regular_file(root_ / "file"));
    const CheckGroup group = check_files(root_ / "file");
    ASSERT_EQ(group.checks.size(), 1U);
    EXPECT_EQ(group.checks[0].verdict, Verdict::failed);
    EXPECT_TRUE(fs::is_regular_file(root_ / "file"));
}

TEST_F(Folders, AllIsWellOnThisDisk) {
    for (const Check& check : check_files(root_).checks)
        EXPECT_NE(check.verdict, Verdict::failed) << check.name << ": " << check.value;
    EXPECT_TRUE(fs::is_empty(root_));
}

TEST(Report, CountsAndSaysWhatFailed) {
    Diagnosis diagnosis;
    diagnosis.groups = {{"one", {ok("a", "1"), failed("b", "2", "do this"), note("c", "3", "know that")}}};
    EXPECT_EQ(diagnosis.count(Verdict::failed), 1);
    const std::string text = readable(diagnosis.groups[0]);
    EXPECT_NE(text.find("FAILED"), std::string::npos);
    EXPECT_NE(text.find("do this"), std::string::npos);
    EXPECT_NE(verdict_line(diagnosis).find("1 FAILED (one: b)"), std::string::npos);
}

TEST(Report, ThrownErrorsAreFailures) {
    const Check check = guarded("a", "do this", []() -> Check { throw FileError("no such thing"); });
    EXPECT_EQ(check.verdict, Verdict::failed);
    EXPECT_EQ(check.value, "no such thing");
}

}  // namespace
}  // namespace galet::doctor
