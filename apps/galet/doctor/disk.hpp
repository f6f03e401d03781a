// A file system as such: what it is, how much room it has, whether it keeps what it is given.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "doctor/check.hpp"

namespace galet::doctor {

/// A kind of file system by the number that statfs(2) gives it.
struct DiskKind {
    std::string name;
    bool network = false;    ///< locks and reading while writing may be unreliable
    bool in_memory = false;  ///< gone when the machine stops
};
DiskKind disk_kind(std::int64_t magic);

Check check_disk_kind(const std::filesystem::path& folder);
Check check_space(const std::filesystem::path& folder);
Check check_writing(const std::filesystem::path& folder);  ///< write, fsync, rename over another
Check check_clock(const std::filesystem::path& folder);    ///< never backwards; the disk's agrees

}  // namespace galet::doctor
