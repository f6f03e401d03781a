// L U = P A P' for a sparse A whose pattern is symmetric and whose values are not: the multifrontal method
// (multifrontal.hpp, DR84) with a dense L U of each supernode, whose update is -L21 U12.
//
// Rows change places within the diagonal block of a supernode only (partial pivoting there), so the pattern of the
// factor is known beforehand. That suffices where no leading block can become singular: A with a positive definite
// symmetric part, as 1 + B' S B with S + S' >= 0, or a dominant diagonal. Elsewhere pivots may become small and the
// answer poor without being refused.
#pragma once

#include "galet/solvers/multifrontal.hpp"

namespace galet {

/// Real: the precision of the factor. Right-hand sides and answers are double.
template <class Real>
class SparseLu {
  public:
    /// Prepares for matrices with this pattern (rows of the whole matrix, structurally symmetric, the diagonal among
    /// them), eliminated in about this order.
    void analyse(const Graph& pattern, std::span<const Index> order);

    /// Factors the matrix with these values, in the order of the pattern. False when a pivot is zero or not finite.
    bool factor(std::span<const double> value);

    /// x <- A^-1 x
    void solve(std::span<double> x) const;

    Index size() const { return fronts_.size(); }
    std::int64_t entries() const { return fronts_.entries(); }  ///< of L and U, with the zeros that are stored
    double flops() const { return fronts_.flops(); }            ///< of a factorisation, about

  private:
    Multifrontal<Real> fronts_{Triangles::both};
    std::vector<Index> swap_;  ///< by column: the row of its diagonal block that row k of it changed places with
};

}  // namespace galet
