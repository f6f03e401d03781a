// Where the factor of a sparse symmetric matrix has entries, found before any number is known (Liu90).
//
// The unknowns are eliminated in a given order, rearranged so that each subtree of the elimination tree is one
// stretch of columns. Columns of L with the same rows below them form a supernode: one dense panel of `rows` x
// `columns`, column by column, the triangle on top. Small neighbours on one branch are joined although that stores some
// zeros: dense kernels gain more than the zeros cost.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/solvers/dissection.hpp"

namespace galet {

struct Supernode {
    Index first = 0, columns = 0;  ///< its columns of L
    Index parent = -1;             ///< the supernode that its update is added to
    Index rows = 0;                ///< of its panel, its own columns included
    std::int64_t row_start = 0;    ///< where its rows below the triangle begin in `Supernodes::row`

    Index below() const { return rows - columns; }
    double flops() const;  ///< about, of its elimination
};

struct Supernodes {
    std::vector<Index> order;      ///< order[k]: the unknown that is eliminated as the k-th
    std::vector<Index> place;      ///< the inverse of it
    std::vector<Supernode> node;   ///< children before parents
    std::vector<Index> row;        ///< rows below the triangles, ascending in each supernode
    std::vector<Index> in_parent;  ///< for each of them, where it is among all rows of the parent
    std::vector<Index> of_column;  ///< the supernode of each column
    std::int64_t panel_size = 0;   ///< numbers in the panels of L

    /// Where row i, one of the rows of supernode s, is among them.
    Index row_in(const Supernode& s, Index i) const;
};

/// The supernodes of the factor of a matrix with the pattern `graph`, eliminated in about the given order.
Supernodes find_supernodes(const Graph& graph, std::span<const Index> order);

}  // namespace galet
