// Exits: whoever's centre passes one, in either direction, leaves the simulation and is counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/crowd/door.hpp"

namespace galet {

struct Exit {
    std::string name;
    Door door;
};

/// Who left, where and in which step: parallel arrays, in the order of leaving. A part of the state.
struct Leavings {
    std::vector<Index> id;
    std::vector<Index> exit;  ///< place in the list of exits
    std::vector<std::int64_t> step;

    std::int64_t size() const { return static_cast<std::int64_t>(id.size()); }
};

/// By body: the exit that it passed on its straight way from `before` to where it is, the first of the list; -1: none.
std::vector<Index> passed_exits(const std::vector<Exit>& exits, const Bodies& bodies, std::span<const double> before);

/// People who left through exit e in the steps (after, until].
std::int64_t left_between(const Leavings& leavings, Index exit, std::int64_t after, std::int64_t until);

}  // namespace galet
