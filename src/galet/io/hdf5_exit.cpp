#include "galet/io/hdf5_exit.hpp"

#include <hdf5.h>

namespace galet::hdf5 {

void do_nothing_at_exit() { H5dont_atexit(); }

}  // namespace galet::hdf5
