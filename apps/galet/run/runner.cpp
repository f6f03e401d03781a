#include "run/runner.hpp"

#include <fmt/core.h>

#include "galet/core/error.hpp"
#include "galet/core/parallel.hpp"
#include "galet/io/recorder.hpp"
#include "run/interrupt.hpp"
#include "run/problem_saver.hpp"
#include "run/progress.hpp"

namespace galet::app {
namespace {

constexpr int kDone = 0, kNotSolved = 3, kInterrupted = 130;

/// How a run ended.
struct Ending {
    int status;
    RunEnd end;
};

/// Steps until the end, a failure or an interruption.
Ending step_to_end(Simulation& simulation, Recorder& recorder, ProblemSaver& saver, const InterruptGuard& interrupt,
                   const RunOptions& options) {
    const std::int64_t whole = simulation.settings().steps();
    const std::int64_t last = options.steps ? std::min(whole, simulation.world().step + *options.steps) : whole;
    Progress progress(options.quiet, simulation, last);
    while (simulation.world().step < last && !simulation.finished() && !interrupt.requested()) {
        saver.before_step(simulation);
        const bool taken = simulation.step();
        saver.after_step(simulation);
        if (!taken) return {kNotSolved, RunEnd::stopped};
        recorder.record();
        progress.update();
    }
    if (simulation.finished()) return {kDone, RunEnd::finished};
    return {interrupt.requested() ? kInterrupted : kDone, RunEnd::interrupted};
}

int run_and_report(const Scene& scene, Simulation& simulation, Recorder& recorder, const InterruptGuard& interrupt,
                   const RunOptions& options) {
    ProblemSaver saver(options.save_problem, scene.title.empty() ? scene.name : scene.title, recorder.files());
    const auto [status, end] = step_to_end(simulation, recorder, saver, interrupt, options);
    const std::string reason = end == RunEnd::stopped ? simulation.report().reason : "";
    const Summary summary = summarise(simulation, scene.name, scene.title, end, reason);
    recorder.finish(summary);
    if (!options.quiet) fmt::print("{}  result     {}\n", readable(summary), recorder.files().folder.string());
    if (status == kNotSolved) {
        fmt::print(stderr, "galet: {}\n", why_not_solved(simulation));
    }
    if (status == kInterrupted) {
        fmt::print(stderr, "galet: interrupted after step {}; `galet resume {}` goes on\n", summary.end_step,
                   recorder.files().folder.string());
    }
    saver.report_missing(simulation);
    return status;
}

}  // namespace

int run_scene(Scene scene, const RunOptions& options) {
    set_thread_count(options.threads);
    const std::filesystem::path out = options.out.empty() ? std::filesystem::path("out") / scene.name : options.out;
    Simulation simulation(std::move(scene.world), scene.settings);
    const InterruptGuard interrupt;  // before anything is written: whatever is begun ends with a checkpoint
    Recorder recorder(ResultFolder::create(out, options.force), simulation,
                      recorded_scene(scene.resolved, options.command));
    return run_and_report(scene, simulation, recorder, interrupt, options);
}

int resume_result(const std::filesystem::path& folder, const RunOptions& options) {
    set_thread_count(options.threads);
    const InterruptGuard interrupt;
    ResultFolder result = ResultFolder::open(folder);
    Scene scene = load_scene_for_resume(result.files().scene().string());
    scene.name = std::filesystem::weakly_canonical(folder).filename().string();
    const auto [checkpoint, passed_over] = read_newest_checkpoint(result.files());
    if (!passed_over.empty())
        fmt::print(stderr, "galet: {}; going on from the checkpoint before it, step {}\n", passed_over,
                   checkpoint.state.step);
    set_bodies(scene, checkpoint.state.bodies);
    Simulation simulation(std::move(scene.world), scene.settings);
    simulation.restore(checkpoint.state);
    Recorder recorder(std::move(result), simulation, checkpoint.position);
    return run_and_report(scene, simulation, recorder, interrupt, options);
}

}  // namespace galet::app
