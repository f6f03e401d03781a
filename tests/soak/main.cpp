// The program galet-soak: thousands of small random worlds, every promise checked in every step of each.
//
//   0 nothing broke   1 a promise was broken; the worlds are printed, made small   2 the command line is wrong
#include <fmt/core.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <set>

#include "galet/core/timer.hpp"
#include "soak/families.hpp"
#include "soak/workers.hpp"

namespace galet::soak {
namespace {

struct Options {
    std::uint64_t worlds = 2000;
    std::int64_t world = -1;
    std::string family, folder;
    std::size_t shown = 5;
    int tries = 400;
    bool print = false;
    Crew crew;
};

std::vector<std::uint64_t> chosen(const Options& options) {
    if (options.world >= 0) return {static_cast<std::uint64_t>(options.world)};
    std::vector<std::uint64_t> numbers;
    for (std::uint64_t k = 0; numbers.size() < options.worlds; ++k) {
        if (options.family.empty() || families()[k % families().size()].name == options.family) numbers.push_back(k);
    }
    return numbers;
}

/// What the small world breaks, in its own words, and its scene.
void show(const Failure& failure, const Options& options) {
    const SoakWorld world = make_world(options.crew.seed, failure.number);
    const auto shows = [&](const SoakWorld& tried) {
        return breaks_apart(tried, failure.promise, options.crew.seconds_each);
    };
    const Shrunk shrunk = shrink(world, shows, options.tries);
    std::string said = failure.note;
    if (failure.promise != Promise::crash) {
        const bool repeat = failure.promise == Promise::threads || failure.promise == Promise::restart;
        said = run_world(shrunk.world, repeat).findings.message[static_cast<int>(failure.promise)];
    }
    fmt::print(
        "\n# world {} of seed {} ({}) breaks the promise {}\n# {}\n# {} bodies of {} are left after {} tries\n{}",
        failure.number, options.crew.seed, world.family, name_of(failure.promise), said, shrunk.world.bodies.size(),
        world.bodies.size(), shrunk.tries, scene_text(shrunk.world));
    if (options.folder.empty()) return;
    std::filesystem::create_directories(options.folder);
    const std::string name = fmt::format("{}/{}-{}", options.folder, failure.number, name_of(failure.promise));
    std::ofstream(name + ".toml") << scene_text(shrunk.world);
    std::ofstream(name + "-whole.toml") << scene_text(world);
}

int run(const Options& options) {
    if (options.print) {
        for (const std::uint64_t number : chosen(options))
            fmt::print("{}\n", scene_text(make_world(options.crew.seed, number)));
        return 0;
    }
    const Timer timer;
    const Tally tally = run_worlds(chosen(options), options.crew);
    fmt::print("{}\n{} worlds in {:.1f} s, seed {}: {} broken promises\n", tally.table(), tally.worlds(),
               timer.seconds(), options.crew.seed, tally.failures().size());
    for (const Failure& failure : tally.failures()) {
        fmt::print("world {} ({}): {}{}\n", failure.number, families()[failure.number % families().size()].name,
                   name_of(failure.promise), failure.note.empty() ? "" : ", " + failure.note);
    }
    std::fflush(stdout);
    std::set<std::pair<std::string, Promise>> seen;  // one of each kind
    for (const Failure& failure : tally.failures()) {
        if (seen.size() >= options.shown) break;
        if (seen.insert({families()[failure.number % families().size()].name, failure.promise}).second) {
            show(failure, options);
        }
    }
    return tally.failures().empty() ? 0 : 1;
}

}  // namespace
}  // namespace galet::soak

int main(int argc, char** argv) {
    using namespace galet::soak;
    Options options;
    CLI::App app{
        "galet-soak: random worlds against the promises of galet. A world is a family, a seed and a number, the "
        "same on every machine; what breaks a promise is made small and printed as a scene."};
    std::string list = "families, which take turns:";
    std::vector<std::string> names;
    for (const Family& family : families()) {
        list += fmt::format("\n  {:<12} {}", family.name, family.line);
        names.push_back(family.name);
    }
    app.footer(list);
    app.add_option("--worlds", options.worlds, "how many worlds")->capture_default_str();
    app.add_option("--seed", options.crew.seed, "of all worlds")->capture_default_str();
    app.add_option("--world", options.world, "only the world of this number");
    app.add_option("--family", options.family, "only worlds of this family")->check(CLI::IsMember(names));
    app.add_option("--jobs", options.crew.jobs, "processes")->capture_default_str()->check(CLI::PositiveNumber);
    app.add_option("--seconds", options.crew.seconds_each, "of processor time that one world may take")
        ->capture_default_str();
    app.add_option("--show", options.shown, "broken worlds made small and printed, one of a kind")
        ->capture_default_str();
    app.add_option("--tries", options.tries, "runs to make one small")->capture_default_str();
    app.add_option("--write", options.folder, "folder for the scenes of broken worlds, small and whole");
    app.add_flag("--print", options.print, "print the scenes and run nothing");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return run(options);
}
