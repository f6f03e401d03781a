// How much memory there is for a run.
#include <fmt/format.h>

#include <algorithm>

#include "doctor/groups.hpp"
#include "doctor/machine.hpp"

namespace galet::doctor {
namespace {

/// Below the first nothing of size runs; below the second, a million bodies do not [bytes].
constexpr std::uint64_t kLeast = std::uint64_t{128} << 20, kComfortable = std::uint64_t{2} << 30;

/// Good, worth a note or failed, by the bytes there are.
Check judged(std::uint64_t bytes, const std::string& name, const std::string& value, const std::string& advice) {
    return bytes < kLeast ? failed(name, value, advice) : prefer(bytes >= kComfortable, name, value, advice);
}

Check check_available(const MemoryState& state) {
    return judged(state.available, "memory",
                  fmt::format("{} of {} available", readable_bytes(state.available), readable_bytes(state.total)),
                  "Large scenes end with \"out of memory\". Close other programs.");
}

Check check_limits(const MemoryState& state) {
    std::string value;
    if (state.group_limit) value = fmt::format("control group {}", readable_bytes(*state.group_limit));
    if (state.space_limit)
        value +=
            fmt::format("{}addresses (ulimit -v) {}", value.empty() ? "" : ", ", readable_bytes(*state.space_limit));
    const std::uint64_t granted =
        std::min(state.group_limit.value_or(kComfortable), state.space_limit.value_or(kComfortable));
    return judged(granted, "limits", value.empty() ? "none" : value,
                  "A run that needs more is ended by the system. Raise them for large scenes.");
}

/// Arrays of 4 MiB and more ask for huge pages.
Check check_huge_pages(const MemoryState& state) {
    const bool granted = state.huge_pages == "always" || state.huge_pages == "madvise";
    return prefer(granted, "huge pages", state.huge_pages.empty() ? "not offered by this system" : state.huge_pages,
                  "Steps of a million bodies take about a tenth longer. As root: echo madvise > "
                  "/sys/kernel/mm/transparent_hugepage/enabled");
}

}  // namespace

CheckGroup check_memory() {
    const MemoryState state = memory_state();
    return {"memory", {check_available(state), check_limits(state), check_huge_pages(state)}};
}

}  // namespace galet::doctor
