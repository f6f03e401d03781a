#include "galet/detection/wall_search.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace galet {
namespace {

/// Up to so many walls with an end, looking at all of them costs no more than looking into cells.
constexpr std::size_t kFew = 12;

/// Cells a wall, about.
constexpr double kCellsPerWall = 4;

/// Cells along an axis: fewer than walls times cells a wall, whatever rounding does.
constexpr double kMostAlong = 1e9;

/// Against rounding, of the edge of a cell.
constexpr double kGuard = 1e-6;

struct Bounds {
    Point low, high;
};

std::optional<Bounds> bounds_of(const Wall& wall) {
    if (const auto* segment = std::get_if<Segment>(&wall)) {
        Bounds bounds{segment->from, segment->from};
        for (std::size_t k = 0; k < 3; ++k) {
            bounds.low[k] = std::min(segment->from[k], segment->to[k]);
            bounds.high[k] = std::max(segment->from[k], segment->to[k]);
        }
        return bounds;
    }
    if (const auto* block = std::get_if<Block>(&wall)) return Bounds{block->min, block->max};
    if (const auto* ball = std::get_if<Ball>(&wall)) {
        Bounds bounds{ball->center, ball->center};
        for (std::size_t k = 0; k < 3; ++k) {
            bounds.low[k] -= ball->radius;
            bounds.high[k] += ball->radius;
        }
        return bounds;
    }
    return {};
}

}  // namespace

void WallSearch::build(int dimension, std::span<const Wall> walls) {
    walls_ = walls.size();
    always_.clear();
    start_.clear();
    list_.clear();
    std::vector<Index> bounded;
    for (std::size_t w = 0; w < walls.size(); ++w) {
        (bounds_of(walls[w]) ? bounded : always_).push_back(static_cast<Index>(w));
    }
    const bool cells = bounded.size() > kFew && choose_cells(dimension, walls, bounded);
    if (!cells) {
        always_.clear();
        for (std::size_t w = 0; w < walls.size(); ++w) always_.push_back(static_cast<Index>(w));
        return;
    }
    with_dimension(dimension, [&](auto dim) { list_walls<dim()>(walls, bounded); });
}

/// False where coordinates are so large, or so near each other, that cells have no finite number.
bool WallSearch::choose_cells(int dimension, std::span<const Wall> walls, std::span<const Index> bounded) {
    low_.fill(std::numeric_limits<double>::max());
    high_.fill(std::numeric_limits<double>::lowest());
    for (const Index w : bounded) {
        const Bounds bounds = *bounds_of(walls[w]);
        for (std::size_t k = 0; k < 3; ++k) {
            low_[k] = std::min(low_[k], bounds.low[k]);
            high_[k] = std::max(high_[k], bounds.high[k]);
        }
    }
    double longest = 0, volume = 1;
    for (int k = 0; k < dimension; ++k) longest = std::max(longest, high_[k] - low_[k]);
    const double cells = kCellsPerWall * static_cast<double>(bounded.size());
    for (int k = 0; k < dimension; ++k) volume *= std::max(high_[k] - low_[k], longest / cells);
    const double edge = std::pow(volume / cells, 1.0 / dimension);
    inverse_edge_ = 1 / edge;
    if (!std::isfinite(edge) || !std::isfinite(inverse_edge_)) return false;
    count_ = {1, 1, 1};
    for (int k = 0; k < dimension; ++k) {
        low_[k] -= kGuard * edge;
        high_[k] += kGuard * edge;
        const double along = std::floor((high_[k] - low_[k]) * inverse_edge_);
        if (!(along < kMostAlong)) return false;
        count_[k] = static_cast<Index>(along) + 1;
    }
    return true;
}

/// Lists the walls in the cells, by counting first.
template <int dim>
void WallSearch::list_walls(std::span<const Wall> walls, std::span<const Index> bounded) {
    const double edge = 1 / inverse_edge_;
    const double touching = (0.5 * std::sqrt(static_cast<double>(dim)) + kGuard) * edge;
    const auto for_each_listing = [&](auto&& list) {
        for (const Index w : bounded) {
            const Bounds bounds = *bounds_of(walls[w]);
            const Vec<dim> guard = Vec<dim>::Constant(kGuard * edge);
            for_each_cell<dim>(to_vec<dim>(bounds.low) - guard, to_vec<dim>(bounds.high) + guard, [&](const Cell& c) {
                Vec<dim> middle;
                for (int k = 0; k < dim; ++k) middle[k] = low_[k] + (c[k] + 0.5) * edge;
                if (separate<dim>(walls[w], middle, 0.0).distance <= touching) list(bucket(c), w);
            });
        }
    };
    const std::size_t buckets = bucket({count_[0] - 1, count_[1] - 1, count_[2] - 1}) + 1;
    start_.assign(buckets + 2, 0);
    for_each_listing([&](std::size_t b, Index) { ++start_[b + 2]; });
    for (std::size_t b = 2; b < start_.size(); ++b) start_[b] += start_[b - 1];
    list_.resize(static_cast<std::size_t>(start_.back()));
    for_each_listing([&](std::size_t b, Index w) { list_[start_[b + 1]++] = w; });
}

}  // namespace galet
