// Arithmetic that something has changed is noticed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>

#include "doctor/groups.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace galet::doctor {
namespace {

Verdict verdict_of(const CheckGroup& group, const std::string& name) {
    const auto found =
        std::find_if(group.checks.begin(), group.checks.end(), [&](const Check& check) { return check.name == name; });
    return found->verdict;
}

TEST(Arithmetic, IsAsItShouldBe) {
    for (const Check& check : check_arithmetic(3).checks) EXPECT_EQ(check.verdict, Verdict::ok) << check.name;
}

TEST(Arithmetic, AnotherRoundingFails) {
    for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fesetround(mode);
        const CheckGroup group = check_arithmetic(2);
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(verdict_of(group, "rounding"), Verdict::failed);
    }
}

#if defined(__x86_64__)
TEST(Arithmetic, LostSmallNumbersFail) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040);  // flush to zero, denormals are zero
    const CheckGroup group = check_arithmetic(2);
    _mm_setcsr(before);
    EXPECT_EQ(verdict_of(group, "small numbers"), Verdict::failed);
}
#endif

}  // namespace
}  // namespace galet::doctor
