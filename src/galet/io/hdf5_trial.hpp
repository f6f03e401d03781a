// A trial before a file is trusted: on a damaged one HDF5 itself may crash, loop for ever or take all memory.
//
// What is to be read is read in a child process first, whose time and memory are bounded. It is read here only where
// that went well, and so fails here only where the file changes in between. A trial costs a fork and one more reading;
// readers of files that may be large try their description only, not their numbers.
//
// Bounds: 10 s of computing and 2 GiB of memory, and more for large files: one second for every 10 MB, 32 bytes for
// each. A child that ends for another reason than the file (the system has no process or memory to spare, a disk
// answers for minutes, the user allows little memory) decides nothing: the file is then read without a trial.
#pragma once

#include <filesystem>
#include <functional>

namespace galet::hdf5 {

/// Calls `read` in a child process. Throws the InputError or FileError that it throws there, and a FileError where it
/// crashes or goes beyond the bounds.
void try_reading(const std::filesystem::path& path, const std::function<void()>& read);

/// Calls `read` here after a trial that went well.
template <class Read>
auto read_after_trial(const std::filesystem::path& path, Read&& read) {
    try_reading(path, [&read] { read(); });
    return read();
}

/// Trials can be made in this process, without bounds, where the reading itself is to be watched.
void set_trials_in_child(bool on);

}  // namespace galet::hdf5
