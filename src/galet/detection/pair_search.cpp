#include "galet/detection/pair_search.hpp"

#include <algorithm>
#include <bit>

namespace galet {
namespace {

/// Levels finer than this hold everything smaller: 2^20 of size ratio is more than any scene has.
constexpr int kMostLevels = 20;

/// Buckets along an axis: at least this many, so that the three cells a body looks at are three buckets.
constexpr std::int64_t kFewestBuckets = 4;

/// and at most this many, so that their product is a number.
constexpr std::int64_t kMostBuckets = 1 << 20;

/// The power of two that holds so many cells, within these bounds.
std::int64_t wrapped_count(std::int64_t cells) {
    const auto bounded = static_cast<std::uint64_t>(std::clamp(cells, kFewestBuckets, kMostBuckets));
    return static_cast<std::int64_t>(std::bit_ceil(bounded));
}

/// Of the coarsest cells [m]: the number of cells in a metre must be finite.
constexpr double kSmallestEdge = 1e-290;

/// Enlarges R against rounding of distances: some units in the last place.
constexpr double kRoundingGuard = 1 + 1e-14;

/// The exponent of x >= 1: floor(log2 x).
int whole_log2(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52) - 1023; }

double largest_of(std::span<const double> values) {
    return ordered_max(static_cast<Index>(values.size()), 0.0, [&](Index i) { return values[i]; });
}

}  // namespace

void PairSearch::build(int dimension, std::span<const double> position, std::span<const double> effective_radius) {
    with_dimension(dimension, [&](auto dim) { sort_into_cells<dim()>(position, effective_radius); });
}

template <int dim>
void PairSearch::shape_level(Level& level, const Vec<dim>& low, const Vec<dim>& high, Index bodies) {
    const double most = std::max(64.0, 2.0 * bodies);
    double cells = 1;
    for (int k = 0; k < dim; ++k) {
        level.lowest[k] = cell_of(low[k], level.inverse_edge);
        level.highest[k] = cell_of(high[k], level.inverse_edge);
        cells *= static_cast<double>(level.highest[k] - level.lowest[k]) + 1;
    }
    for (int k = 0; k < dim; ++k) {
        const std::int64_t needed = level.highest[k] - level.lowest[k] + 1;
        level.count[k] = cells <= most ? needed : wrapped_count(needed);
        level.mask[k] = cells <= most ? std::int64_t{-1} : 0;
    }
    if (cells > most) {
        while (static_cast<double>(level.count[0] * level.count[1] * level.count[2]) > most) {
            std::int64_t& largest = *std::max_element(level.count.begin(), level.count.end());
            if (largest <= kFewestBuckets) break;
            largest /= 2;
        }
        for (int k = 0; k < dim; ++k) level.mask[k] = level.count[k] - 1;
    }
    level.buckets = static_cast<std::size_t>(level.count[0] * level.count[1] * level.count[2]);
}

template <int dim>
void PairSearch::sort_into_cells(std::span<const double> position, std::span<const double> effective_radius) {
    const Index n = static_cast<Index>(effective_radius.size());
    order_.resize(n);
    level_of_.resize(n);
    radius_.resize(n);
    position_.resize(static_cast<std::size_t>(n) * dim);
    bucket_.resize(n);
    level_by_id_.resize(n);
    levels_.clear();
    start_.assign(1, 0);
    if (n == 0) return;

    // Levels, from the coarsest, whose cells just hold the largest body, down by factors of two.
    const double largest = largest_of(effective_radius) * kRoundingGuard;
    const double edge = largest > 0 ? std::max(2 * largest, kSmallestEdge) : 1.0;
    parallel_for(n, [&](Index i) {
        const double r = effective_radius[i] * kRoundingGuard;
        const int steps = r > 0 ? whole_log2(edge / (2 * r)) : kMostLevels;
        level_by_id_[i] = static_cast<std::uint8_t>(std::clamp(steps, 0, kMostLevels));
    });
    std::array<Index, kMostLevels + 1> bodies_at{};
    for (Index i = 0; i < n; ++i) ++bodies_at[level_by_id_[i]];

    using Corner = std::pair<Vec<dim>, Vec<dim>>;
    const Corner box = ordered_reduce(
        n, Corner(load<dim>(position, 0), load<dim>(position, 0)),
        [&](Index first, Index last) {
            Corner corner(load<dim>(position, first), load<dim>(position, first));
            for (Index i = first + 1; i < last; ++i) {
                corner.first = corner.first.cwiseMin(load<dim>(position, i));
                corner.second = corner.second.cwiseMax(load<dim>(position, i));
            }
            return corner;
        },
        [](const Corner& a, const Corner& b) {
            return Corner(a.first.cwiseMin(b.first), a.second.cwiseMax(b.second));
        });

    // `levels_` runs from fine to coarse and has no empty level; `slot` finds it from the number of halvings.
    std::array<std::uint8_t, kMostLevels + 1> slot{};
    std::size_t buckets = 0;
    for (int halvings = kMostLevels; halvings >= 0; --halvings) {
        if (bodies_at[halvings] == 0) continue;
        slot[halvings] = static_cast<std::uint8_t>(levels_.size());
        Level level;
        level.inverse_edge = std::ldexp(1.0, halvings) / edge;
        level.largest = 0.5 / level.inverse_edge * kRoundingGuard;
        level.bucket = buckets;
        shape_level<dim>(level, box.first, box.second, bodies_at[halvings]);
        buckets += level.buckets;
        levels_.push_back(level);
    }

    parallel_for(n, [&](Index i) {
        level_by_id_[i] = slot[level_by_id_[i]];
        const Level& level = levels_[level_by_id_[i]];
        Cell cell{};
        for (int k = 0; k < dim; ++k) cell[k] = cell_of(load<dim>(position, i)[k], level.inverse_edge);
        bucket_[i] = static_cast<std::uint32_t>(bucket_of(level, cell));
    });

    // Counting sort by bucket, stable in the ids. Buckets of finer levels come first, so levels stay together.
    start_.assign(buckets + 1, 0);
    for (Index i = 0; i < n; ++i) ++start_[bucket_[i] + 1];
    for (std::size_t b = 0; b < buckets; ++b) start_[b + 1] += start_[b];
    cursor_.assign(start_.begin(), start_.end() - 1);
    for (Index i = 0; i < n; ++i) order_[cursor_[bucket_[i]]++] = i;

    parallel_for(n, [&](Index k) {
        const Index i = order_[k];
        level_of_[k] = level_by_id_[i];
        radius_[k] = effective_radius[i] * kRoundingGuard;
        store<dim>(position_, k, load<dim>(position, i));
    });
}

}  // namespace galet
