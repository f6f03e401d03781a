// The groups of a scene in HDF5 files: `groups` with the attribute `count`, and in it one group each, named 0, 1, ...,
// with the attributes `name`, `first` and `last` (its bodies are those with ids first <= id < last at the start). For
// the source files of this library only.
#pragma once

#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/io/hdf5_handle.hpp"

namespace galet {

void write_groups(const hdf5::Object& parent, const std::vector<Group>& groups);
std::vector<Group> read_groups(const hdf5::Object& parent);

}  // namespace galet
