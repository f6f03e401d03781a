// The key `placement` of a [[bodies]] entry.
#pragma once

#include <span>
#include <variant>
#include <vector>

#include "galet/scene/placement.hpp"
#include "galet/scene/table_reader.hpp"

namespace galet {

using Placement = std::variant<BallRegion, BoxRegion, Lattice>;

/// Reads the placement of an entry and records it there.
Placement read_placement(TableReader& entry, int dimension);

/// How many bodies an entry generates: its `count`, which a lattice need not give.
std::int64_t read_count(TableReader& entry, const Placement& placement, std::int64_t most);

/// Positions for bodies of these radii. Throws InputError at the entry where they do not fit.
std::vector<double> generate(const TableReader& entry, const Placement& placement, std::span<const double> radius,
                             const Bodies& earlier, const Obstacles& obstacles, RandomStream& random);

}  // namespace galet
