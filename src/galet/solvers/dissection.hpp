// An order of the unknowns of a sparse symmetric matrix that keeps its factor sparse: nested dissection (George73).
//
// The nodes of the graph are cut in two halves of equal size; the separator, the fewest nodes that hold an end of every
// edge between the halves (a minimum vertex cover, by Koenig's theorem from a maximum matching), is eliminated last,
// and the halves are treated likewise. Halves are those of a coordinate where nodes have positions (across the longest
// side of their box), else those of a breadth-first order. In a packing separators then have O(N^1/2) (plane) or
// O(N^2/3) nodes, and the factor O(N log N) or O(N^4/3) entries.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/core/types.hpp"

namespace galet {

/// A symmetric graph: the neighbours of node i are column[start[i]] .. column[start[i + 1]]; i itself may be among
/// them.
struct Graph {
    std::span<const std::int64_t> start;
    std::span<const Index> column;

    Index nodes() const { return static_cast<Index>(start.size()) - 1; }
    std::span<const Index> neighbours(Index i) const {
        return column.subspan(start[i], static_cast<std::size_t>(start[i + 1] - start[i]));
    }
};

/// order[k] is the node to be eliminated as the k-th. `position` holds `dimension` numbers a node, or nothing.
std::vector<Index> dissection_order(const Graph& graph, int dimension, std::span<const double> position);

}  // namespace galet
