// Files of a result, written and read back: the same bits.
#pragma once

#include <filesystem>

#include "doctor/check.hpp"

namespace galet::doctor {

Check check_checkpoint(
    const std::filesystem::path& folder);  ///< a run that goes on from one equals one that did not stop
Check check_trajectory(const std::filesystem::path& folder);  ///< also read while it is being written

}  // namespace galet::doctor
