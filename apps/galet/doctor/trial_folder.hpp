// A folder of our own to try a file system in, gone without a trace at the end.
#pragma once

#include <csignal>
#include <filesystem>

namespace galet::doctor {

/// Ctrl-C and requests to stop wait until the end of its life: what is there then is removed first. For the caller's
/// thread, which has to be the only one.
class SignalsHeld {
  public:
    SignalsHeld();
    ~SignalsHeld();
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

  private:
    sigset_t before_;
};

class TrialFolder {
  public:
    /// Makes a folder inside `parent`, and `parent` itself where it is missing. FileError where that cannot be.
    explicit TrialFolder(const std::filesystem::path& parent);
    /// Removes what was made, and nothing else.
    ~TrialFolder();
    TrialFolder(const TrialFolder&) = delete;
    TrialFolder& operator=(const TrialFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_, topmost_;  ///< the folder; the highest one that was made
};

}  // namespace galet::doctor
