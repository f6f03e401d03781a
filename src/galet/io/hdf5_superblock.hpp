// The first bytes of an HDF5 file, where a writer marks the file as open.
#pragma once

#include <cstddef>
#include <span>

namespace galet::hdf5 {

/// Takes the marks "open for writing" out of the superblock that a file's first bytes hold (version 2 or 3; HDF5 file
/// format specification, II.A) and sets its checksum right. Bytes of another layout are left as they are.
void clear_open_marks(std::span<std::byte> start);

}  // namespace galet::hdf5
