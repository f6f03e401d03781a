#include "run/runner.hpp"

#include <fmt/core.h>

#include "galet/core/parallel.hpp"
#include "galet/core/version.hpp"
#include "galet/io/recorder.hpp"
#include "run/interrupt.hpp"
#include "run/problem_saver.hpp"
#include "run/progress.hpp"

namespace galet::app {
namespace {

constexpr int kDone = 0, kNotSolved = 3, kInterrupted = 130;

Summary summary_of(const Scene& scene, const Simulation& simulation) {
    Summary summary;
    summary.scene = scene.name;
    summary.title = scene.title;
    summary.dimension = simulation.settings().dimension;
    summary.bodies = simulation.totals().start_bodies;
    summary.rotate = simulation.world().bodies.rotate();
    summary.threads = thread_count();
    return summary;
}

/// Steps until the end, a failure or an interruption; says in `summary` which.
int step_to_end(Simulation& simulation, Recorder& recorder, ProblemSaver& saver, const RunOptions& options,
                Summary& summary) {
    const InterruptGuard interrupt;
    const std::int64_t whole = simulation.settings().steps();
    const std::int64_t last = options.steps ? std::min(whole, simulation.world().step + *options.steps) : whole;
    Progress progress(options.quiet, simulation, last);
    while (simulation.world().step < last && !simulation.finished() && !interrupt.requested()) {
        saver.before_step(simulation);
        const bool taken = simulation.step();
        saver.after_step(simulation);
        if (!taken) {
            summary.end = RunEnd::stopped;
            summary.reason = simulation.report().reason;
            return kNotSolved;
        }
        recorder.record();
        progress.update();
    }
    summary.end = simulation.finished() ? RunEnd::finished : RunEnd::interrupted;
    return interrupt.requested() && !simulation.finished() ? kInterrupted : kDone;
}

int run_and_report(const Scene& scene, Simulation& simulation, Recorder& recorder, const RunOptions& options) {
    Summary summary = summary_of(scene, simulation);
    ProblemSaver saver(options.save_problem, scene.title.empty() ? scene.name : scene.title, recorder.files());
    const int status = step_to_end(simulation, recorder, saver, options, summary);
    summary.end_step = simulation.world().step + (status == kNotSolved ? 1 : 0);
    summary.totals = simulation.totals();
    summary.last = simulation.row();
    if (simulation.crowd()) summary.crowd = crowd_summary(simulation);
    recorder.finish(summary);
    if (!options.quiet) fmt::print("{}  result     {}\n", readable(summary), recorder.files().folder.string());
    if (status == kNotSolved) {
        fmt::print(
            stderr,
            "galet: step {} could not be solved: {} (error bound {:.2e}, violation {:.2e} m, smallest "
            "distance {:.2e} m); everything before it is kept. A larger solver.max_iterations, a smaller step or "
            "looser limits may help; solver.on_failure = \"warn\" goes on regardless.\n",
            summary.end_step, summary.reason, simulation.report().certificate.error_bound,
            simulation.report().certificate.violation, simulation.report().min_distance);
    }
    if (status == kInterrupted) {
        fmt::print(stderr, "galet: interrupted after step {}; `galet resume {}` goes on\n", summary.end_step,
                   recorder.files().folder.string());
    }
    saver.report_missing(simulation);
    return status;
}

}  // namespace

std::string recorded_scene(const std::string& resolved, const std::string& command) {
    return fmt::format("# As run by galet {}: {}\n# All defaults are written out.\n{}", kVersion, command, resolved);
}

int run_scene(Scene scene, const RunOptions& options) {
    set_thread_count(options.threads);
    const std::filesystem::path out = options.out.empty() ? std::filesystem::path("out") / scene.name : options.out;
    Simulation simulation(std::move(scene.world), scene.settings);
    Recorder recorder(ResultFolder::create(out, options.force), simulation,
                      recorded_scene(scene.resolved, options.command));
    return run_and_report(scene, simulation, recorder, options);
}

int resume_result(const std::filesystem::path& folder, const RunOptions& options) {
    set_thread_count(options.threads);
    ResultFolder result = ResultFolder::open(folder);
    Scene scene = load_scene_for_resume(result.files().scene().string());
    scene.name = std::filesystem::weakly_canonical(folder).filename().string();
    const Checkpoint checkpoint = read_checkpoint(result.files().checkpoint());
    scene.world.bodies = checkpoint.state.bodies;
    scene.world.forces = build_forces(scene.force_recipes, scene.world.bodies);
    prescribe_radii(scene.radius_recipes, scene.world.bodies, scene.world.prescribed);
    Simulation simulation(std::move(scene.world), scene.settings);
    simulation.restore(checkpoint.state);
    Recorder recorder(std::move(result), simulation, checkpoint.position);
    return run_and_report(scene, simulation, recorder, options);
}

}  // namespace galet::app
