#include "galet/solvers/sparse_cholesky.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <limits>

#include "galet/core/parallel.hpp"

namespace galet {
namespace {

/// A branch does at most this part of all work: enough of them for any sensible number of threads.
constexpr double kBranchPart = 1.0 / 24;

using Stride = Eigen::OuterStride<>;
template <class Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
template <class Real>
using Block = Eigen::Map<Matrix<Real>, 0, Stride>;
template <class Real>
using ConstBlock = Eigen::Map<const Matrix<Real>, 0, Stride>;

/// Panels have their rows as leading dimension.
template <class Real>
ConstBlock<Real> triangle(const Real* panel, const Supernode& s) {
    return {panel, s.columns, s.columns, Stride(s.rows)};
}
template <class Real>
ConstBlock<Real> lower_part(const Real* panel, const Supernode& s) {
    return {panel + s.columns, s.below(), s.columns, Stride(s.rows)};
}

}  // namespace

template <class Real>
void SparseCholesky<Real>::analyse(const Graph& pattern, std::span<const Index> order) {
    supernodes_ = find_supernodes(pattern, order);
    const Index n = pattern.nodes();
    source_.clear();
    target_.clear();
    diagonal_.resize(n);
    for (Index j = 0; j < n; ++j) {
        const Index unknown = supernodes_.order[j];
        const Supernode& s = supernodes_.node[supernodes_.of_column[j]];
        const std::int64_t column = s.panel + static_cast<std::int64_t>(j - s.first) * s.rows;
        diagonal_[unknown] = column + (j - s.first);
        for (std::int64_t k = pattern.start[unknown]; k < pattern.start[unknown + 1]; ++k) {
            const Index i = supernodes_.place[pattern.column[k]];
            if (i < j) continue;
            source_.push_back(k);
            target_.push_back(column + supernodes_.row_in(s, i));
        }
    }
    cut_branches();
    panel_.resize(supernodes_.panel_size);
}

template <class Real>
void SparseCholesky<Real>::cut_branches() {
    const std::vector<Supernode>& node = supernodes_.node;
    const Index count = static_cast<Index>(node.size());
    child_start_.assign(count + 2, 0);
    std::vector<double> work(count, 0.0);
    std::vector<Index> first(count);  // of the subtree
    for (Index s = 0; s < count; ++s) first[s] = s;
    for (Index s = 0; s < count; ++s) {
        work[s] += node[s].flops();
        if (node[s].parent < 0) continue;
        work[node[s].parent] += work[s];
        first[node[s].parent] = std::min(first[node[s].parent], first[s]);
        ++child_start_[node[s].parent + 2];
    }
    for (Index s = 2; s < count + 2; ++s) child_start_[s] += child_start_[s - 1];
    child_.resize(child_start_.back());
    for (Index s = 0; s < count; ++s) {
        if (node[s].parent >= 0) child_[child_start_[node[s].parent + 1]++] = s;
    }

    branch_.clear();
    trunk_.clear();
    update_.assign(count, {});
    const double limit = kBranchPart * flops();
    std::int64_t size = 0;
    const auto is_branch = [&](Index s) {
        return work[s] <= limit && (node[s].parent < 0 || work[node[s].parent] > limit);
    };
    for (Index s = 0; s < count; ++s) {
        if (is_branch(s)) {
            branch_.push_back({first[s], s + 1});
            const std::int64_t bottom = size;
            std::int64_t top = bottom;
            for (Index k = first[s]; k <= s; ++k) lay_out_stack(k, bottom, top, size);
        } else if (work[s] > limit) {
            trunk_.push_back(s);
        }
    }
    const std::int64_t bottom = size;
    std::int64_t top = bottom;
    for (const Index s : trunk_) lay_out_stack(s, bottom, top, size);
    stack_.resize(size);
}

template <class Real>
void SparseCholesky<Real>::lay_out_stack(Index s, std::int64_t bottom, std::int64_t& top, std::int64_t& size) {
    const std::int64_t r = supernodes_.node[s].below();
    update_[s] = {top, top};
    // The children's updates are the last ones on this stack; those of branches, below the trunk, lie elsewhere.
    for (Index k = child_start_[s]; k < child_start_[s + 1]; ++k) {
        const std::int64_t place = update_[child_[k]].place;
        if (place >= bottom) update_[s].place = std::min(update_[s].place, place);
    }
    top = update_[s].place + r * r;
    size = std::max({size, update_[s].work + r * r, top});
}

template <class Real>
void SparseCholesky<Real>::gather(std::span<const double> value, std::span<const double> shift) {
    parallel_blocks(static_cast<Index>(supernodes_.node.size()), 256, [&](std::size_t, Index first, Index last) {
        const Supernode& end = supernodes_.node[last - 1];
        std::fill(panel_.begin() + supernodes_.node[first].panel,
                  panel_.begin() + end.panel + static_cast<std::int64_t>(end.rows) * end.columns, Real(0));
    });
    for (std::size_t k = 0; k < source_.size(); ++k) panel_[target_[k]] = static_cast<Real>(value[source_[k]]);
    for (std::size_t c = 0; c < diagonal_.size(); ++c) panel_[diagonal_[c]] += static_cast<Real>(shift[c]);
}

template <class Real>
void SparseCholesky<Real>::add_update(const Supernode& child, const Real* update, const Supernode& s, Real* to) {
    const Index* in_parent = supernodes_.in_parent.data() + child.row_start;
    const Index r = child.below(), below = s.below();
    Real* const panel = panel_.data() + s.panel;
    for (Index j = 0; j < r; ++j) {
        const std::int64_t column = in_parent[j];
        Real* const into = column < s.columns ? panel + column * s.rows : to + (column - s.columns) * below - s.columns;
        for (Index i = j; i < r; ++i) into[in_parent[i]] += update[static_cast<std::int64_t>(j) * r + i];
    }
}

template <class Real>
bool SparseCholesky<Real>::eliminate(Index index) {
    const Supernode& s = supernodes_.node[index];
    const std::int64_t r = s.below();
    Real* const work = stack_.data() + update_[index].work;
    std::fill_n(work, r * r, Real(0));
    for (Index k = child_start_[index]; k < child_start_[index + 1]; ++k) {
        add_update(supernodes_.node[child_[k]], stack_.data() + update_[child_[k]].place, s, work);
    }
    Real* const panel = panel_.data() + s.panel;
    Block<Real> top(panel, s.columns, s.columns, Stride(s.rows));
    const Eigen::LLT<Eigen::Ref<Matrix<Real>>> llt(top);
    if (llt.info() != Eigen::Success) return false;
    if (r == 0) return true;
    Block<Real> low(panel + s.columns, r, s.columns, Stride(s.rows));
    top.template triangularView<Eigen::Lower>().transpose().template solveInPlace<Eigen::OnTheRight>(low);
    Eigen::Map<Matrix<Real>> update(work, r, r);
    update.template selfadjointView<Eigen::Lower>().rankUpdate(low, Real(-1));
    if (update_[index].place != update_[index].work) {
        std::copy(work, work + r * r, stack_.data() + update_[index].place);
    }
    return true;
}

template <class Real>
bool SparseCholesky<Real>::factor(std::span<const double> value, std::span<const double> shift) {
    gather(value, shift);
    std::vector<char> sound(branch_.size(), 1);
    parallel_blocks(static_cast<Index>(branch_.size()), 1, [&](std::size_t b, Index, Index) {
        for (Index s = branch_[b].first; s < branch_[b].last && sound[b]; ++s) sound[b] = eliminate(s);
    });
    return std::all_of(sound.begin(), sound.end(), [](char s) { return s; }) &&
           std::all_of(trunk_.begin(), trunk_.end(), [&](Index s) { return eliminate(s); });
}

template <class Real>
void SparseCholesky<Real>::solve(std::span<double> x) const {
    using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
    const Index n = size();
    ordered_.resize(n);
    part_.resize(n);
    for (Index k = 0; k < n; ++k) ordered_[k] = static_cast<Real>(x[supernodes_.order[k]]);
    for (const Supernode& s : supernodes_.node) {
        const Real* const panel = panel_.data() + s.panel;
        Eigen::Map<Vector> own(ordered_.data() + s.first, s.columns), part(part_.data(), s.below());
        triangle(panel, s).template triangularView<Eigen::Lower>().solveInPlace(own);
        part.noalias() = lower_part(panel, s) * own;
        const Index* const row = supernodes_.row.data() + s.row_start;
        for (Index i = 0; i < s.below(); ++i) ordered_[row[i]] -= part_[i];
    }
    for (auto s = supernodes_.node.rbegin(); s != supernodes_.node.rend(); ++s) {
        const Real* const panel = panel_.data() + s->panel;
        Eigen::Map<Vector> own(ordered_.data() + s->first, s->columns), part(part_.data(), s->below());
        const Index* const row = supernodes_.row.data() + s->row_start;
        for (Index i = 0; i < s->below(); ++i) part_[i] = ordered_[row[i]];
        own.noalias() -= lower_part(panel, *s).transpose() * part;
        triangle(panel, *s).transpose().template triangularView<Eigen::Upper>().solveInPlace(own);
    }
    for (Index k = 0; k < n; ++k) x[supernodes_.order[k]] = static_cast<double>(ordered_[k]);
}

template <class Real>
double SparseCholesky<Real>::flops() const {
    double sum = 0;
    for (const Supernode& s : supernodes_.node) sum += s.flops();
    return sum;
}

template <class Real>
double SparseCholesky<Real>::smallest_pivot() const {
    double smallest = std::numeric_limits<double>::max();
    for (const std::int64_t d : diagonal_) smallest = std::min(smallest, static_cast<double>(panel_[d] * panel_[d]));
    return smallest;
}

template class SparseCholesky<double>;
template class SparseCholesky<float>;

}  // namespace galet
