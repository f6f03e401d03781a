// Taking people out of a world: arrays close up behind them, ids stay, contact forces of the others are remembered.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "galet/schemes/world.hpp"
#include "galet/simulation/records.hpp"

namespace galet {

/// What those who left had.
struct TakenAlong {
    double kinetic = 0;                ///< [J]
    std::array<double, 3> momentum{};  ///< [kg m/s]
};

/// The contacts between those who stay; `passed` is >= 0 for who leaves.
FrameContacts without(const FrameContacts& contacts, const Bodies& bodies, std::span<const Index> passed);

/// Takes out of the world, and of `pressure`, every body i with an exit passed[i] >= 0, and notes when it left where.
TakenAlong take_out(std::span<const Index> passed, World& world, std::vector<double>& pressure);

}  // namespace galet
