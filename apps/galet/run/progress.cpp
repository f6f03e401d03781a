#include "run/progress.hpp"

#include <fmt/core.h>

namespace galet::app {

Progress::Progress(bool quiet, const Simulation& simulation, std::int64_t last_step)
    : quiet_(quiet),
      simulation_(simulation),
      first_step_(simulation.world().step),
      last_step_(last_step),
      line_(quiet) {}

void Progress::update() {
    if (quiet_) return;
    const std::string& note = simulation_.report().note;
    if (!note.empty() && said_.insert(note).second) {
        line_.clear();
        fmt::print(stderr, "step {}: {} (said once)\n", simulation_.row().step, note);
    }
    if (!line_.due()) return;
    const HistoryRow& row = simulation_.row();
    const double done = static_cast<double>(row.step - first_step_);
    const double remaining = done > 0 ? line_.seconds() / done * static_cast<double>(last_step_ - row.step) : 0;
    line_.show(fmt::format(
        "t = {:.4g} s  step {}/{}  contacts {}  iterations {}  gap {:.1e} J  smallest distance {:.1e} m  {} left",
        row.time, row.step, last_step_, row.contacts, row.iterations, row.gap, row.min_distance, duration(remaining)));
}

}  // namespace galet::app
