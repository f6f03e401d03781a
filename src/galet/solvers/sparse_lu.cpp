#include "galet/solvers/sparse_lu.hpp"

#include <Eigen/LU>
#include <utility>

namespace galet {
namespace {

/// One row after the other, as they were swapped.
template <class Column>
void swap_rows(const Index* swap, Column&& x) {
    for (Eigen::Index k = 0; k < x.size(); ++k) std::swap(x[k], x[swap[k]]);
}

/// Q A11 = L11 U11, in place: the kernel of Eigen::PartialPivLU, which itself allocates a permutation every time.
template <class Block>
bool factor_diagonal(Block& a, Index* swap) {
    using Kernel = Eigen::internal::partial_lu_impl<typename Block::Scalar, Eigen::ColMajor, Index>;
    Index swaps = 0;
    Kernel::blocked_lu(a.rows(), a.cols(), a.data(), a.outerStride(), swap, swaps);
    const auto pivot = a.diagonal().array();
    return (pivot != 0).all() && pivot.isFinite().all();
}

/// Q A11 = L11 U11, L21 = A21 U11^-1, U12 = L11^-1 Q A12, update -= L21 U12.
template <class Matrix>
bool eliminate(Panel<Matrix> panel, Eigen::Map<Matrix> update, Index* swap) {
    if (!factor_diagonal(panel.diagonal, swap)) return false;
    if (update.size() == 0) return true;
    for (Eigen::Index j = 0; j < panel.upper.cols(); ++j) swap_rows(swap, panel.upper.col(j));
    panel.diagonal.template triangularView<Eigen::UnitLower>().solveInPlace(panel.upper);
    panel.diagonal.template triangularView<Eigen::Upper>().template solveInPlace<Eigen::OnTheRight>(panel.lower);
    update.noalias() -= panel.lower * panel.upper;
    return true;
}

}  // namespace

template <class Real>
void SparseLu<Real>::analyse(const Graph& pattern, std::span<const Index> order) {
    fronts_.analyse(pattern, order);
    swap_.resize(pattern.nodes());
}

template <class Real>
bool SparseLu<Real>::factor(std::span<const double> value) {
    fronts_.gather(value);
    return fronts_.factor(
        [&](const Supernode& s, auto panel, auto update) { return eliminate(panel, update, swap_.data() + s.first); });
}

template <class Real>
void SparseLu<Real>::solve(std::span<double> x) const {
    fronts_.solve(
        x,
        [&](const Supernode& s, const auto& panel, auto own, auto part) {
            swap_rows(swap_.data() + s.first, own);
            panel.diagonal.template triangularView<Eigen::UnitLower>().solveInPlace(own);
            part.noalias() -= panel.lower * own;
        },
        [](const Supernode&, const auto& panel, auto own, const auto& part) {
            own.noalias() -= panel.upper * part;
            panel.diagonal.template triangularView<Eigen::Upper>().solveInPlace(own);
        });
}

template class SparseLu<double>;
template class SparseLu<float>;

}  // namespace galet
