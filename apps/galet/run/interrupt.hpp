// Ctrl-C and the system's polite request to stop: noticed between steps, so that a run ends with a checkpoint.
#pragma once

namespace galet::app {

/// Takes SIGINT and SIGTERM for as long as it lives. A second signal ends the program at once.
class InterruptGuard {
  public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    bool requested() const;
};

}  // namespace galet::app
