#include "galet/solvers/shifted_factor.hpp"

#include <algorithm>
#include <cmath>

namespace galet {

namespace {

/// Bodies that touch, each its own neighbour, ascending.
struct BodyGraph {
    std::vector<std::int64_t> start;
    std::vector<Index> column;

    explicit BodyGraph(const ContactProblem& p) {
        std::vector<std::pair<Index, Index>> edge;
        edge.reserve(2 * static_cast<std::size_t>(p.contacts()) + p.bodies());
        for (Index i = 0; i < p.bodies(); ++i) edge.emplace_back(i, i);
        for (Index c = 0; c < p.contacts(); ++c) {
            if (p.first[c] == kFixed) continue;
            edge.emplace_back(p.first[c], p.second[c]);
            edge.emplace_back(p.second[c], p.first[c]);
        }
        std::sort(edge.begin(), edge.end());
        edge.erase(std::unique(edge.begin(), edge.end()), edge.end());
        start.assign(static_cast<std::size_t>(p.bodies()) + 1, 0);
        for (const auto& [i, j] : edge) {
            ++start[i + 1];
            column.push_back(j);
        }
        for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    }
};

}  // namespace

template <int dim>
void BodySpaceFactor::list_blocks() {
    const ContactProblem& p = *problem_;
    const BodyGraph graph(p);
    start_.assign(1, 0);
    column_.clear();
    for (Index i = 0; i < p.bodies(); ++i) {
        for (int a = 0; a < dim; ++a) {
            for (std::int64_t k = graph.start[i]; k < graph.start[i + 1]; ++k) {
                for (int b = 0; b < dim; ++b) column_.push_back(graph.column[k] * dim + b);
            }
            start_.push_back(static_cast<std::int64_t>(column_.size()));
        }
    }
    const auto block = [&](Index i, Index j) {
        const auto first = graph.column.begin() + graph.start[i], last = graph.column.begin() + graph.start[i + 1];
        return start_[static_cast<std::size_t>(i) * dim] + dim * (std::lower_bound(first, last, j) - first);
    };
    block_.assign(4 * static_cast<std::size_t>(p.contacts()), 0);
    for (Index c = 0; c < p.contacts(); ++c) {
        const Index i = p.first[c], j = p.second[c];
        std::int64_t* const at = &block_[4 * static_cast<std::size_t>(c)];
        at[0] = block(j, j);
        if (i == kFixed) continue;
        at[1] = block(i, i);
        at[2] = block(i, j);
        at[3] = block(j, i);
    }
    const std::vector<Index> bodies = dissection_order({graph.start, graph.column}, dim, p.position);
    std::vector<Index> order;
    for (const Index i : bodies) {
        for (int a = 0; a < dim; ++a) order.push_back(i * dim + a);
    }
    cholesky_.analyse({start_, column_}, order);
}

void BodySpaceFactor::assign(const ContactProblem& problem, std::span<const double> sigma) {
    problem_ = &problem;
    sigma_ = sigma;
    root_.resize(problem.bodies());
    for (Index i = 0; i < problem.bodies(); ++i) root_[i] = std::sqrt(problem.inverse_mass[i]);
    with_dimension(problem.dimension, [&](auto dim) { list_blocks<dim()>(); });
    value_.resize(column_.size());
    one_.assign(start_.size() - 1, 1.0);
    y_.resize(one_.size());
}

template <int dim>
void BodySpaceFactor::fill(std::span<const double> t) {
    const ContactProblem& p = *problem_;
    std::fill(value_.begin(), value_.end(), 0.0);
    for (Index c = 0; c < p.contacts(); ++c) {
        const Index i = p.first[c], j = p.second[c];
        const Vec<dim> n = sigma_[c] * load<dim>(p.normal, c);
        const auto add = [&](std::int64_t at, Index row_body, double factor) {
            const std::int64_t width =
                start_[static_cast<std::size_t>(row_body) * dim + 1] - start_[static_cast<std::size_t>(row_body) * dim];
            for (int a = 0; a < dim; ++a) {
                for (int b = 0; b < dim; ++b) value_[at + a * width + b] += factor * n[a] * n[b];
            }
        };
        const std::int64_t* const at = &block_[4 * static_cast<std::size_t>(c)];
        add(at[0], j, root_[j] * root_[j] / t[c]);
        if (i == kFixed) continue;
        add(at[1], i, root_[i] * root_[i] / t[c]);
        add(at[2], i, -root_[i] * root_[j] / t[c]);
        add(at[3], j, -root_[i] * root_[j] / t[c]);
    }
}

bool BodySpaceFactor::factor(std::span<const double> t) {
    t_.assign(t.begin(), t.end());
    const Index pushing = problem_->pushing();
    for (Index k = 0; k < problem_->films(); ++k)
        t_[pushing + k] += sigma_[pushing + k] * sigma_[pushing + k] * problem_->softness[k];
    with_dimension(problem_->dimension, [&](auto dim) { fill<dim()>(t_); });
    return cholesky_.factor(value_, one_);
}

template <int dim>
void BodySpaceFactor::solve_with(std::span<double> x) {
    const ContactProblem& p = *problem_;
    std::fill(y_.begin(), y_.end(), 0.0);
    for (Index c = 0; c < p.contacts(); ++c) {
        const Index i = p.first[c], j = p.second[c];
        const Vec<dim> push = (sigma_[c] * x[c] / t_[c]) * load<dim>(p.normal, c);
        store<dim>(y_, j, load<dim>(y_, j) + root_[j] * push);
        if (i != kFixed) store<dim>(y_, i, load<dim>(y_, i) - root_[i] * push);
    }
    cholesky_.solve(y_);
    parallel_for(p.contacts(), [&](Index c) {
        const Index i = p.first[c], j = p.second[c];
        Vec<dim> v = root_[j] * load<dim>(y_, j);
        if (i != kFixed) v -= root_[i] * load<dim>(y_, i);
        x[c] = (x[c] - sigma_[c] * load<dim>(p.normal, c).dot(v)) / t_[c];
    });
}

void BodySpaceFactor::solve(std::span<double> x) {
    with_dimension(problem_->dimension, [&](auto dim) { solve_with<dim()>(x); });
}

}  // namespace galet
