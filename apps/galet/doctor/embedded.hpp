// The scenes inside the program, also where the current folder has files of the same names.
#pragma once

#include <string>
#include <vector>

#include "galet/scene/examples.hpp"
#include "galet/scene/scene.hpp"

namespace galet::doctor {

/// Reads and validates; throws what reading a scene throws.
void read_embedded(const Example& example);

Scene embedded_scene(const std::string& name, const std::vector<Override>& overrides);

}  // namespace galet::doctor
