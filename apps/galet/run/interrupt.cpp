#include "run/interrupt.hpp"

#include <csignal>

namespace galet::app {
namespace {

volatile std::sig_atomic_t signalled = 0;

void note(int signal) {
    signalled = 1;
    std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
    signalled = 0;
    std::signal(SIGINT, note);
    std::signal(SIGTERM, note);
}

InterruptGuard::~InterruptGuard() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

bool InterruptGuard::requested() const { return signalled != 0; }

}  // namespace galet::app
