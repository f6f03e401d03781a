#include "run/live_line.hpp"

#include <fmt/core.h>
#include <unistd.h>

namespace galet::app {
namespace {

constexpr double kLiveSeconds = 0.1;  ///< between two states of the live line
constexpr double kPlainSeconds = 10;  ///< between two lines elsewhere

}  // namespace

LiveLine::LiveLine(bool quiet) : quiet_(quiet), live_(isatty(STDERR_FILENO) == 1), next_(live_ ? 0 : kPlainSeconds) {}

void LiveLine::show(const std::string& text) {
    next_ = timer_.seconds() + (live_ ? kLiveSeconds : kPlainSeconds);
    shown_ = true;
    fmt::print(stderr, "{}{}{}", live_ ? "\r\x1b[K" : "", text, live_ ? "" : "\n");
}

void LiveLine::clear() {
    if (live_ && shown_) fmt::print(stderr, "\r\x1b[K");
    shown_ = false;
}

std::string duration(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} s", seconds);
    if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace galet::app
