#include "doctor/trial_folder.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include "galet/io/output_file.hpp"

namespace galet::doctor {
namespace {

namespace fs = std::filesystem;

/// The highest part of a path that does not exist.
fs::path first_missing(const fs::path& path) {
    fs::path missing = path;
    std::error_code error;
    while (missing.has_parent_path() && missing.parent_path() != missing && !fs::exists(missing.parent_path(), error))
        missing = missing.parent_path();
    return missing;
}

}  // namespace

SignalsHeld::SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
    pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

TrialFolder::TrialFolder(const fs::path& parent)
    : path_(parent / fmt::format(".galet-doctor-{}", ::getpid())), topmost_(first_missing(path_)) {
    std::error_code error;
    fs::create_directories(path_, error);
    if (!error) return;
    std::error_code ignored;
    fs::remove_all(topmost_, ignored);
    throw_file_error(parent, "make a folder there", error.value());
}

TrialFolder::~TrialFolder() {
    std::error_code ignored;
    fs::remove_all(topmost_, ignored);
}

}  // namespace galet::doctor
