#include "doctor/disk.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <map>

#include "doctor/machine.hpp"
#include "galet/core/error.hpp"
#include "galet/core/timer.hpp"
#include "galet/io/output_file.hpp"

namespace galet::doctor {
namespace {

namespace fs = std::filesystem;

/// Free space below which a run is lost at once, and below which it may be [bytes].
constexpr std::uint64_t kLeast = std::uint64_t{16} << 20, kComfortable = std::uint64_t{1} << 30;

/// What the clock of a file server may differ by [s].
constexpr double kSkew = 2;

}  // namespace

DiskKind disk_kind(std::int64_t magic) {
    static const std::map<std::int64_t, DiskKind> kinds = {
        {0xEF53, {"ext2/3/4", false, false}},  {0x58465342, {"XFS", false, false}},
        {0x9123683E, {"Btrfs", false, false}}, {0x2FC12FC1, {"ZFS", false, false}},
        {0xF2F52010, {"F2FS", false, false}},  {0x794C7630, {"overlayfs", false, false}},
        {0x01021994, {"tmpfs", false, true}},  {0x858458F6, {"ramfs", false, true}},
        {0x6969, {"NFS", true, false}},        {0xFF534D42, {"CIFS", true, false}},
        {0xFE534D42, {"SMB2", true, false}},   {0x0BD00BD0, {"Lustre", true, false}},
        {0x47504653, {"GPFS", true, false}},   {0x00C36400, {"Ceph", true, false}},
        {0x19830326, {"BeeGFS", true, false}}, {0x5346414F, {"AFS", true, false}},
        {0x01021997, {"9p", true, false}},     {0x65735546, {"FUSE", true, false}},
    };
    // Some systems widen the 32-bit number with its sign.
    const auto found = kinds.find(magic & 0xFFFFFFFF);
    return found != kinds.end() ? found->second : DiskKind{fmt::format("unknown (0x{:x})", magic & 0xFFFFFFFF)};
}

Check check_disk_kind(const fs::path& folder) {
    struct statfs status {};
    if (::statfs(folder.c_str(), &status) != 0) throw_file_error(folder, "ask for the file system", errno);
    const DiskKind kind = disk_kind(static_cast<std::int64_t>(status.f_type));
    if (kind.network)
        return note(
            "file system", kind.name,
            "Over a network, locks and reading a trajectory while it is written may fail: where checks below do, "
            "write to a local disk (--out).");
    return prefer(!kind.in_memory, "file system", kind.name, "In memory: results are gone when the machine stops.");
}

Check check_space(const fs::path& folder) {
    struct statvfs status {};
    if (::statvfs(folder.c_str(), &status) != 0) throw_file_error(folder, "ask for free space", errno);
    const std::uint64_t free = std::uint64_t{status.f_bavail} * status.f_frsize;
    const bool no_files = status.f_files > 0 && status.f_favail == 0;
    const std::string value = readable_bytes(free) + " free" + (no_files ? ", but no room for another file" : "");
    const std::string advice = "A run ends with status 4 when the disk is full. Make room, or choose another --out.";
    if (free < kLeast || no_files) return failed("free space", value, advice);
    return prefer(free >= kComfortable, "free space", value, advice);
}

Check check_writing(const fs::path& folder) {
    const fs::path path = folder / "renamed";
    const Timer timer;
    write_atomically(path, "first");
    write_atomically(path, "second");
    const double seconds = timer.seconds() / 2;
    const bool good = read_text(path) == "second" && !fs::exists(temporary_name(path));
    return require(good, "write, sync, rename",
                   fmt::format("a file replaced at once, {:.2g} ms each, fsync included", 1e3 * seconds),
                   "What was written does not read back, or not under its name: checkpoints would be lost. Choose "
                   "another --out.");
}

Check check_clock(const fs::path& folder) {
    constexpr int kLooks = 40000;
    int backwards = 0;
    auto last = std::chrono::steady_clock::now();
    for (int look = 0; look < kLooks; ++look) {
        const auto now = std::chrono::steady_clock::now();
        backwards += now < last ? 1 : 0;
        last = now;
    }
    if (backwards > 0)
        return failed("clocks", fmt::format("{} steps backwards in {} looks", backwards, kLooks),
                      "Times in results mean nothing; a fault of this machine or its virtual one.");
    OutputFile(folder / "clock", OutputFile::Mode::replace).write("now");
    struct stat status {};
    if (::stat((folder / "clock").c_str(), &status) != 0) throw_file_error(folder / "clock", "look at it", errno);
    const double skew = std::difftime(status.st_mtim.tv_sec, std::time(nullptr));
    return prefer(std::abs(skew) <= kSkew, "clocks",
                  fmt::format("never backwards; that of the disk is {:+.0f} s from ours", skew),
                  "The file server's clock is off: programs that compare times of files (make, backups) are misled.");
}

}  // namespace galet::doctor
