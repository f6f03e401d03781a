// What the system says of itself: cores, memory and the limits put on this process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace galet::doctor {

/// The rest of the first line that begins with `key` and a colon or an equals sign, without blanks and quotes; "" where
/// there is none.
std::string value_in(const std::filesystem::path& file, const std::string& key);

/// Folders of the control groups whose limits on a controller ("cpu", "memory") hold for a process, its own first. The
/// memberships are those of /proc/self/cgroup, the root is /sys/fs/cgroup; versions 1 and 2.
std::vector<std::filesystem::path> limit_folders(const std::string& memberships, const std::filesystem::path& root,
                                                 const std::string& controller);

/// Cores that these folders grant, a number that need not be whole; none where there is no limit.
std::optional<double> core_limit(const std::vector<std::filesystem::path>& folders);

/// Bytes that these folders grant.
std::optional<std::uint64_t> memory_limit(const std::vector<std::filesystem::path>& folders);

/// Of this process.
std::vector<std::filesystem::path> own_limit_folders(const std::string& controller);

int cores_online();   ///< of the machine
int cores_allowed();  ///< that the scheduler may put this process on

struct MemoryState {
    std::uint64_t total = 0, available = 0;                 ///< of the machine [bytes]
    std::optional<std::uint64_t> group_limit, space_limit;  ///< of the control group; of addresses (ulimit -v)
    std::string huge_pages;                                 ///< always, madvise, never, or "" where there are none
};
MemoryState memory_state();

/// "15.6 GiB"
std::string readable_bytes(std::uint64_t bytes);

}  // namespace galet::doctor
