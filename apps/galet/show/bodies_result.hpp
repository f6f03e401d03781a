// The folder of a result that has bodies to show.
#pragma once

#include <string>

#include "galet/io/result_folder.hpp"

namespace galet::app {

/// FileError where there is no such folder, no result in it or no trajectory; InputError where the result is that of a
/// sweeping process, which has a point instead of bodies.
ResultFiles files_with_bodies(const std::string& folder);

}  // namespace galet::app
