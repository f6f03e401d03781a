#include "doctor/processor.hpp"

#include <fmt/format.h>

#include "doctor/build_facts.hpp"

namespace galet::doctor {
namespace {

#if defined(__AVX2__)
constexpr bool kAvx2 = true;
#else
constexpr bool kAvx2 = false;
#endif
#if defined(__FMA__)
constexpr bool kFma = true;
#else
constexpr bool kFma = false;
#endif
#if defined(__BMI2__)
constexpr bool kBmi2 = true;
#else
constexpr bool kBmi2 = false;
#endif
#if defined(__AVX512F__)
constexpr bool kAvx512 = true;
#else
constexpr bool kAvx512 = false;
#endif

}  // namespace

std::vector<Instruction> instructions() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    return {{"avx2", kAvx2, __builtin_cpu_supports("avx2") != 0},
            {"fma", kFma, __builtin_cpu_supports("fma") != 0},
            {"bmi2", kBmi2, __builtin_cpu_supports("bmi2") != 0},
            {"avx512f", kAvx512, __builtin_cpu_supports("avx512f") != 0}};
#else
    return {};
#endif
}

Check check_instructions(const std::vector<Instruction>& all) {
    std::string used, missing, unused;
    const auto add = [](std::string& list, const std::string& name) { list += (list.empty() ? "" : ", ") + name; };
    for (const Instruction& each : all) {
        if (each.compiled) add(used, each.name);
        if (each.compiled && !each.there) add(missing, each.name);
        // AVX-512 is not asked for: the loops wait for memory, not for arithmetic.
        if (each.there && !each.compiled && each.name != "avx512f") add(unused, each.name);
    }
    const std::string value = fmt::format("-march={}{}{}", kArchitecture, used.empty() ? "" : ": uses ", used);
    if (!missing.empty())
        return failed(
            "instruction set", fmt::format("{}; this processor lacks {}", value, missing),
            "The program may end with \"illegal instruction\". Build it on this machine, or with -DGALET_ARCH= "
            "(empty) for all.");
    return prefer(unused.empty(), "instruction set",
                  unused.empty() ? value : fmt::format("{}; this processor also has {}", value, unused),
                  "A build for this processor is faster: -DGALET_ARCH=x86-64-v3, or auto, on this machine.");
}

}  // namespace galet::doctor
