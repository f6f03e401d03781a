// How much memory there is for a run.
#include <fmt/format.h>

#include <algorithm>

#include "doctor/groups.hpp"
#include "doctor/machine.hpp"

namespace galet::doctor {
namespace {

/// Below the first nothing of size runs; below the second, a million bodies do not [bytes].
constexpr std::uint64_t kLeast = std::uint64_t{128} << 20, kComfortable = std::uint64_t{2} << 30;

Check check_available(const MemoryState& state) {
    std::uint64_t usable = state.available;
    for (const auto& limit : {state.group_limit, state.space_limit}) usable = std::min(usable, limit.value_or(usable));
    const std::string value =
        fmt::format("{} of {} available", readable_bytes(state.available), readable_bytes(state.total));
    const std::string advice =
        fmt::format("{} are left for a run: close other programs, or raise the limits.", readable_bytes(usable));
    if (usable < kLeast) return failed("memory", value, advice);
    return prefer(usable >= kComfortable, "memory", value, advice + " Large scenes end with \"out of memory\".");
}

Check check_limits(const MemoryState& state) {
    std::string value;
    if (state.group_limit) value += fmt::format("control group {}", readable_bytes(*state.group_limit));
    if (state.space_limit)
        value +=
            fmt::format("{}addresses (ulimit -v) {}", value.empty() ? "" : ", ", readable_bytes(*state.space_limit));
    const bool tight = std::min(state.group_limit.value_or(state.total), state.space_limit.value_or(state.total)) <
                       std::min(state.total, kComfortable);
    return prefer(
        !tight, "limits", value.empty() ? "none" : value,
        "Less than the machine has: a run that needs more is ended by the system. Raise it for large scenes.");
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
