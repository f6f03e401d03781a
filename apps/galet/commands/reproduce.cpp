// Published experiments, run again and compared value by value.
#include <fmt/core.h>

#include <memory>
#include <optional>

#include "commands/commands.hpp"
#include "galet/core/error.hpp"
#include "galet/core/parallel.hpp"
#include "galet/scene/suggestion.hpp"
#include "run/progress.hpp"
#include "validation/experiment.hpp"

namespace galet::app {
namespace {

using validation::Experiment;
using validation::experiments;

constexpr int kReproduced = 0, kNotReproduced = 1;

struct ReproduceArguments {
    std::string name;
    std::filesystem::path out;
    std::int64_t steps = 0;
    int threads = 0;
    bool all = false, list = false, quiet = false;
};

void print_list() {
    for (const Experiment& experiment : experiments()) {
        fmt::print("  {:<15} {:<24} {}\n", experiment.name, experiment.source, experiment.line);
    }
}

const Experiment& named(const std::string& name) {
    std::vector<std::string> names;
    for (const Experiment& experiment : experiments()) {
        if (experiment.name == name) return experiment;
        names.push_back(experiment.name);
    }
    throw InputError(name + ": no such experiment" + suggest(name, names, "there are"));
}

std::vector<const Experiment*> chosen(const ReproduceArguments& arguments) {
    if (!arguments.all) {
        if (arguments.name.empty()) throw InputError("reproduce: name an experiment, or --all; --list shows them");
        return {&named(arguments.name)};
    }
    if (!arguments.name.empty()) throw InputError("reproduce: either an experiment or --all");
    std::vector<const Experiment*> all;
    for (const Experiment& experiment : experiments()) all.push_back(&experiment);
    return all;
}

std::filesystem::path folder_of(const Experiment& experiment, const ReproduceArguments& arguments) {
    if (arguments.out.empty()) return std::filesystem::path("out") / "reproduce" / experiment.name;
    return arguments.all ? arguments.out / experiment.name : arguments.out;
}

validation::Verdict run_one(const Experiment& experiment, const ReproduceArguments& arguments) {
    validation::Request request;
    request.folder = folder_of(experiment, arguments);
    if (arguments.steps > 0 && experiment.can_be_shortened) request.steps = arguments.steps;
    auto progress = std::make_shared<std::optional<Progress>>();
    request.watch = [progress, &arguments](const Simulation& simulation, std::int64_t last_step) {
        if (simulation.world().step == 0) progress->emplace(arguments.quiet, simulation, last_step);
        (*progress)->update();
    };
    fmt::print("{} ({}): {}\n", experiment.name, experiment.source, experiment.line);
    return validation::reproduce(experiment, request);
}

int run_all(const ReproduceArguments& arguments) {
    const std::vector<const Experiment*> selection = chosen(arguments);
    if (arguments.steps > 0 && !arguments.all && !selection.front()->can_be_shortened) {
        throw InputError(selection.front()->name + ": always runs to its end; --steps is for fifty-thousand");
    }
    set_thread_count(arguments.threads);
    std::size_t reproduced = 0;
    for (const Experiment* experiment : selection) {
        const validation::Verdict verdict = run_one(*experiment, arguments);
        reproduced += verdict.all_hold() ? 1 : 0;
        fmt::print("{}", verdict.text());
        if (arguments.all) fmt::print("\n");
        std::fflush(stdout);
    }
    if (arguments.all) fmt::print("{} of {} experiments reproduced\n", reproduced, selection.size());
    return reproduced == selection.size() ? kReproduced : kNotReproduced;
}

}  // namespace

void add_reproduce(CLI::App& app, int& status) {
    auto* command =
        app.add_subcommand("reproduce", "Run a published experiment and compare it with its published values");
    auto arguments = std::make_shared<ReproduceArguments>();
    command->add_option("NAME", arguments->name, "The experiment; --list shows all");
    command->add_flag("--all", arguments->all, "Run all of them; fifty-thousand takes minutes");
    command->add_flag("--list", arguments->list, "Show the experiments, run nothing");
    command->add_option(
        "--out", arguments->out,
        "Folder of figures and verdict.json (with --all: of one folder each); default: out/reproduce/NAME");
    command->add_option("--steps", arguments->steps, "Stop fifty-thousand after so many steps, for a quick look")
        ->check(CLI::PositiveNumber);
    command->add_option("--threads", arguments->threads, "Threads; default: one for each core")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--quiet", arguments->quiet, "No progress on standard error");
    command->footer("Exit status: 0 all values reproduced, 1 some not, 2 bad input, 4 a file could not be written.");
    command->callback([arguments, &status] {
        if (arguments->list) {
            print_list();
            status = 0;
        } else {
            status = run_all(*arguments);
        }
    });
}

}  // namespace galet::app
