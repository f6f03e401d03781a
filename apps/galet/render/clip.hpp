// Leaving bodies of a frame out.
#pragma once

#include <span>
#include <vector>

#include "galet/io/trajectory_reader.hpp"
#include "render/options.hpp"

namespace galet::app {

/// Leaves only the bodies on the right side of all planes, and the contacts between them and with obstacles. Contacts
/// name bodies by their places (number_by_place), before and after. `values`: one a body, or none.
void clip_frame(Frame& frame, std::vector<double>& values, std::span<const ClipPlane> planes);

}  // namespace galet::app
