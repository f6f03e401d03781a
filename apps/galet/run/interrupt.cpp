#include "run/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace galet::app {
namespace {

// The system may hand the signal to any thread.
std::atomic<bool> signalled = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int signal) {
    signalled = true;
    std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    signalled = false;
    std::signal(SIGINT, note);
    std::signal(SIGTERM, note);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::requested() const { return signalled; }

}  // namespace galet::app
