// Scenes of sweeping processes.
#include "fuzz/target.hpp"
#include "galet/scene/sweeping_scene.hpp"

namespace galet::fuzz {

void sweeping(std::string_view bytes) { parse_sweeping_scene(std::string(bytes), "scene.toml"); }

}  // namespace galet::fuzz
