// Finds all pairs of bodies closer than the sum of their reaches, in O(N), whatever the mixture of sizes.
//
// Every body gets an effective radius R_i = r_i + a_i, where a_i is how far its surface has to look; a pair is found
// when |q_j - q_i| <= R_i + R_j, that is D_ij <= a_i + a_j. Bodies are sorted into levels by R: level l has cells of
// edge s_l = s_0 2^l and holds the bodies with s_l / 2 < 2 R <= s_l. A body looks at the cells around it in its own
// level and in the coarser ones, at most three cells along each axis, so that a small sphere never pays for a large one
// elsewhere: each pair is found once, from its smaller side.
//
// A level has a table of buckets, at most about two a body, one a cell where that is enough for the box around all
// bodies. Where it is not (a body far away from all others), the cells wrap around a table with a power of two of
// buckets along each axis. Either way neighbours in space are neighbours in memory.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "galet/core/parallel.hpp"
#include "galet/core/types.hpp"

namespace galet {

class PairSearch {
  public:
    /// Sorts the bodies. `effective_radius` is R_i [m], >= 0.
    void build(int dimension, std::span<const double> position, std::span<const double> effective_radius);

    /// Ids in the order of the cells: near in this list is near in space (within a level).
    std::span<const Index> order() const { return order_; }

    /// Bodies of one block of `for_each_pair`.
    static constexpr Index kSearchBlock = 256;
    std::size_t blocks() const { return (order_.size() + kSearchBlock - 1) / kSearchBlock; }

    /// Calls visit(block, k, k') once for each pair of places in `order()`, in parallel over blocks, in a fixed order
    /// inside a block.
    template <int dim, class Visit>
    void for_each_pair(Visit&& visit) const {
        parallel_blocks(static_cast<Index>(order_.size()), kSearchBlock,
                        [&](std::size_t block, Index first, Index last) {
                            for (Index k = first; k < last; ++k) {
                                visit_partners<dim>(k, [&](Index other) { visit(block, k, other); });
                            }
                        });
    }

    /// Centre of the body at place k of `order()`.
    template <int dim>
    Vec<dim> position(Index k) const {
        return load<dim>(position_, k);
    }

  private:
    using Cell = std::array<std::int64_t, 3>;

    struct Level {
        double inverse_edge = 1;   ///< 1 / s_l
        double largest = 0;        ///< largest R of the level
        Cell lowest{}, highest{};  ///< cells that can hold bodies
        Cell mask{};               ///< a cell's place along an axis: (cell - lowest) & mask
        Cell count{1, 1, 1};       ///< buckets along each axis
        std::size_t bucket = 0;    ///< its first bucket in `start_`
        std::size_t buckets = 0;
    };

    template <int dim>
    void sort_into_cells(std::span<const double> position, std::span<const double> effective_radius);
    template <int dim>
    void shape_level(Level& level, const Vec<dim>& low, const Vec<dim>& high, Index bodies);

    /// Beyond 2^53 cells a double no longer tells neighbours apart; there everything shares the last cell.
    static std::int64_t cell_of(double x, double inverse_edge) {
        constexpr double kFar = 9.0e15;
        return static_cast<std::int64_t>(std::floor(std::min(std::max(x * inverse_edge, -kFar), kFar)));
    }

    static std::size_t bucket_of(const Level& level, const Cell& cell) {
        return level.bucket + static_cast<std::size_t>(
                                  (place(level, 2, cell) * level.count[1] + place(level, 1, cell)) * level.count[0] +
                                  place(level, 0, cell));
    }

    static std::int64_t place(const Level& level, int axis, const Cell& cell) {
        return (cell[axis] - level.lowest[axis]) & level.mask[axis];
    }

    /// Calls found(k') for the partners of the body at k in `order_`: later ones of its level, all of coarser levels.
    template <int dim, class Found>
    void visit_partners(Index k, Found&& found) const {
        const Vec<dim> q = load<dim>(position_, k);
        const double reach = radius_[k];
        for (std::size_t l = level_of_[k]; l < levels_.size(); ++l) {
            const Level& level = levels_[l];
            const double look = reach + level.largest;
            Cell low{}, high{};
            for (int a = 0; a < dim; ++a) {
                low[a] = std::max(cell_of(q[a] - look, level.inverse_edge), level.lowest[a]);
                high[a] = std::min(cell_of(q[a] + look, level.inverse_edge), level.highest[a]);
            }
            // In its own level a body only looks at what comes after it: no row of cells before its own.
            const bool own = l == level_of_[k];
            const Index after = own ? k : Index{-1};
            Cell row = level.lowest;
            for (int a = 1; a < dim; ++a) row[a] = cell_of(q[a], level.inverse_edge);
            const std::size_t first_row = own ? bucket_of(level, row) : 0;
            visit_cells<dim>(level, low, high, first_row, [&](Index first, Index last) {
                for (Index other = std::max(first, after + 1); other < last; ++other) {
                    const double sum = reach + radius_[other];
                    if ((load<dim>(position_, other) - q).squaredNorm() <= sum * sum) found(other);
                }
            });
        }
    }

    /// Calls run(first, last) for the stretches of bodies in the cells low..high: rows of cells are contiguous. Rows
    /// that start before the bucket `first_row` are left out.
    template <int dim, class Run>
    void visit_cells(const Level& level, const Cell& low, const Cell& high, std::size_t first_row, Run&& run) const {
        const auto row = [&](std::int64_t y, std::int64_t z) {
            const std::size_t base = bucket_of(level, {level.lowest[0], y, z});
            if (base < first_row) return;
            const auto stretch = [&](std::int64_t x0, std::int64_t x1) {
                run(start_[base + x0], start_[base + x1 + 1]);
            };
            const std::int64_t x0 = place(level, 0, low), x1 = place(level, 0, high);
            if (x0 <= x1) {
                stretch(x0, x1);
            } else {
                stretch(x0, level.count[0] - 1);
                stretch(0, x1);
            }
        };
        for (std::int64_t z = low[2]; z <= high[2]; ++z) {
            for (std::int64_t y = low[1]; y <= high[1]; ++y) row(y, z);
        }
    }

    std::vector<Level> levels_;              ///< from fine to coarse, none empty
    std::vector<Index> order_;               ///< ids, by level and bucket
    std::vector<std::uint8_t> level_of_;     ///< in this order
    std::vector<double> position_;           ///< in this order
    std::vector<double> radius_;             ///< R, in this order, a hair larger so that rounding loses no pair
    std::vector<Index> start_;               ///< start_[b] .. start_[b + 1]: bodies of bucket b
    std::vector<std::uint32_t> bucket_;      ///< by id: bucket (work space)
    std::vector<std::uint8_t> level_by_id_;  ///< (work space)
    std::vector<Index> cursor_;              ///< (work space)
};

}  // namespace galet
