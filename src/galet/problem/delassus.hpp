// The contact problem with its bodies eliminated: one unknown a contact, one explicit matrix.
//
//   minimise 1/2 p'W p + b'p  over  p >= 0,      w = W p + b,   p >= 0, w >= 0, p.w = 0
//
// p is the impulse [N s], w the rate of separation at the end of the step, D/h included [m/s], W = G M^-1 G' (the
// Delassus matrix), b = D/h + G U. Methods that factor a matrix or visit single contacts work on it, and so do problems
// that come as a matrix and know no bodies. Where W is not symmetric the three conditions on the right are the problem
// and there is nothing to minimise. For films, the last rows, p has either sign and w is 0; their softness is on the
// diagonal of W.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet {

/// W by rows: the entries of row c are start[c] .. start[c + 1], columns ascending, the diagonal among them.
struct DelassusProblem {
    std::vector<std::int64_t> start = {0};
    std::vector<Index> column;
    std::vector<double> value;  ///< [1/kg]
    std::vector<double> b;      ///< [m/s]
    Index films = 0;            ///< so many of the last rows
    /// Where the contacts are, `dimension` numbers each [m]: only for ordering unknowns; may be empty.
    int dimension = 0;
    std::vector<double> position;

    Index contacts() const { return static_cast<Index>(b.size()); }  ///< all rows
    Index pushing() const { return contacts() - films; }             ///< those that only push
};

/// W and b of a contact problem. Contacts of one body are neighbours; a contact lies at the mean of its bodies.
DelassusProblem delassus_of(const ContactProblem& problem);

/// Largest |W_cd - W_dc| over sqrt(W_cc W_dd) (over 1 where that is 0); infinite where the pattern is not symmetric.
double asymmetry(const DelassusProblem& problem);

/// Largest asymmetry with which methods for symmetric matrices still work.
inline constexpr double kSymmetric = 1e-10;

/// Rows and unknowns scaled so that W has a unit diagonal: W <- S W S, b <- S b, with the S that is returned; p = S z.
/// Contacts whose W_cc is not positive keep their scale.
std::vector<double> scale_to_unit_diagonal(DelassusProblem& problem);

/// product = W z
void multiply(const DelassusProblem& problem, std::span<const double> z, std::span<double> product);

}  // namespace galet
