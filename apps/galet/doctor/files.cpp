// The file system where results go.
#include "doctor/disk.hpp"
#include "doctor/groups.hpp"
#include "doctor/locks.hpp"
#include "doctor/read_back.hpp"
#include "doctor/trial_folder.hpp"
#include "galet/core/parallel.hpp"

namespace galet::doctor {
namespace {

constexpr const char* kElsewhere =
    "Nothing can be written there: a run would end with status 4. Choose another folder (--out DIR), or change the "
    "permissions of this one.";

/// All that is tried inside a folder of our own.
void try_folder(const std::filesystem::path& folder, std::vector<Check>& checks) {
    const auto add = [&](const char* name, Check (*check)(const std::filesystem::path&)) {
        checks.push_back(guarded(name, kElsewhere, [&] { return check(folder); }));
    };
    add("file system", check_disk_kind);
    add("free space", check_space);
    add("write, sync, rename", check_writing);
    try {
        for (Check& check : check_locks(folder)) checks.push_back(std::move(check));
    } catch (const std::exception& error) {
        checks.push_back(failed("lock", error.what(), kElsewhere));
    }
    add("checkpoint", check_checkpoint);
    add("trajectory", check_trajectory);
    add("clocks", check_clock);
}

}  // namespace

CheckGroup check_files(const std::filesystem::path& folder) {
    CheckGroup group{"files", {}};
    set_thread_count(1);  // so that held signals reach nobody else
    const SignalsHeld held;
    try {
        const TrialFolder trial(folder);
        group.checks.push_back(
            ok("folder", (folder == "." ? "the current one" : folder.string()) + ", left as it was"));
        try_folder(trial.path(), group.checks);
    } catch (const std::exception& error) {
        group.checks.push_back(failed("folder", error.what(), kElsewhere));
    }
    return group;
}

}  // namespace galet::doctor
