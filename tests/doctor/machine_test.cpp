// What the system is asked, with answers made up in a folder.
#include "doctor/machine.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "doctor/disk.hpp"
#include "doctor/libraries.hpp"
#include "doctor/processor.hpp"

namespace galet::doctor {
namespace {

namespace fs = std::filesystem;

class MadeUpSystem : public testing::Test {
  protected:
    MadeUpSystem() : root_(fs::path(testing::TempDir()) / "galet_doctor_system") { fs::create_directories(root_); }
    ~MadeUpSystem() override { fs::remove_all(root_); }

    void write(const fs::path& file, const std::string& text) {
        fs::create_directories((root_ / file).parent_path());
        std::ofstream(root_ / file) << text;
    }
    auto folders(const std::string& memberships, const std::string& controller) const {
        return limit_folders(memberships, root_, controller);
    }

    fs::path root_;
};

TEST_F(MadeUpSystem, LimitOfAnOuterGroupHolds) {
    write("jobs/mine/cpu.max", "max 100000\n");
    write("jobs/cpu.max", "150000 100000\n");
    write("jobs/mine/memory.max", "1073741824\n");
    const std::string memberships = "0::/jobs/mine\n";
    EXPECT_EQ(core_limit(folders(memberships, "cpu")), 1.5);
    EXPECT_EQ(memory_limit(folders(memberships, "memory")), std::uint64_t{1} << 30);
}

TEST_F(MadeUpSystem, LimitsOfVersionOne) {
    write("cpu,cpuacct/job/cpu.cfs_quota_us", "50000\n");
    write("cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
    write("memory/job/memory.limit_in_bytes", "9223372036854771712\n");
    const std::string memberships = "4:memory:/job\n3:cpu,cpuacct:/job\n";
    EXPECT_EQ(core_limit(folders(memberships, "cpu")), 0.5);
    EXPECT_FALSE(memory_limit(folders(memberships, "memory")));
}

TEST_F(MadeUpSystem, NoLimits) {
    write("cpu.max", "max 100000\n");
    EXPECT_FALSE(core_limit(folders("0::/\n", "cpu")));
    EXPECT_FALSE(memory_limit(folders("", "memory")));
}

TEST_F(MadeUpSystem, ValueOfAKey) {
    write("os-release", "NAME=other\nPRETTY_NAME=\"Debian 12\"\n");
    EXPECT_EQ(value_in(root_ / "os-release", "PRETTY_NAME"), "Debian 12");
    EXPECT_EQ(value_in(root_ / "os-release", "NAME_"), "");
    EXPECT_EQ(value_in(root_ / "nothing", "NAME"), "");
}

TEST(Instructions, MissingOnesFail) {
    EXPECT_EQ(check_instructions({{"avx2", true, true}, {"fma", true, true}}).verdict, Verdict::ok);
    EXPECT_EQ(check_instructions({{"avx2", false, true}}).verdict, Verdict::note);
    const Check check = check_instructions({{"avx2", true, false}, {"fma", true, true}});
    EXPECT_EQ(check.verdict, Verdict::failed);
    EXPECT_NE(check.value.find("lacks avx2"), std::string::npos) << check.value;
}

TEST(Libraries, OtherVersionFails) {
    EXPECT_EQ(check_library("HDF5", "1.10.8", "1.10.8").verdict, Verdict::ok);
    EXPECT_EQ(check_library("HDF5", "1.10.8", "1.14.0").verdict, Verdict::failed);
}

TEST(Disks, NetworksAreKnown) {
    EXPECT_TRUE(disk_kind(0x6969).network);
    EXPECT_TRUE(disk_kind(static_cast<std::int32_t>(0xFF534D42)).network);  // widened with its sign
    EXPECT_FALSE(disk_kind(0xEF53).network);
    EXPECT_EQ(disk_kind(0x1234).name, "unknown (0x1234)");
}

TEST(Bytes, AreReadable) {
    EXPECT_EQ(readable_bytes(512), "512 bytes");
    EXPECT_EQ(readable_bytes(std::uint64_t{3} << 29), "1.5 GiB");
}

}  // namespace
}  // namespace galet::doctor
