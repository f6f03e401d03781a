// The multifrontal method (DR83, DR84, Liu92) without its dense kernels: what the factors of a sparse matrix A with a
// symmetric pattern share, whether its values are symmetric (sparse_cholesky.hpp) or not (sparse_lu.hpp).
//
// A supernode with k columns and r rows below them has the front
//
//     ( A11  A12 )  k        ( diagonal  upper  )
//     ( A21  C   )  r        ( lower     update ).
//
// It adds up its entries of A and the updates of its children, is eliminated by a kernel, and passes its own update,
// C - A21 A11^-1 A12, on to its parent. Its panel holds the diagonal block and the lower part, (k + r) x k, and, unless
// the matrix is symmetric, the upper part, k x r, both column by column: dense kernels work on them in place. Updates
// lie on a stack. Subtrees that are about equally costly run in parallel, each with a stack of its own; every sum has
// one order, so the number of threads changes no bit.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "galet/core/parallel.hpp"
#include "galet/problem/row_view.hpp"
#include "galet/solvers/supernodes.hpp"

namespace galet {

/// Which part of a matrix is kept: the lower triangle when it is symmetric, else both.
enum class Triangles { lower, both };

/// Dense: a matrix, const or not.
template <class Dense>
struct Panel {
    using Strided = Eigen::Map<Dense, 0, Eigen::OuterStride<>>;
    Strided diagonal, lower;
    Eigen::Map<Dense> upper;  ///< empty when only the lower triangle is kept
};

/// A stretch of supernodes with a stack of its own.
struct Branch {
    Index first, last;
};

/// Where on the stack the update of a supernode lies.
struct UpdatePlace {
    std::int64_t work = 0;  ///< where it is built, above those of the children
    std::int64_t stay = 0;  ///< where it then stays, until the parent has taken it
};

template <class Real>
class Multifrontal {
  public:
    using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
    using Update = Eigen::Map<Matrix>;
    using Piece = Eigen::Map<Eigen::Matrix<Real, Eigen::Dynamic, 1>>;  ///< of a vector

    explicit Multifrontal(Triangles triangles) : triangles_(triangles) {}

    /// Prepares for matrices with this pattern (rows of both triangles, the diagonal among them), eliminated in about
    /// this order.
    void analyse(const Graph& pattern, std::span<const Index> order);

    /// The same from what another precision has found.
    template <class Other>
    void analyse_like(const Multifrontal<Other>& other);

    /// Panels with the entries of the matrix that has these values, in the order of the pattern.
    void gather(std::span<const double> value);

    /// Calls eliminate(supernode, panel, update) for each supernode, children first. False when one of them says so.
    template <class Eliminate>
    bool factor(const Eliminate& eliminate);

    /// Solves with the factor: forward(supernode, panel, own, part) has to solve for the supernode's own unknowns and
    /// to find the part that they add to the rows below, 0 before; backward(...) has to solve for them with part, the
    /// unknowns below. `part` lies behind `own` in memory.
    template <class Forward, class Backward>
    void solve(std::span<double> x, const Forward& forward, const Backward& backward) const;

    const Supernodes& supernodes() const { return supernodes_; }
    Panel<Matrix> panel(Index s) { return panel_at<Matrix>(panel_.data() + panel_start_[s], supernodes_.node[s]); }
    Panel<const Matrix> panel(Index s) const {
        return panel_at<const Matrix>(panel_.data() + panel_start_[s], supernodes_.node[s]);
    }
    Index nodes() const { return static_cast<Index>(supernodes_.node.size()); }
    Index size() const { return static_cast<Index>(supernodes_.order.size()); }
    std::int64_t entries() const { return panel_start_.empty() ? 0 : panel_start_.back(); }  ///< zeros included
    double flops() const;                                                                    ///< about

  private:
    template <class Other>
    friend class Multifrontal;

