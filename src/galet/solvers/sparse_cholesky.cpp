#include "galet/solvers/sparse_cholesky.hpp"

#include <Eigen/Cholesky>
#include <limits>

#include "galet/solvers/panel_kernels.hpp"

namespace galet {
namespace {

/// Columns from which on general routines, which cut matrices into blocks that fit the caches, are the faster ones.
constexpr Index kWide = 64;

template <class Dense>
auto kernels_of(const Supernode& s, Panel<Dense> panel) {
    return PanelKernels(panel.diagonal.data(), s.rows, s.columns);
}

/// A11 = L11 L11', L21 = A21 L11^-T, update -= L21 L21'. False when A11 is not positive definite.
template <class Matrix>
bool eliminate(const Supernode& s, Panel<Matrix> panel, Eigen::Map<Matrix> update) {
    if (s.columns < kWide) {
        const auto kernels = kernels_of(s, panel);
        if (!kernels.factor()) return false;
        kernels.subtract_square(update.data());
        return true;
    }
    const Eigen::LLT<Eigen::Ref<Matrix>> llt(panel.diagonal);
    if (llt.info() != Eigen::Success) return false;
    if (update.size() == 0) return true;
    panel.diagonal.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(
        panel.lower);
    update.template selfadjointView<Eigen::Lower>().rankUpdate(panel.lower, -1);
    return true;
}

}  // namespace

template <class Real>
void SparseCholesky<Real>::add_to_diagonal(std::span<const double> shift) {
    const Supernodes& all = fronts_.supernodes();
    for (Index s = 0; s < fronts_.nodes(); ++s) {
        auto diagonal = fronts_.panel(s).diagonal;
        const Index* const unknown = all.order.data() + all.node[s].first;
        for (Index k = 0; k < all.node[s].columns; ++k) diagonal(k, k) += static_cast<Real>(shift[unknown[k]]);
    }
}

template <class Real>
bool SparseCholesky<Real>::factor(std::span<const double> value, std::span<const double> shift) {
    fronts_.gather(value);
    add_to_diagonal(shift);
    return fronts_.factor([](const Supernode& s, auto panel, auto update) { return eliminate(s, panel, update); });
}

template <class Real>
void SparseCholesky<Real>::solve(std::span<double> x) const {
    fronts_.solve(
        x,
        [](const Supernode& s, const auto& panel, auto own, auto) { kernels_of(s, panel).solve_forward(own.data()); },
        [](const Supernode& s, const auto& panel, auto own, auto) { kernels_of(s, panel).solve_backward(own.data()); });
}

template <class Real>
double SparseCholesky<Real>::smallest_pivot() const {
    double smallest = std::numeric_limits<double>::max();
    for (Index s = 0; s < fronts_.nodes(); ++s) {
        for (const Real pivot : fronts_.panel(s).diagonal.diagonal()) {
            smallest = std::min(smallest, static_cast<double>(pivot * pivot));
        }
    }
    return smallest;
}

template class SparseCholesky<double>;
template class SparseCholesky<float>;

}  // namespace galet
