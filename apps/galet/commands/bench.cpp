// What the machine and the program can do, as ratios measured in one run.
#include "bench/benchmarks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "commands/commands.hpp"

namespace galet::app {

void add_bench(CLI::App& app, int& status) {
    struct Benchmark {
        std::string name;
        nlohmann::json (*measure)(const BenchOptions&);
        bool by_default;  // part of `galet bench` without names: done in some minutes
    };
    static const std::vector<Benchmark> kBenchmarks = {
        {"detection", bench_detection, true}, {"passes", bench_passes, true},     {"threads", bench_threads, true},
        {"solvers", bench_solvers, false},    {"growth", bench_growth, false},    {"settle", bench_settle, false},
        {"glue", bench_glue, false},          {"friction", bench_friction, false}};
    auto* command = app.add_subcommand(
        "bench", "Measure: detection, passes, threads; by name also solvers, growth, settle, glue, friction");
    auto names = std::make_shared<std::vector<std::string>>();
    auto json = std::make_shared<bool>(false);
    auto options = std::make_shared<BenchOptions>();
    std::vector<std::string> known;
    for (const Benchmark& benchmark : kBenchmarks) known.push_back(benchmark.name);
    command->add_option("NAME", *names, "Which benchmarks; none named: detection, passes and threads")
        ->check(CLI::IsMember(known));
    command->add_option("--bodies", options->bodies, "Only this size, of the sizes that a benchmark has")
        ->check(CLI::PositiveNumber);
    command->add_flag("--json", *json, "Print one JSON object on standard output");
    command->callback([names, json, options, &status] {
        nlohmann::json result;
        for (const auto& [name, measure, by_default] : kBenchmarks) {
            const bool named = std::count(names->begin(), names->end(), name) > 0;
            if (named || (names->empty() && by_default)) result[name] = measure(*options);
        }
        if (*json) fmt::print("{}\n", result.dump(2));
        status = 0;
    });
}

}  // namespace galet::app
