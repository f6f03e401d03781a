#include "galet/solvers/multifrontal.hpp"

namespace galet {
namespace {

/// A branch does at most this part of all work: enough of them for any sensible number of threads.
constexpr double kBranchPart = 1.0 / 24;

double flops_of(const Supernodes& supernodes) {
    double sum = 0;
    for (const Supernode& s : supernodes.node) sum += s.flops();
    return sum;
}

/// to[index[i]] += from[i] for first <= i < last
template <class Real>
void scatter_add(const Real* from, const Index* index, Index first, Index last, Real* to) {
    for (Index i = first; i < last; ++i) to[index[i]] += from[i];
}

}  // namespace

template <class Real>
void Multifrontal<Real>::analyse(const Graph& pattern, std::span<const Index> order) {
    supernodes_ = find_supernodes(pattern, order);
    place_panels();
    place_entries(pattern);
    list_children();
    cut_branches();
    lay_out_stack();
}

template <class Real>
template <class Other>
void Multifrontal<Real>::analyse_like(const Multifrontal<Other>& other) {
    triangles_ = other.triangles_;
    supernodes_ = other.supernodes_;
    panel_start_ = other.panel_start_;
    source_ = other.source_;
    target_ = other.target_;
    child_start_ = other.child_start_;
    child_ = other.child_;
    branch_ = other.branch_;
    trunk_ = other.trunk_;
    place_ = other.place_;
    panel_.resize(other.panel_.size());
    stack_.resize(other.stack_.size());
}

template <class Real>
void Multifrontal<Real>::place_panels() {
    panel_start_.assign(1, 0);
    for (const Supernode& s : supernodes_.node) {
        const std::int64_t width = s.rows + (triangles_ == Triangles::both ? s.below() : 0);
        panel_start_.push_back(panel_start_.back() + width * s.columns);
    }
    panel_.resize(panel_start_.back());
}

template <class Real>
void Multifrontal<Real>::place_entries(const Graph& pattern) {
    source_.clear();
    target_.clear();
    const auto add = [&](std::int64_t k, Index i, Index j) {
        const Index index = supernodes_.of_column[std::min(i, j)];
        const Supernode& s = supernodes_.node[index];
        const std::int64_t row = supernodes_.row_in(s, i), column = supernodes_.row_in(s, j), width = s.columns;
        source_.push_back(k);
        target_.push_back(panel_start_[index] +
                          (column < width ? column * s.rows + row : width * s.rows + (column - width) * width + row));
    };
    for (Index i = 0; i < pattern.nodes(); ++i) {
        const Index unknown = supernodes_.order[i];
        for (std::int64_t k = pattern.start[unknown]; k < pattern.start[unknown + 1]; ++k) {
            const Index j = supernodes_.place[pattern.column[k]];
            if (triangles_ == Triangles::both) {
                add(k, i, j);
            } else if (j >= i) {
                add(k, j, i);  // a symmetric matrix: rows are columns
            }
        }
    }
}

template <class Real>
void Multifrontal<Real>::list_children() {
    const std::vector<Supernode>& node = supernodes_.node;
    child_start_.assign(node.size() + 2, 0);
    for (const Supernode& s : node) {
        if (s.parent >= 0) ++child_start_[s.parent + 2];
    }
    for (std::size_t s = 2; s < child_start_.size(); ++s) child_start_[s] += child_start_[s - 1];
    child_.resize(child_start_.back());
    for (Index s = 0; s < nodes(); ++s) {
        if (node[s].parent >= 0) child_[child_start_[node[s].parent + 1]++] = s;
    }
}

template <class Real>
void Multifrontal<Real>::cut_branches() {
    const std::vector<Supernode>& node = supernodes_.node;
    std::vector<double> work(node.size(), 0.0);
    std::vector<Index> first(node.size());  // of the subtree
    for (Index s = 0; s < nodes(); ++s) first[s] = s;
    for (Index s = 0; s < nodes(); ++s) {
        work[s] += node[s].flops();
        if (node[s].parent < 0) continue;
        work[node[s].parent] += work[s];
        first[node[s].parent] = std::min(first[node[s].parent], first[s]);
    }
    branch_.clear();
    trunk_.clear();
    const double limit = kBranchPart * flops_of(supernodes_);
    for (Index s = 0; s < nodes(); ++s) {
        if (work[s] > limit) {
            trunk_.push_back(s);
        } else if (node[s].parent < 0 || work[node[s].parent] > limit) {
            branch_.push_back({first[s], s + 1});
        }
    }
}

template <class Real>
void Multifrontal<Real>::lay_out_stack() {
    place_.assign(supernodes_.node.size(), {});
    std::int64_t size = 0;
    for (const Branch& branch : branch_) {
        const std::int64_t bottom = size;
        std::int64_t top = bottom;
        for (Index s = branch.first; s < branch.last; ++s) push_update(s, bottom, top, size);
    }
    const std::int64_t bottom = size;
    std::int64_t top = bottom;
    for (const Index s : trunk_) push_update(s, bottom, top, size);
    stack_.resize(size);
}

template <class Real>
void Multifrontal<Real>::push_update(Index s, std::int64_t bottom, std::int64_t& top, std::int64_t& size) {
    const std::int64_t r = supernodes_.node[s].below();
    place_[s] = {top, top};
    // The children's updates are the last ones on this stack; those of branches, below the trunk, lie elsewhere.
    for (Index k = child_start_[s]; k < child_start_[s + 1]; ++k) {
        const std::int64_t place = place_[child_[k]].stay;
        if (place >= bottom) place_[s].stay = std::min(place_[s].stay, place);
    }
    top = place_[s].stay + r * r;
    size = std::max({size, place_[s].work + r * r, top});
}

template <class Real>
void Multifrontal<Real>::gather(std::span<const double> value) {
    parallel_blocks(nodes(), 256, [&](std::size_t, Index first, Index last) {
        std::fill(panel_.begin() + panel_start_[first], panel_.begin() + panel_start_[last], Real(0));
    });
    for (std::size_t k = 0; k < source_.size(); ++k) panel_[target_[k]] = static_cast<Real>(value[source_[k]]);
}

template <class Real>
void Multifrontal<Real>::assemble(Index s) {
    const std::int64_t r = supernodes_.node[s].below();
    std::fill_n(stack_.data() + place_[s].work, r * r, Real(0));
    for (Index k = child_start_[s]; k < child_start_[s + 1]; ++k) add_update(child_[k], s);
}

template <class Real>
void Multifrontal<Real>::add_update(Index child, Index parent) {
    const Supernode &c = supernodes_.node[child], &s = supernodes_.node[parent];
    const Index r = c.below(), below = s.below();
    const Index* const in_parent = supernodes_.in_parent.data() + c.row_start;
    const Index own = static_cast<Index>(std::lower_bound(in_parent, in_parent + r, s.columns) - in_parent);
    const Real* update = stack_.data() + place_[child].stay;
    Real* const panel = panel_.data() + panel_start_[parent];
    Real* const upper = panel + static_cast<std::int64_t>(s.rows) * s.columns;
    Real* const to = stack_.data() + place_[parent].work - s.columns;
    for (Index j = 0; j < r; ++j, update += r) {
        const Index first = triangles_ == Triangles::both ? 0 : j;
        const std::int64_t column = in_parent[j];
        if (j < own) {
            scatter_add(update, in_parent, first, r, panel + column * s.rows);
        } else {
            scatter_add(update, in_parent, first, own, upper + (column - s.columns) * s.columns);
            scatter_add(update, in_parent, std::max(first, own), r, to + (column - s.columns) * below);
        }
    }
}

template <class Real>
void Multifrontal<Real>::settle(Index s) {
    const std::int64_t r = supernodes_.node[s].below();
    const Real* const work = stack_.data() + place_[s].work;
    if (place_[s].stay != place_[s].work) std::copy(work, work + r * r, stack_.data() + place_[s].stay);
}

template <class Real>
double Multifrontal<Real>::flops() const {
    return (triangles_ == Triangles::both ? 2 : 1) * flops_of(supernodes_);
}

template class Multifrontal<double>;
template class Multifrontal<float>;
template void Multifrontal<double>::analyse_like(const Multifrontal<float>&);

}  // namespace galet
