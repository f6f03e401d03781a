// The program as it was built, and the programs it calls.
#include <fmt/format.h>

#include "doctor/build_facts.hpp"
#include "doctor/embedded.hpp"
#include "doctor/groups.hpp"
#include "doctor/libraries.hpp"
#include "doctor/processor.hpp"
#include "figures/child_process.hpp"
#include "galet/core/error.hpp"
#include "galet/core/version.hpp"
#include "view/page.hpp"

namespace galet::doctor {
namespace {

Check check_version() {
    const std::string commit = kCommit;
    const bool exact = commit != "unknown" && !commit.ends_with("-dirty");
    return prefer(exact, "version", fmt::format("galet {}, commit {} when configured", kVersion, commit),
                  commit == "unknown" ? "The sources had no git history: say in a bug report where they come from."
                                      : "Built from sources with changes of your own: say so in a bug report.");
}

Check check_build() {
    const std::string sanitizers = kSanitizers;
    const std::string value = fmt::format("{}, {}, {}{}", kBuildType, kCompiler, kFlags,
                                          sanitizers.empty() ? "" : fmt::format(", sanitizers {}", sanitizers));
    return prefer(
        std::string(kBuildType) == "Release" && sanitizers.empty(), "build", value,
        "Not the build for users: the same results, several times slower. ./run --build-only makes that one.");
}

/// Every embedded scene, read and validated as `galet check` does.
Check check_examples() {
    for (const Example& example : examples()) {
        try {
            read_embedded(example);
        } catch (const std::exception& error) {
            return failed("examples", error.what(),
                          "A scene that is part of the program is refused: the build is broken. Build it anew.");
        }
    }
    return require(!examples().empty(), "examples", fmt::format("{} embedded scenes, all read", examples().size()),
                   "The example scenes are missing from the program: build it anew.");
}

Check check_page() {
    if (!kBuiltWithPage)
        return note("viewer page", "built without", "`galet view` has nothing to show; -DGALET_BUILD_VIEWER=ON has.");
    std::size_t bytes = 0;
    bool index = false;
    for (const app::PageFile& file : app::page_files()) {
        bytes += file.content.size();
        index = index || file.path == "index.html";
    }
    return require(index, "viewer page",
                   fmt::format("{} files, {} kB, embedded", app::page_files().size(), bytes / 1000),
                   "The page of `galet view` is missing from the program: build it anew.");
}

/// A program that some commands call; without it the others work.
Check check_program(const std::string& program, const std::string& argument, const std::string& advice) {
    try {
        figures::ChildProcess child({program, argument}, figures::ChildProcess::Input::nothing, "not found");
        return prefer(child.succeeded(), program, child.succeeded() ? "found, runs" : child.last_words(), advice);
    } catch (const FileError& error) {
        return note(program, error.what(), advice);
    }
}

}  // namespace

CheckGroup check_installation() {
    CheckGroup group{"installation", {check_version(), check_build(), check_instructions(instructions())}};
    for (Check& check : check_libraries()) group.checks.push_back(std::move(check));
    group.checks.push_back(check_examples());
    group.checks.push_back(check_page());
    group.checks.push_back(
        check_program("gnuplot", "--version", "`galet plot` draws with it. On Debian: apt install gnuplot-nox"));
    group.checks.push_back(
        check_program("ffmpeg", "-version", "`galet render --film` needs it. On Debian: apt install ffmpeg"));
    return group;
}

}  // namespace galet::doctor
