// The dense panels of a sparse Cholesky factor: L11, a lower triangle, above L21, column by column. Panels are small
// and many, a dozen columns and three times as many rows as a rule: what calls to general routines cost would count,
// and so would rows one by one. Columns come in fours, rows in packs; the last pack of a column overlaps the one
// before, with weight 0 where they do.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "galet/core/pack.hpp"

namespace galet {

/// Entry: float or double, const where the factor is only used.
template <class Entry>
class PanelKernels {
  public:
    using Real = std::remove_const_t<Entry>;
    static constexpr int kWidth = kPackWidthOf<Real>, kColumns = 4;
    using Numbers = Pack<kWidth, Real>;

    /// A panel of `rows` x `columns`, the triangle on top.
    PanelKernels(Entry* entry, Index rows, Index columns) : entry_(entry), rows_(rows), columns_(columns) {}

    /// A11 = L11 L11', L21 = A21 L11^-T, in place. False when A11 is not positive definite.
    bool factor() const {
        for (Index l = 0; l < columns_; l += kColumns) {
            const Index count = std::min<Index>(kColumns, columns_ - l);
            subtract_products(0, l, count, l, column(l), rows_);
            if (!factor_columns(l, count)) return false;
        }
        return true;
    }

    /// C -= L21 L21' for the lower triangle of C, column by column; of what is above it, some entries change.
    void subtract_square(Real* c) const {
        const Index r = rows_ - columns_;
        for (Index l = 0; l < r; l += kColumns) {
            const Index count = std::min<Index>(kColumns, r - l);
            subtract_products(columns_, columns_ + l, count, columns_, c + std::ptrdiff_t{l} * r, r);
        }
    }

    /// x = (x1, x2): x1 <- L11^-1 x1, x2 <- x2 - L21 x1.
    void solve_forward(Real* x) const {
        Index j = 0;
        for (; j + kColumns <= columns_; j += kColumns) {
            const Columns l = four(j);
            const Real a = x[j] /= l[0][j];
            const Real b = x[j + 1] = (x[j + 1] - l[0][j + 1] * a) / l[1][j + 1];
            const Real c = x[j + 2] = (x[j + 2] - l[0][j + 2] * a - l[1][j + 2] * b) / l[2][j + 2];
            const Real d = x[j + 3] = (x[j + 3] - l[0][j + 3] * a - l[1][j + 3] * b - l[2][j + 3] * c) / l[3][j + 3];
            for_packs(0, j + kColumns, [&](auto width, Index i, const auto& weight) {
                constexpr int w = width();
                const Pack<w, Real> pushed = (load_pack<w>(l[0], i) * a + load_pack<w>(l[1], i) * b) +
                                             (load_pack<w>(l[2], i) * c + load_pack<w>(l[3], i) * d);
                store_pack<w>(x, i, load_pack<w>(x, i) - weight * pushed);
            });
        }
        for (; j < columns_; ++j) {
            const Real* const l = column(j);
            const Real a = x[j] /= l[j];
            for (Index i = j + 1; i < rows_; ++i) x[i] -= l[i] * a;
        }
    }

    /// x = (x1, x2): x1 <- L11^-T (x1 - L21' x2).
    void solve_backward(Real* x) const {
        Index end = columns_;
        for (; end % kColumns != 0; --end) {
            const Real* const l = column(end - 1);
            Real sum = 0;
            for (Index i = end; i < rows_; ++i) sum += l[i] * x[i];
            x[end - 1] = (x[end - 1] - sum) / l[end - 1];
        }
        for (Index j = end - kColumns; j >= 0; j -= kColumns) {
            const Columns l = four(j);
            std::array<Numbers, kColumns> sums = {Numbers::Zero(), Numbers::Zero(), Numbers::Zero(), Numbers::Zero()};
            for_packs(0, j + kColumns, [&](auto width, Index i, const auto& weight) {
                constexpr int w = width();
                const Pack<w, Real> below = weight * load_pack<w>(x, i);
                for (int q = 0; q < kColumns; ++q) sums[q].template head<w>() += load_pack<w>(l[q], i) * below;
            });
            const Real d = x[j + 3] = (x[j + 3] - sums[3].sum()) / l[3][j + 3];
            const Real c = x[j + 2] = (x[j + 2] - sums[2].sum() - l[2][j + 3] * d) / l[2][j + 2];
            const Real b = x[j + 1] = (x[j + 1] - sums[1].sum() - l[1][j + 3] * d - l[1][j + 2] * c) / l[1][j + 1];
            x[j] = (x[j] - sums[0].sum() - l[0][j + 3] * d - l[0][j + 2] * c - l[0][j + 1] * b) / l[0][j];
        }
    }

