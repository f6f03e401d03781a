// L L' = P (A + diag(shift)) P' for a sparse symmetric positive definite A: the multifrontal method (multifrontal.hpp)
// with a dense Cholesky factor of each supernode, whose update is -L21 L21'.
#pragma once

#include "galet/solvers/multifrontal.hpp"

namespace galet {

/// Real: the precision of the factor. Right-hand sides and answers are double.
template <class Real>
class SparseCholesky {
  public:
    /// Prepares for matrices with this pattern (rows of both triangles, the diagonal among them), eliminated in about
    /// this order.
    void analyse(const Graph& pattern, std::span<const Index> order) { fronts_.analyse(pattern, order); }

    /// The same from what another precision has found.
    template <class Other>
    void analyse_like(const SparseCholesky<Other>& other) {
        fronts_.analyse_like(other.fronts_);
    }

    /// Factors the matrix with these values, in the order of the pattern, and `shift` added to its diagonal. False when
    /// it is not positive definite in this precision.
    bool factor(std::span<const double> value, std::span<const double> shift);

    /// x <- (A + diag(shift))^-1 x
    void solve(std::span<double> x) const;

    Index size() const { return fronts_.size(); }
    std::int64_t entries() const { return fronts_.entries(); }  ///< of L, with the zeros that are stored
    double flops() const { return fronts_.flops(); }            ///< of a factorisation, about
    double smallest_pivot() const;                              ///< min_k L_kk^2

  private:
    template <class Other>
    friend class SparseCholesky;

    void add_to_diagonal(std::span<const double> shift);

    Multifrontal<Real> fronts_{Triangles::lower};
};

}  // namespace galet
