// Runs a target over files that are kept, then for some seconds over what changes make of them:
//
//   fuzz_replay TARGET SECONDS FILE_OR_FOLDER...
//
// Needs no fuzzer, so that what was once found stays mended whatever compiler is used. Fails where an input takes
// longer than kLongest. The changes are the same in every run: one that crashes does so again.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "fuzz/mutate.hpp"
#include "fuzz/target.hpp"
#include "galet/core/error.hpp"

namespace {

namespace fs = std::filesystem;
using Target = void (*)(std::string_view);

/// Of one input; sanitizers and busy machines make it slow.
constexpr std::chrono::seconds kLongest{20};

const std::map<std::string, Target>& targets() {
    using namespace galet::fuzz;
    static const std::map<std::string, Target> all = {
        {"body_table", body_table},
        {"floor_plan", floor_plan},
        {"formula", formula},
        {"history", history},
#ifndef GALET_PLAIN_TARGETS
        {"checkpoint", checkpoint},
        {"fclib", fclib},
        {"journal", journal},
        {"overrides", overrides},
        {"plot", plot},
        {"problem", problem},
        {"scene", scene},
        {"summary", summary},
        {"sweeping", sweeping},
        {"trajectory", trajectory},
#endif
    };
    return all;
}

std::vector<fs::path> files_of(const fs::path& path) {
    if (!fs::is_directory(path)) return {path};
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// Empty where all is well.
std::string problem_with(Target target, const std::string& bytes) {
    const auto start = std::chrono::steady_clock::now();
    try {
        target(bytes);
    } catch (const galet::InputError&) {
    } catch (const galet::FileError&) {
    } catch (const std::exception& error) {
        return error.what();
    }
    return std::chrono::steady_clock::now() - start > kLongest ? "takes too long" : "";
}

std::string read(const fs::path& file) {
    std::ifstream input(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(input), {}};
}

/// Number of files with a problem.
int replay(Target target, const std::vector<fs::path>& files) {
    int failures = 0;
    for (const fs::path& file : files) {
        const std::string problem = problem_with(target, read(file));
        if (problem.empty()) continue;
        fmt::print("{}: {}\n", file.string(), problem);
        ++failures;
    }
    return failures;
}

/// As many changed inputs as fit into the time; false at the first with a problem, which is left in a file.
bool mutate(Target target, const std::vector<fs::path>& files, std::chrono::duration<double> time, int& count) {
    std::vector<std::string> kept;
    std::transform(files.begin(), files.end(), std::back_inserter(kept), read);
    std::mt19937_64 random(1);
    const auto start = std::chrono::steady_clock::now();
    for (; !kept.empty() && std::chrono::steady_clock::now() - start < time; ++count) {
        const std::string bytes = galet::fuzz::mutated(kept, random);
        const std::string problem = problem_with(target, bytes);
        if (problem.empty()) continue;
        std::ofstream("fuzz-finding", std::ios::binary) << bytes;
        fmt::print("changed input {}, kept as fuzz-finding: {}\n", count, problem);
        return false;
    }
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    const auto target = targets().find(argc > 1 ? argv[1] : "");
    if (target == targets().end() || argc < 4) {
        fmt::print(stderr, "fuzz_replay TARGET SECONDS FILE_OR_FOLDER...\n");
        return 2;
    }
    std::vector<fs::path> files;
    for (int k = 3; k < argc; ++k)
        for (fs::path& file : files_of(argv[k])) files.push_back(std::move(file));
    const int failures = replay(target->second, files);
    int changed = 0;
    const bool holds = mutate(target->second, files, std::chrono::duration<double>(std::stod(argv[2])), changed);
    fmt::print("{}: {} inputs, {} failures; {} changed inputs\n", target->first, files.size(), failures, changed);
    return failures == 0 && holds ? 0 : 1;
}
