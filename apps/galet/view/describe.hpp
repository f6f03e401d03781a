// What the viewer's page reads as JSON: obstacles, exits, groups, one body with its contacts.
#pragma once

#include <span>

#include "galet/bodies/obstacles.hpp"
#include "galet/crowd/exits.hpp"
#include "galet/io/trajectory_reader.hpp"
#include "view/answer.hpp"

namespace galet::app {

/// The first `dimension` numbers of a point.
Json describe_point(const Point& point, int dimension);

Json describe_obstacles(const Obstacles& obstacles, int dimension);
Json describe_exits(std::span<const Exit> exits);
Json describe_groups(std::span<const Group> groups);

/// The body at a place of a frame that was read as a whole, contacts by id. Normals point away from it, tangential
/// impulses are those it got.
Json describe_body(const Frame& frame, std::size_t place, std::span<const Group> groups);

}  // namespace galet::app
