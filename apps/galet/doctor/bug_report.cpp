#include "doctor/bug_report.hpp"

#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <sys/utsname.h>

#include <cstdlib>

#include "doctor/build_facts.hpp"
#include "doctor/libraries.hpp"
#include "doctor/machine.hpp"
#include "galet/core/version.hpp"

namespace galet::doctor {
namespace {

/// `uname` has the name of the machine too, which is nobody's business.
std::string system_name() {
    utsname name{};
    if (::uname(&name) != 0) return "unknown";
    const std::string distribution = value_in("/etc/os-release", "PRETTY_NAME");
    return fmt::format("{}, {} {} {}, glibc {}", distribution.empty() ? "unknown distribution" : distribution,
                       name.sysname, name.release, name.machine, gnu_get_libc_version());
}

std::string processor() {
    const std::string model = value_in("/proc/cpuinfo", "model name");
    std::string text =
        fmt::format("{}, {} of {} cores", model.empty() ? "unknown" : model, cores_allowed(), cores_online());
    if (const auto limit = core_limit(own_limit_folders("cpu"))) text += fmt::format(", time of {:.3g}", *limit);
    return text;
}

std::string libraries() {
    std::string text;
    for (const auto& [name, version] : library_versions())
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, version);
    return text;
}

}  // namespace

Facts facts() {
    const MemoryState memory = memory_state();
    const std::string sanitizers = kSanitizers;
    return {{"version", fmt::format("galet {}", kVersion)},
            {"commit", kCommit},
            {"system", system_name()},
            {"processor", processor()},
            {"memory", fmt::format("{}, {} available", readable_bytes(memory.total), readable_bytes(memory.available))},
            {"compiler", kCompiler},
            {"build", fmt::format("{} {} -march={}{}{}", kBuildType, kFlags, kArchitecture,
                                  sanitizers.empty() ? "" : " -fsanitize=", sanitizers)},
            {"libraries", libraries()}};
}

std::string without_home(std::string text) {
    const char* home = std::getenv("HOME");
    const std::string folder = home != nullptr ? home : "";
    if (folder.size() < 2) return text;
    for (std::size_t at = 0; (at = text.find(folder, at)) != std::string::npos; ++at)
        text.replace(at, folder.size(), "~");
    return text;
}

}  // namespace galet::doctor
