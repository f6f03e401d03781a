// Floating point as galet counts on it: 64-bit IEEE numbers, rounded to nearest, small ones kept, nothing rearranged. A
// library loaded before us, or the flags of a build, can change that, on every thread for itself.
#include <fmt/format.h>

#include <atomic>
#include <cfenv>
#include <cfloat>
#include <limits>

#include "doctor/groups.hpp"
#include "galet/core/parallel.hpp"

namespace galet::doctor {
namespace {

constexpr double kUlp = std::numeric_limits<double>::epsilon();  ///< of 1

/// Halfway cases go to the even neighbour, on both sides of 1.
bool rounds_to_nearest() {
    const volatile double one = 1, half = kUlp / 2, more = 0.75 * kUlp;
    return std::fegetround() == FE_TONEAREST && one + half == 1 && one + more == 1 + kUlp && -one - half == -1;
}

/// Half of the smallest normal number is still there, made and taken in.
bool keeps_denormals() {
    const volatile double smallest = std::numeric_limits<double>::min();
    const volatile double half = smallest / 2;
    return half > 0 && half + half == smallest;
}

/// Whether `holds` on the caller and on every worker, each of which has a rounding mode of its own.
bool on_all_threads(int threads, bool (*holds)()) {
    set_thread_count(threads);
    std::atomic<int> bad{0};
    // More blocks than threads: whoever is awake takes part.
    parallel_blocks(static_cast<Index>(64 * threads), 1, [&](std::size_t, Index, Index) {
        if (!holds()) ++bad;
    });
    set_thread_count(1);
    return holds() && bad == 0;
}

Check check_doubles() {
    using Limits = std::numeric_limits<double>;
    const bool good = Limits::is_iec559 && Limits::digits == 53 && sizeof(double) == 8 && FLT_EVAL_METHOD == 0;
    return require(good, "doubles",
                   fmt::format("{} bits, {} of them mantissa, evaluated in {}", 8 * sizeof(double), Limits::digits,
                               FLT_EVAL_METHOD == 0 ? "their own precision" : "another precision"),
                   "galet needs IEEE doubles evaluated as such: no 32-bit x87 build, no fast-math.");
}

/// 1 + 10,000 times 1e-16, each of which alone is lost: a compensated sum has 1 + 1e-12, a rearranged one has 1.
Check check_order() {
    constexpr int kTerms = 10000;
    const volatile double tiny = 1e-16;
    volatile double start = 1;
    double sum = start, lost = 0;
    for (int k = 0; k < kTerms; ++k) {
        const double term = tiny - lost;
        const double next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    const double found = sum - 1;
    return require(
        found > 0.99e-12 && found < 1.01e-12, "order of sums",
        fmt::format("compensated sum of 1e-16, 10,000 times, above 1: {:.4g}; exact 1e-12", found),
        "The compiler rearranges arithmetic (-ffast-math, -Ofast): certificates mean nothing. Build without.");
}

/// x x - fl(x x) is 0, unless the product is kept unrounded.
Check check_products() {
    const volatile double x = 1 + kUlp * (1 << 22);
    const volatile double product = x * x;
    const double a = x, rest = a * a - product;
    return require(rest == 0, "products", fmt::format("x x - fl(x x) = {:g}; rounded one by one: 0", rest),
                   "Products are fused with sums: other bits than elsewhere. Build with -ffp-contract=off.");
}

}  // namespace

CheckGroup check_arithmetic(int threads) {
    const std::string where = fmt::format(", on {} thread{}", threads, threads == 1 ? "" : "s");
    const bool nearest = on_all_threads(threads, rounds_to_nearest), small = on_all_threads(threads, keeps_denormals);
    return {"arithmetic",
            {check_doubles(),
             require(nearest, "rounding", (nearest ? "to nearest" : "not to nearest") + where,
                     "Something set another rounding mode: error bounds no longer hold. Run without LD_PRELOAD."),
             require(small, "small numbers", (small ? "2^-1023 is kept" : "2^-1023 becomes 0") + where,
                     "Small numbers are flushed to 0 (a library built with -ffast-math?): other bits than elsewhere."),
             check_order(), check_products()}};
}

}  // namespace galet::doctor
