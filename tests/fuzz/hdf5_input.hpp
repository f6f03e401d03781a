// HDF5 files, which are tried in a child process before they are read (galet/io/hdf5_trial.hpp).
//
// A crash of HDF5 in that child is not a finding: that it becomes a FileError is what the trial is for. A child's
// coverage is lost; so a file that it could read, or refused, is read here once more.
#pragma once

#include <functional>
#include <string>

#include "fuzz/memory_folder.hpp"
#include "galet/core/error.hpp"
#include "galet/io/hdf5_trial.hpp"

namespace galet::fuzz {

class Hdf5Input {
  public:
    Hdf5Input();

    void read(std::string_view bytes, const std::function<void(const std::filesystem::path&)>& reader) const;

  private:
    MemoryFolder folder_;
};

}  // namespace galet::fuzz