    void place_panels();
    void place_entries(const Graph& pattern);
    void list_children();
    void cut_branches();
    void lay_out_stack();
    void push_update(Index s, std::int64_t bottom, std::int64_t& top, std::int64_t& size);
    void assemble(Index s);
    void add_update(Index child, Index parent);
    void settle(Index s);

    template <class Eliminate>
    bool run(Index s, const Eliminate& eliminate) {
        assemble(s);
        const Index r = supernodes_.node[s].below();
        if (!eliminate(supernodes_.node[s], panel(s), Update(stack_.data() + place_[s].work, r, r))) return false;
        settle(s);
        return true;
    }
    template <class Dense, class Pointer>
    Panel<Dense> panel_at(Pointer at, const Supernode& s) const {
        const Eigen::OuterStride<> stride(s.rows);
        const Index upper = triangles_ == Triangles::both ? s.below() : 0;
        return {{at, s.columns, s.columns, stride},
                {at + s.columns, s.below(), s.columns, stride},
                {at + static_cast<std::int64_t>(s.rows) * s.columns, s.columns, upper}};
    }

    Triangles triangles_;
    Supernodes supernodes_;
    std::vector<std::int64_t> panel_start_;
    std::vector<std::int64_t> source_, target_;  ///< entry of A: where in `value`, where in the panels
    std::vector<Index> child_start_, child_;
    std::vector<Branch> branch_;
    std::vector<Index> trunk_;  ///< supernodes above all branches
    std::vector<UpdatePlace> place_;
    std::vector<char> sound_;  ///< by branch
    LineArray<Real> panel_, stack_;
    mutable std::vector<Real> ordered_, front_;
};

template <class Real>
template <class Eliminate>
bool Multifrontal<Real>::factor(const Eliminate& eliminate) {
    sound_.assign(branch_.size(), 1);
    parallel_blocks(static_cast<Index>(branch_.size()), 1, [&](std::size_t b, Index, Index) {
        for (Index s = branch_[b].first; s < branch_[b].last && sound_[b]; ++s) sound_[b] = run(s, eliminate);
    });
    return std::all_of(sound_.begin(), sound_.end(), [](char s) { return s; }) &&
           std::all_of(trunk_.begin(), trunk_.end(), [&](Index s) { return run(s, eliminate); });
}

template <class Real>
template <class Forward, class Backward>
void Multifrontal<Real>::solve(std::span<double> x, const Forward& forward, const Backward& backward) const {
    const Index n = size();
    ordered_.resize(n);
    front_.resize(n);
    for (Index k = 0; k < n; ++k) ordered_[k] = static_cast<Real>(x[supernodes_.order[k]]);
    Real* const front = front_.data();
    for (Index k = 0; k < nodes(); ++k) {
        const Supernode& s = supernodes_.node[k];
        std::copy_n(ordered_.data() + s.first, s.columns, front);
        std::fill_n(front + s.columns, s.below(), Real(0));
        forward(s, panel(k), Piece(front, s.columns), Piece(front + s.columns, s.below()));
        std::copy_n(front, s.columns, ordered_.data() + s.first);
        const Index* const row = supernodes_.row.data() + s.row_start;
        for (Index i = 0; i < s.below(); ++i) ordered_[row[i]] += front[s.columns + i];
    }
    for (Index k = nodes(); k-- > 0;) {
        const Supernode& s = supernodes_.node[k];
        const Index* const row = supernodes_.row.data() + s.row_start;
        std::copy_n(ordered_.data() + s.first, s.columns, front);
        for (Index i = 0; i < s.below(); ++i) front[s.columns + i] = ordered_[row[i]];
        backward(s, panel(k), Piece(front, s.columns), Piece(front + s.columns, s.below()));
        std::copy_n(front, s.columns, ordered_.data() + s.first);
    }
    for (Index k = 0; k < n; ++k) x[supernodes_.order[k]] = static_cast<double>(ordered_[k]);
}

extern template class Multifrontal<double>;
extern template class Multifrontal<float>;

}  // namespace galet
