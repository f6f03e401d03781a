// L L' = P (A + diag(shift)) P' for a sparse symmetric positive definite A: the multifrontal method (DR83, Liu92) on
// dense supernodes.
//
// Each supernode adds up its columns of A and the updates of its children, factors its panel and passes the update
// U = -L21 L21' of what it eliminated on to its parent. Updates lie on a stack. Subtrees that are about equally costly
// run in parallel, each with a stack of its own; every sum has one order, so the number of threads changes no bit.
#pragma once

#include "galet/problem/contact_operator.hpp"
#include "galet/solvers/supernodes.hpp"

namespace galet {

/// Real: the precision of the factor. Right-hand sides and answers are double.
template <class Real>
class SparseCholesky {
  public:
    /// Prepares for matrices with this pattern (rows of both triangles, the diagonal among them), eliminated in about
    /// this order.
    void analyse(const Graph& pattern, std::span<const Index> order);

    /// Factors the matrix with these values, in the order of the pattern, and `shift` added to its diagonal. False when
    /// it is not positive definite in this precision.
    bool factor(std::span<const double> value, std::span<const double> shift);

    /// x <- (A + diag(shift))^-1 x
    void solve(std::span<double> x) const;

    Index size() const { return static_cast<Index>(supernodes_.order.size()); }
    std::int64_t entries() const { return supernodes_.panel_size; }  ///< of L, with the zeros that are stored
    double flops() const;                                            ///< of a factorisation, about
    double smallest_pivot() const;                                   ///< min_k L_kk^2

  private:
    /// A stretch of supernodes with a stack of its own.
    struct Branch {
        Index first, last;
    };
    struct Update {
        std::int64_t work = 0;   ///< where it is built, above those of the children
        std::int64_t place = 0;  ///< where it then stays, until the parent has taken it
    };
    void cut_branches();
    void lay_out_stack(Index s, std::int64_t bottom, std::int64_t& top, std::int64_t& size);
    void gather(std::span<const double> value, std::span<const double> shift);
    bool eliminate(Index s);
    void add_update(const Supernode& child, const Real* update, const Supernode& s, Real* to);

    Supernodes supernodes_;
    std::vector<std::int64_t> source_, target_;  ///< entry of the lower triangle: where in `value`, where in the panels
    std::vector<std::int64_t> diagonal_;         ///< by unknown: where in the panels
    std::vector<Index> child_start_, child_;
    std::vector<Branch> branch_;
    std::vector<Index> trunk_;  ///< supernodes above all branches
    std::vector<Update> update_;
    LineArray<Real> panel_, stack_;
    mutable std::vector<Real> ordered_, part_;
};

}  // namespace galet
