#include "run/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace galet::app {
namespace {

constexpr double kLiveSeconds = 0.1;  ///< between two states of the live line
constexpr double kPlainSeconds = 10;  ///< between two lines elsewhere

std::string duration(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

Progress::Progress(bool quiet, const Simulation& simulation, std::int64_t last_step)
    : quiet_(quiet),
      live_(isatty(STDERR_FILENO) == 1),
      simulation_(simulation),
      first_step_(simulation.world().step),
      last_step_(last_step),
      next_(live_ ? 0 : kPlainSeconds) {}

Progress::~Progress() {
    if (live_ && shown_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::update() {
    if (quiet_) return;
    const std::string& note = simulation_.report().note;
    if (!note.empty() && said_.insert(note).second) {
        fmt::print(stderr, "{}step {}: {} (said once)\n", live_ && shown_ ? "\r\x1b[K" : "", simulation_.row().step,
                   note);
    }
    const double now = timer_.seconds();
    if (now < next_) return;
    next_ = now + (live_ ? kLiveSeconds : kPlainSeconds);
    shown_ = true;
    const HistoryRow& row = simulation_.row();
    const double done = static_cast<double>(row.step - first_step_);
    const double remaining = done > 0 ? now / done * static_cast<double>(last_step_ - row.step) : 0;
    fmt::print(
        stderr,
        "{}t = {:.4g} s  step {}/{}  contacts {}  iterations {}  gap {:.1e} J  smallest distance {:.1e} m  {} left{}",
        live_ ? "\r\x1b[K" : "", row.time, row.step, last_step_, row.contacts, row.iterations, row.gap,
        row.min_distance, duration(remaining), live_ ? "" : "\n");
}

}  // namespace galet::app
