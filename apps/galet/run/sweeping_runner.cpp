#include "run/sweeping_runner.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "galet/core/error.hpp"
#include "galet/core/timer.hpp"
#include "galet/io/recorder.hpp"
#include "galet/io/sweeping_record.hpp"
#include "galet/scene/sweeping_set_reader.hpp"
#include "run/interrupt.hpp"

namespace galet::app {
namespace {

constexpr int kDone = 0, kNotSolved = 3, kInterrupted = 130;

/// One step; an expression that fails on the way ends the run as an empty set does.
bool take_step(sweeping::Sweep& sweep, std::string& reason) {
    try {
        if (sweep.step()) return true;
        reason = sweep.report().reason;
    } catch (const InputError& error) {
        reason = error.what();
    }
    return false;
}

int step_to_end(const SweepingScene& scene, const RunOptions& options, SweepingRecorder& recorder,
                SweepingSummary& summary) {
    const InterruptGuard interrupt;
    sweeping::Sweep sweep(scene.set, scene.start, scene.settings);
    const std::int64_t last = options.steps ? std::min(scene.steps(), *options.steps) : scene.steps();
    recorder.record(sweep, summary);
    while (sweep.steps() < last && !interrupt.requested()) {
        if (!take_step(sweep, summary.reason)) {
            summary.end = RunEnd::stopped;
            return kNotSolved;
        }
        recorder.record(sweep, summary);
    }
    summary.end = sweep.steps() == scene.steps() ? RunEnd::finished : RunEnd::interrupted;
    return interrupt.requested() && summary.end != RunEnd::finished ? kInterrupted : kDone;
}

void print_readable(const SweepingSummary& s) {
    fmt::print("{}\n", s.title.empty() ? s.scene : s.title);
    const auto line = [](const char* name, const std::string& value) { fmt::print("  {:<10} {}\n", name, value); };
    line("method", s.method);
    line("steps",
         fmt::format("{} to t = {:.6g} s, {} projections, {} events", s.steps, s.time, s.projections, s.events));
    line("point", fmt::format("({:.10g}) -> ({:.10g})", fmt::join(s.start, ", "), fmt::join(s.point, ", ")));
    line("way", fmt::format("{:.6g} long, {:.6g} of it jumps", s.path, s.jumps));
    line("distance", fmt::format("to the set at most {:.2e}", s.worst_distance));
}

}  // namespace

int run_sweeping(const SweepingScene& scene, const RunOptions& options) {
    if (!options.save_problem.empty()) throw InputError("--save-problem: a sweeping process has no contact problems");
    const std::filesystem::path out = options.out.empty() ? std::filesystem::path("out") / scene.name : options.out;
    SweepingRecorder recorder(ResultFolder::create(out, options.force), recorded_scene(scene.resolved, options.command),
                              coordinate_names(scene.set.dimension));
    SweepingSummary summary;
    summary.scene = scene.name, summary.title = scene.title, summary.method = scene.method;
    summary.start = scene.start;
    const Timer timer;
    const int status = step_to_end(scene, options, recorder, summary);
    summary.seconds = timer.seconds();
    recorder.finish(summary);
    if (!options.quiet) {
        print_readable(summary);
        fmt::print("  {:<10} {}\n", "result", out.string());
    }
    if (status == kNotSolved) {
        fmt::print(stderr, "galet: step {} could not be done: {}; everything before it is kept\n", summary.steps + 1,
                   summary.reason);
    }
    if (status == kInterrupted) fmt::print(stderr, "galet: interrupted after step {}\n", summary.steps);
    return status;
}

}  // namespace galet::app
