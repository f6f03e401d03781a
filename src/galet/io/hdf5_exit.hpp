// What HDF5 does when a program ends.
#pragma once

namespace galet::hdf5 {

/// To be called before anything of HDF5: leaves it out. All files are closed by then; and where HDF5 could not close
/// one for want of memory, it would crash.
void do_nothing_at_exit();

}  // namespace galet::hdf5
