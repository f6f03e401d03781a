// Values of the command line written into a scene before it is read.
#pragma once

#include <toml++/toml.h>

#include "galet/scene/scene.hpp"

namespace galet {

/// Sets the value at the dotted key, making tables on the way. Its nodes carry "--set key=value" as their file, so that
/// whatever is wrong with it later is reported there.
void apply_override(toml::table& scene, const Override& override);

}  // namespace galet
