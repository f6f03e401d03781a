#include "plot/scene_facts.hpp"

#include <exception>

#include "galet/io/checkpoint.hpp"
#include "galet/io/summary.hpp"
#include "galet/scene/sweeping_scene.hpp"

namespace galet::plot {
namespace {

/// Of the summary, or of the checkpoint while a run goes on.
Totals read_totals(const ResultFiles& files) {
    if (std::filesystem::exists(files.summary())) return read_summary(files.summary()).totals;
    return read_newest_checkpoint(files).checkpoint.state.totals;
}

void add_scene(const ResultFiles& files, SceneFacts& facts) {
    if (!std::filesystem::exists(files.trajectory())) {
        facts.title = load_sweeping_scene(files.scene().string()).title;
        return;
    }
    const Scene scene = load_scene_for_resume(files.scene().string());
    facts.title = scene.title;
    facts.first_order = scene.settings.scheme == "first-order";
    const Totals totals = read_totals(files);
    facts.start_energy = totals.start_kinetic + totals.start_potential;
    // Criterion epsilon-glob has a limit of its own, on a number that the history does not hold.
    if (scene.settings.solver.criterion == Criterion::certificate) {
        facts.limits.error_bound = scene.settings.tolerance;
        facts.limits.violation = scene.settings.violation * totals.length_scale;
    }
    if (scene.settings.margin > 0) facts.limits.margin = scene.settings.margin * totals.length_scale;
}

}  // namespace

SceneFacts read_scene_facts(const ResultFiles& files) {
    SceneFacts facts;
    try {
        add_scene(files, facts);
    } catch (const std::exception&) {
        // What was read before stays.
    }
    return facts;
}

}  // namespace galet::plot
