// A folder for the files of one test, removed at its end.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>
#include <string>

namespace galet::figures {

class TemporaryFolder : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        folder = std::filesystem::temp_directory_path() /
                 ("galet-figures-" + std::string(test->name()) + "-" + std::to_string(::getpid()));
        std::filesystem::create_directories(folder);
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    /// Files and folders there, hidden ones too.
    int entries() const {
        const std::filesystem::directory_iterator all(folder);
        return static_cast<int>(std::distance(begin(all), end(all)));
    }

    std::filesystem::path folder;
};

}  // namespace galet::figures
