#include <fmt/core.h>

#include <memory>

#include "commands/commands.hpp"
#include "galet/core/error.hpp"
#include "run/runner.hpp"
#include "run/sweeping_runner.hpp"

namespace galet::app {
namespace {

struct RunArguments {
    std::string scene;
    std::vector<std::string> set;
    std::int64_t steps = -1;
    RunOptions options;
};

Override to_override(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw InputError("--set " + text + ": expected key=value, as in --set solver.tolerance=1e-5");
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<Override> to_overrides(const std::vector<std::string>& texts) {
    std::vector<Override> overrides;
    for (const std::string& text : texts) overrides.push_back(to_override(text));
    return overrides;
}

std::string as_typed(const RunArguments& arguments) {
    std::string command = "galet run " + arguments.scene;
    for (const std::string& text : arguments.set) command += " --set " + text;
    return command;
}

void add_common(CLI::App& command, RunArguments& arguments) {
    command.add_option("--threads", arguments.options.threads, "Threads; default: one for each core")
        ->check(CLI::Range(1, 1024));
    command.add_option("--steps", arguments.steps, "Stop after so many steps; `galet resume` goes on")
        ->check(CLI::NonNegativeNumber);
    command
        .add_option("--save-problem", arguments.options.save_problem,
                    "Store the contact problem of this step as problem-STEP.h5 (galet solve); may be repeated")
        ->type_name("STEP")
        ->expected(1)
        ->take_all()
        ->check(CLI::PositiveNumber);
    command.add_flag("--quiet", arguments.options.quiet, "Print neither progress nor summary");
}

RunOptions options_of(const RunArguments& arguments) {
    RunOptions options = arguments.options;
    if (arguments.steps >= 0) options.steps = arguments.steps;
    return options;
}

void print_check(const std::string& name, const Scene& scene) {
    fmt::print("{}: fine. {} bodies in {}D, {} obstacles, {} forces, {} steps of {} s.\n", name,
               scene.world.bodies.size(), scene.settings.dimension, scene.world.obstacles.shapes.size(),
               scene.world.forces.size(), scene.settings.steps(), scene.settings.step);
}

void print_check(const std::string& name, const SweepingScene& scene) {
    fmt::print("{}: fine. A sweeping process in {}D by method {}, {} steps of {} s.\n", name, scene.set.dimension,
               scene.method, scene.steps(), scene.settings.step);
}

}  // namespace

void add_run(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("run", "Run a scene: a TOML file or the name of an example (galet list)");
    auto arguments = std::make_shared<RunArguments>();
    command->add_option("SCENE", arguments->scene, "TOML file or example")->required();
    command->add_option("--out", arguments->options.out, "Folder of the result; default: out/<scene name>");
    command
        ->add_option("--set", arguments->set, "Replace a value of the scene: key=value, dotted keys; may be repeated")
        ->expected(1)
        ->take_all();
    command->add_flag("--force", arguments->options.force, "Replace an existing result");
    add_common(*command, *arguments);
    command->callback([arguments, &status] {
        RunOptions options = options_of(*arguments);
        options.command = as_typed(*arguments);
        AnyScene scene = load_any_scene(arguments->scene, to_overrides(arguments->set));
        if (auto* bodies = std::get_if<Scene>(&scene)) {
            status = run_scene(std::move(*bodies), options);
        } else {
            status = run_sweeping(std::get<SweepingScene>(scene), options);
        }
    });
}

void add_resume(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("resume", "Go on with a result from its last checkpoint");
    auto arguments = std::make_shared<RunArguments>();
    command->add_option("DIR", arguments->scene, "Folder of the result")->required();
    add_common(*command, *arguments);
    command->callback([arguments, &status] { status = resume_result(arguments->scene, options_of(*arguments)); });
}

void add_check(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("check", "Read and validate a scene, run nothing");
    auto arguments = std::make_shared<RunArguments>();
    command->add_option("SCENE", arguments->scene, "TOML file or example")->required();
    command->add_option("--set", arguments->set, "Replace a value of the scene: key=value")->expected(1)->take_all();
    command->callback([arguments, &status] {
        const AnyScene scene = load_any_scene(arguments->scene, to_overrides(arguments->set));
        std::visit([&](const auto& kind) { print_check(arguments->scene, kind); }, scene);
        status = 0;
    });
}

}  // namespace galet::app
