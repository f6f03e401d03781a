// Scenes of bodies as `galet check` reads them. Of scenes that ask for much work only the TOML is read (modest.hpp).
#include "galet/scene/scene.hpp"

#include "fuzz/modest.hpp"
#include "fuzz/target.hpp"

namespace galet::fuzz {

void scene(std::string_view bytes) {
    const std::string text(bytes);
    if (is_modest(text, {})) parse_scene(text, "scene.toml", "/nowhere");
}

}  // namespace galet::fuzz
