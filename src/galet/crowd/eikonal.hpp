// The eikonal equation on a square grid, by fast marching (Sethian, SIAM Review 41, 1999): T with
//
//   |grad T| = s(x),      T given at the seeds,
//
// s the slowness: for s = 1, T is the length of the shortest way to the seeds. Nodes are settled in the order of T,
// each from its settled neighbours by upwind differences, of second order along an axis where the two behind are
// settled and fall, (3 T - 4 T_1 + T_2) / 2 dx, else of first, (T - T_1) / dx.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "galet/core/types.hpp"

namespace galet {

/// Node (i, j) is number j columns + i.
struct EikonalGrid {
    Index columns = 0, rows = 0;
    double spacing = 1;            ///< dx [m]
    std::vector<double> slowness;  ///< s at each node, > 0; 0: closed, no way leads through

    Index size() const { return columns * rows; }
};

/// A node whose T is known.
struct Seed {
    Index node;
    double value;
};

/// T of nodes that no way leads to.
inline constexpr double kUnreached = std::numeric_limits<double>::infinity();

/// T at each node. The result does not depend on the order of the seeds.
std::vector<double> march(const EikonalGrid& grid, std::span<const Seed> seeds);

/// grad T at a node, from the sides that T falls to: where ways from two sides meet it is that of one of them. 0 at
/// nodes that are not reached, and where T falls nowhere.
Vec<2> upwind_gradient(const EikonalGrid& grid, std::span<const double> T, Index node);

}  // namespace galet
