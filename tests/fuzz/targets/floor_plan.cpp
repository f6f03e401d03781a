// GeoJSON of buildings, and its lines as they are written to scene.toml.
#include "galet/scene/floor_plan.hpp"

#include <sstream>

#include "fuzz/target.hpp"

namespace galet::fuzz {

void floor_plan(std::string_view bytes) {
    std::istringstream text{std::string(bytes)};
    lines_text(parse_floor_plan(text, "plan.geojson", {"scene.toml", 1, "obstacles.0.file"}));
}

}  // namespace galet::fuzz
