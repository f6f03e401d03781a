#include "galet/solvers/body_matrix.hpp"

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

void BodyMatrix::assign(const ContactProblem& p, int width) {
    const BodyGraph graph(p);
    width_ = width;
    start_.assign(1, 0);
    column_.clear();
    for (Index i = 0; i < p.bodies(); ++i) {
        for (int a = 0; a < width; ++a) {
            for (std::int64_t k = graph.start[i]; k < graph.start[i + 1]; ++k) {
                for (int b = 0; b < width; ++b) column_.push_back(graph.column[k] * width + b);
            }
            start_.push_back(static_cast<std::int64_t>(column_.size()));
        }
    }
    value_.resize(column_.size());
    const auto block = [&](Index i, Index j) {
        const auto begin = graph.column.begin() + graph.start[i], end = graph.column.begin() + graph.start[i + 1];
        return start_[static_cast<std::size_t>(i) * width] + width * (std::lower_bound(begin, end, j) - begin);
    };
    diagonal_.clear();
    for (Index i = 0; i < p.bodies(); ++i) {
        for (int a = 0; a < width; ++a) diagonal_.push_back(block(i, i) + a * stride_of(i) + a);
    }
    places_.resize(p.contacts());
    for (Index c = 0; c < p.contacts(); ++c) {
        const Index i = p.first[c], j = p.second[c];
        const bool fixed = i == kFixed;
        places_[c] = {{i, j},
                      {{fixed ? 0 : block(i, i), fixed ? 0 : block(i, j)}, {fixed ? 0 : block(j, i), block(j, j)}}};
    }
    order_.clear();
    for (const Index i : dissection_order({graph.start, graph.column}, p.dimension, p.position)) {
        for (int a = 0; a < width; ++a) order_.push_back(i * width + a);
    }
}

}  // namespace galet
