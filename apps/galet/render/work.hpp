// Going through many frames: how far it is, and whether the user has asked to stop.
#pragma once

#include <cstddef>
#include <string>

#include "run/interrupt.hpp"
#include "run/live_line.hpp"

namespace galet::app {

/// The user has pressed Ctrl-C: what was finished before is kept.
struct Stopped {};

class Work {
  public:
    bool stopped() const { return interrupt_.requested(); }

    /// Call between two frames; `doing` reads like "drawing". Throws Stopped.
    void tell(const char* doing, std::size_t done, std::size_t total);

  private:
    InterruptGuard interrupt_;
    LiveLine line_;
    const char* doing_ = "";
    double since_ = 0;  ///< when it began [s]
};

}  // namespace galet::app
