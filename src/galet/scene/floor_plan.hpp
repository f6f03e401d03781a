// The walls of a building from GeoJSON (RFC 7946): every edge of its polygons and line strings is a wall. Coordinates
// are metres in the plane of the scene, a third one is ignored.
#pragma once

#include <filesystem>
#include <istream>
#include <string>

#include "galet/bodies/obstacles.hpp"
#include "galet/core/error.hpp"
#include "galet/scene/toml_value.hpp"

namespace galet {

/// Throws InputError at `place`, naming the file and where in it something is wrong.
FloorPlan read_floor_plan(const std::filesystem::path& path, const Place& place);

/// The same of a text that messages call `file`.
FloorPlan parse_floor_plan(std::istream& text, const std::string& file, const Place& place);

/// The same from a list of lines of the scene, each a list of at least two points.
FloorPlan floor_plan_of(const TomlValue& lines);

/// As such a list.
std::string lines_text(const FloorPlan& plan);

}  // namespace galet
