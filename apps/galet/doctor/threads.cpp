// Cores against threads, and that the number of threads changes nothing but the time.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <vector>

#include "doctor/embedded.hpp"
#include "doctor/groups.hpp"
#include "doctor/machine.hpp"
#include "doctor/state_hash.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::doctor {
namespace {

Check check_cores(int threads) {
    const int online = cores_online(), allowed = cores_allowed();
    const auto limit = core_limit(own_limit_folders("cpu"));
    std::string value = fmt::format("{} threads on {} of {} cores", threads, allowed, online);
    if (limit) value += fmt::format(", limited to the time of {:.3g}", *limit);
    const double given = std::min<double>(allowed, limit.value_or(allowed));
    return prefer(threads <= std::ceil(given), "cores", value,
                  fmt::format("More threads than cores given: they wait for each other. Run with --threads {}.",
                              static_cast<int>(std::ceil(given))));
}

/// Where the system gives no more threads, those that are there do the work of all.
Check check_given(int threads) {
    set_thread_count(threads);
    const int given = thread_count();
    return prefer(
        given == threads, "threads given", fmt::format("{} of {}", given, threads),
        "The system gives this process no more (ulimit -u, ulimit -v): the results are the same, only later.");
}

/// Every index once, whoever takes it.
Check check_loop(int threads) {
    constexpr Index kCount = 200000;
    set_thread_count(threads);
    std::vector<std::atomic<int>> visits(kCount);
    parallel_for(kCount, [at = visits.data()](Index i) { at[i].fetch_add(1, std::memory_order_relaxed); });
    const auto wrong = std::count_if(visits.begin(), visits.end(), [](const auto& count) { return count != 1; });
    return require(wrong == 0, "parallel loop",
                   fmt::format("{} of {} indices visited exactly once", kCount - wrong, kCount),
                   "Threads of this system do not work together: run with --threads 1, and report it.");
}

double harmonic_sum(int threads) {
    constexpr Index kCount = 1000000;
    set_thread_count(threads);
    return ordered_sum(kCount, [](Index i) { return 1.0 / (1.0 + i); });
}

/// Sum of 1/k to a million, against ln n + gamma + 1/(2n) - 1/(12 n^2).
Check check_sum(int threads) {
    constexpr double kExact = 14.392726722865723;
    const double one = harmonic_sum(1), many = harmonic_sum(threads);
    const bool same = std::bit_cast<std::uint64_t>(one) == std::bit_cast<std::uint64_t>(many);
    return require(same && std::abs(one - kExact) < 1e-12, "parallel sum",
                   fmt::format("1 + 1/2 + ... + 1/1000000: {} bits with 1 and {} threads, {:.0e} from exact",
                               same ? "the same" : "other", threads, std::abs(many - kExact)),
                   "Sums depend on the number of threads, or are wrong: report it; --threads 1 may still be right.");
}

struct Timed {
    std::uint64_t hash = 0;
    double seconds = 0;
};

/// Discs that hit the ground: enough contacts for many blocks of work.
Timed run_impact(int threads) {
    constexpr int kSteps = 6;
    set_thread_count(threads);
    Scene scene = embedded_scene(
        "impact", {{"bodies.0.count", "6000"}, {"bodies.0.placement.disc", "{ center = [0.0, 1.9], radius = 1.73 }"}});
    Simulation simulation(std::move(scene.world), scene.settings);
    const Timer timer;
    for (int n = 0; n < kSteps && simulation.step(); ++n) continue;
    return {hash_of(simulation.world().bodies), timer.seconds()};
}

/// The same scene with one and with several threads, and how much faster that was.
std::vector<Check> check_scene(int threads) {
    const int several = std::max(2, threads);  // a second thread, even where there is one core
    // Alternating, the better of two each: the first is always slow.
    Timed one = run_impact(1), many = run_impact(several);
    const Timed one_again = run_impact(1), many_again = run_impact(several);
    const bool same = one.hash == many.hash && one.hash == one_again.hash && many.hash == many_again.hash;
    one.seconds = std::min(one.seconds, one_again.seconds);
    many.seconds = std::min(many.seconds, many_again.seconds);
    const double ratio = one.seconds / many.seconds;
    return {require(same, "same bits",
                    fmt::format("6,000 discs, 6 steps, hash of the end: {:016x} with 1, {} with {} threads", one.hash,
                                same ? "the same" : fmt::format("{:016x}", many.hash), several),
                    "Results depend on the number of threads: a broken build or memory errors. Report it."),
            prefer(ratio > 0.8 || threads == 1, "speed-up",
                   fmt::format("{:.2f} times as fast with {} threads as with 1 (a small scene; `galet bench "
                               "threads` has a large one)",
                               ratio, several),
                   "Several threads are slower than one here: other programs use the cores. Try --threads 1.")};
}

}  // namespace

CheckGroup check_threads(int threads) {
    CheckGroup group{"threads", {check_cores(threads), check_given(threads), check_loop(threads), check_sum(threads)}};
    try {
        for (Check& check : check_scene(threads)) group.checks.push_back(std::move(check));
    } catch (const std::exception& error) {
        group.checks.push_back(failed("same bits", error.what(), "A built-in scene does not run: report it."));
    }
    set_thread_count(1);
    return group;
}

}  // namespace galet::doctor
