// [sweeping.set] of a scene: a convex set whose numbers may be expressions of t.
#pragma once

#include <vector>

#include "galet/scene/table_reader.hpp"
#include "galet/sweeping/convex_set.hpp"

namespace galet {

/// `breaks` are those of the set. What the set is at a time is checked when it is taken: a value that is not admissible
/// is then an InputError at its key.
sweeping::MovingSet read_moving_set(TableReader& table, int dimension, std::vector<double> breaks);

/// Coordinates in expressions and names of columns: x, y, z up to three dimensions, else x1, x2, ...
std::vector<std::string> coordinate_names(int dimension);

}  // namespace galet
