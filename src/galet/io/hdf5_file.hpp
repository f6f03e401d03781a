// Whole HDF5 files: made in memory and put on disk at once, or opened for reading.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "galet/io/hdf5_handle.hpp"

namespace galet::hdf5 {

/// The bytes of a file that `fill` writes, to be called `path`.
std::vector<std::byte> file_image(const std::filesystem::path& path, const std::function<void(const Object&)>& fill);

/// Lets `fill` write the file that takes the place of `path` when it is complete and on disk, or not at all. It is made
/// in memory: the system, not HDF5, then tells what is wrong with the disk.
void write_file(const std::filesystem::path& path, const std::function<void(const Object&)>& fill);

/// Opens a file for reading. `what` says in messages what it should be: "checkpoint".
Object open_file(const std::filesystem::path& path, const std::string& what);

}  // namespace galet::hdf5