  private:
    using Columns = std::array<Entry*, kColumns>;

    Entry* column(Index j) const { return entry_ + static_cast<std::ptrdiff_t>(j) * rows_; }
    Columns four(Index j) const { return {column(j), column(j + 1), column(j + 2), column(j + 3)}; }

    /// Calls visit(width, i, weight) for packs that cover the rows from `first` on and none above `top`; weight is 0
    /// for rows that do not count: those above `first` and those that were in the pack before.
    template <class Visit>
    void for_packs(Index top, Index first, const Visit& visit) const {
        constexpr std::integral_constant<int, kWidth> whole;
        constexpr std::integral_constant<int, 1> single;
        Index i = first;
        for (; i + kWidth <= rows_; i += kWidth) visit(whole, i, Real(1));
        if (i == rows_) return;
        if (rows_ - top < kWidth) {
            for (; i < rows_; ++i) visit(single, i, Real(1));
            return;
        }
        const Index last = rows_ - kWidth;
        visit(whole, last, load_pack<kWidth>(kWeights.data(), kWidth - (i - last)));
    }

    /// to(i, q) -= sum over the first `depth` columns j of L(i, j) L(l + q, j), q < count, for rows i >= l; `to` begins
    /// with row `top`.
    void subtract_products(Index top, Index l, Index count, Index depth, Real* to, Index stride) const {
        if (depth == 0) return;
        if (count == kColumns) {
            for_packs(top, l, [&](auto width, Index i, const auto& weight) {
                constexpr int w = width();
                using Few = Pack<w, Real>;
                Few a = Few::Zero(), b = a, c = a, d = a;
                for (Index j = 0; j < depth; ++j) {
                    const Real *const from = column(j), *const across = from + l;
                    const Few row = load_pack<w>(from, i);
                    a += row * across[0];
                    b += row * across[1];
                    c += row * across[2];
                    d += row * across[3];
                }
                const auto subtract = [&](Index q, const Few& sum) {
                    Real* const target = to + static_cast<std::ptrdiff_t>(q) * stride;
                    store_pack<w>(target, i - top, load_pack<w>(target, i - top) - weight * sum);
                };
                subtract(0, a);
                subtract(1, b);
                subtract(2, c);
                subtract(3, d);
            });
            return;
        }
        for (Index q = 0; q < count; ++q) {
            Real* const target = to + static_cast<std::ptrdiff_t>(q) * stride;
            for_packs(top, l, [&](auto width, Index i, const auto& weight) {
                constexpr int w = width();
                Pack<w, Real> sum = Pack<w, Real>::Zero();
                for (Index j = 0; j < depth; ++j) sum += load_pack<w>(column(j), i) * column(j)[l + q];
                store_pack<w>(target, i - top, load_pack<w>(target, i - top) - weight * sum);
            });
        }
    }

    /// Columns l .. l + count - 1, from which those before have been subtracted.
    bool factor_columns(Index l, Index count) const {
        for (Index q = 0; q < count; ++q) {
            Real* const own = column(l + q);
            for (Index p = 0; p < q; ++p) {
                const Real *const before = column(l + p), factor = before[l + q];
                for (Index i = l + q; i < rows_; ++i) own[i] -= factor * before[i];
            }
            const Real pivot = own[l + q];
            if (!(pivot > 0) || !std::isfinite(pivot)) return false;
            const Real root = std::sqrt(pivot), inverse = 1 / root;
            own[l + q] = root;
            for (Index i = l + q + 1; i < rows_; ++i) own[i] *= inverse;
        }
        return true;
    }

    static constexpr std::array<Real, 2 * kWidth> make_weights() {
        std::array<Real, 2 * kWidth> weights{};
        for (int k = kWidth; k < 2 * kWidth; ++k) weights[k] = 1;
        return weights;
    }
    /// Zeros, then ones.
    static constexpr std::array<Real, 2 * kWidth> kWeights = make_weights();

    Entry* entry_;
    Index rows_, columns_;
};

}  // namespace galet
