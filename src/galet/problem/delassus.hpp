// The contact problem with its bodies eliminated: one unknown a contact, one explicit matrix.
//
//   minimise 1/2 p'W p + b'p  over  p >= 0,      w = W p + b,   p >= 0, w >= 0, p.w = 0
//
// p is the impulse [N s], w the rate of separation at the end of the step, D/h included [m/s], W = G M^-1 G' (the
// Delassus matrix), b = D/h + G U. Methods that factor a matrix or visit single contacts work on it, and so do problems
// that come as a matrix and know no bodies. Where W is not symmetric the three conditions on the right are the problem
// and there is nothing to minimise.
#pragma once

#include <cstdint>
#include <vector>

#include "galet/core/types.hpp"

namespace galet {

/// W by rows: the entries of row c are start[c] .. start[c + 1], columns ascending, the diagonal among them.
struct DelassusProblem {
    std::vector<std::int64_t> start = {0};
    std::vector<Index> column;
    std::vector<double> value;  ///< [1/kg]
    std::vector<double> b;      ///< [m/s]
    /// Where the contacts are, `dimension` numbers each [m]: only for ordering unknowns; may be empty.
    int dimension = 0;
    std::vector<double> position;

    Index contacts() const { return static_cast<Index>(b.size()); }
};

}  // namespace galet
