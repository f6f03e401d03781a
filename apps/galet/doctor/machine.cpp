#include "doctor/machine.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

namespace galet::doctor {
namespace {

namespace fs = std::filesystem;

std::string text_in(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// The number a file begins with; none where it has no file, or a word such as "max".
std::optional<double> number_in(const fs::path& file) {
    std::ifstream in(file);
    double number = 0;
    if (in >> number) return number;
    return {};
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\""), last = text.find_last_not_of(" \t\"\n");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// `folder` / `path` and all above it, down to `folder` itself.
void add_with_parents(const fs::path& folder, const std::string& path, std::vector<fs::path>& folders) {
    for (fs::path inner = fs::path(path).relative_path(); !inner.empty(); inner = inner.parent_path())
        folders.push_back(folder / inner);
    folders.push_back(folder);
}

bool lists(const std::string& controllers, const std::string& wanted) {
    return ("," + controllers + ",").find("," + wanted + ",") != std::string::npos;
}

/// cpu.max of version 2, "QUOTA PERIOD" or "max PERIOD"; two files in version 1, where no limit is -1.
std::optional<double> cores_of(const fs::path& folder) {
    double quota = 0, period = 0;
    if (std::ifstream(folder / "cpu.max") >> quota >> period && period > 0) return quota / period;
    const auto old_quota = number_in(folder / "cpu.cfs_quota_us"), old_period = number_in(folder / "cpu.cfs_period_us");
    if (old_quota && old_period && *old_quota > 0 && *old_period > 0) return *old_quota / *old_period;
    return {};
}

/// Version 1 says "none" by a number beyond all memory.
constexpr double kNoLimit = 1e18;

std::optional<double> bytes_of(const fs::path& folder) {
    for (const char* name : {"memory.max", "memory.limit_in_bytes"})
        if (const auto bytes = number_in(folder / name); bytes && *bytes < kNoLimit) return bytes;
    return {};
}

std::optional<double> smallest(const std::vector<fs::path>& folders, std::optional<double> (*limit)(const fs::path&)) {
    std::optional<double> least;
    for (const fs::path& folder : folders) {
        const auto own = limit(folder);
        if (own && (!least || *own < *least)) least = own;
    }
    return least;
}

std::uint64_t kilobytes(const char* key) {
    return std::strtoull(value_in("/proc/meminfo", key).c_str(), nullptr, 10) * 1024;
}

/// "always [madvise] never": the word in brackets.
std::string chosen(const std::string& text) {
    const std::size_t open = text.find('['), close = text.find(']');
    return open == std::string::npos || close == std::string::npos ? "" : text.substr(open + 1, close - open - 1);
}

}  // namespace

std::string value_in(const fs::path& file, const std::string& key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const std::size_t sign = line.find_first_of(":=");
        if (sign != std::string::npos && trimmed(line.substr(0, sign)) == key) return trimmed(line.substr(sign + 1));
    }
    return "";
}

std::vector<fs::path> limit_folders(const std::string& memberships, const fs::path& root,
                                    const std::string& controller) {
    std::vector<fs::path> folders;
    std::istringstream lines(memberships);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
        if (controllers.empty()) add_with_parents(root, path, folders);
        if (!lists(controllers, controller)) continue;
        add_with_parents(root / controllers, path, folders);
        if (controllers != controller) add_with_parents(root / controller, path, folders);
    }
    return folders;
}

std::optional<double> core_limit(const std::vector<fs::path>& folders) { return smallest(folders, cores_of); }

std::optional<std::uint64_t> memory_limit(const std::vector<fs::path>& folders) {
    const auto bytes = smallest(folders, bytes_of);
    if (!bytes) return {};
    return static_cast<std::uint64_t>(*bytes);
}

std::vector<fs::path> own_limit_folders(const std::string& controller) {
    return limit_folders(text_in("/proc/self/cgroup"), "/sys/fs/cgroup", controller);
}

int cores_online() { return static_cast<int>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN))); }

int cores_allowed() {
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : cores_online();
}

MemoryState memory_state() {
    MemoryState state;
    state.total = kilobytes("MemTotal");
    state.available = kilobytes("MemAvailable");
    state.group_limit = memory_limit(own_limit_folders("memory"));
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) state.space_limit = limit.rlim_cur;
    state.huge_pages = chosen(text_in("/sys/kernel/mm/transparent_hugepage/enabled"));
    return state;
}

std::string readable_bytes(std::uint64_t bytes) {
    constexpr std::array kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto value = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
    return fmt::format("{:.{}f} {}", value, unit == 0 ? 0 : 1, kUnits[unit]);
}

}  // namespace galet::doctor
