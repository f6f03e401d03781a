// The spheres placed so far, in cells, so that a new one is tested only against its neighbours.
//
// Radii may differ by orders of magnitude: spheres are sorted into levels, each for radii within a factor of two and
// with cells of its own, at least as wide as its spheres and no more of them than spheres.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "galet/geometry/distance.hpp"

namespace galet {

template <int dim>
class PlacedSpheres {
  public:
    /// For spheres near the box from `low` to `high`, of the radii that will be added.
    PlacedSpheres(const Vec<dim>& low, const Vec<dim>& high, std::span<const double> radii) : low_(low) {
        for (const double r : radii) largest_ = std::max(largest_, r);
        std::array<std::size_t, kLevels> members{};
        for (const double r : radii) ++members[level_of(r)];
        for (int k = 0; k < kLevels; ++k) levels_[k] = make_level(k, high - low, members[k]);
    }

    void add(const Vec<dim>& q, double r) {
        Level& level = levels_[level_of(r)];
        Index& head = level.head[level.cell(level.coordinates(q - low_))];
        spheres_.push_back({q, r, head});
        head = static_cast<Index>(spheres_.size()) - 1;
        level.used = true;
    }

    /// True where a sphere overlaps none of those added.
    bool fits(const Vec<dim>& q, double r) const {
        return std::all_of(levels_.begin(), levels_.end(),
                           [&](const Level& level) { return !level.used || fits(level, q, r); });
    }

  private:
    using Cell = std::array<Index, dim>;
    static constexpr int kLevels = 24;  ///< the last one takes all that is smaller
    static constexpr Index kNone = -1;

    struct Sphere {
        Vec<dim> q;
        double r;
        Index next;  ///< in the same cell
    };

    struct Level {
        double largest = 0;
        Cell counts{};
        Vec<dim> cells_per_length;
        std::vector<Index> head;
        bool used = false;

        /// Spheres outside the box count as in its outermost cells.
        Cell coordinates(const Vec<dim>& offset) const {
            Cell c{};
            for (int k = 0; k < dim; ++k) {
                const double x = std::floor(offset[k] * cells_per_length[k]);
                c[k] = static_cast<Index>(std::clamp(x, 0.0, static_cast<double>(counts[k] - 1)));
            }
            return c;
        }

        std::size_t cell(const Cell& c) const {
            std::size_t index = 0;
            for (int k = dim; k-- > 0;) index = index * static_cast<std::size_t>(counts[k]) + c[k];
            return index;
        }
    };

    int level_of(double r) const {
        if (!(r > 0)) return kLevels - 1;
        return static_cast<int>(std::min<double>(kLevels - 1, std::log2(largest_ / r)));
    }

    Level make_level(int k, const Vec<dim>& extent, std::size_t members) const {
        Level level;
        level.largest = std::ldexp(largest_, -k);
        const double share =
            std::pow(extent.prod() / static_cast<double>(std::max<std::size_t>(members, 1)), 1.0 / dim);
        const double width = std::max(2 * level.largest, share);
        std::size_t cells = 1;
        for (int a = 0; a < dim; ++a) {
            const double most = 4.0 * static_cast<double>(members) + 1;
            level.counts[a] = static_cast<Index>(std::clamp(extent[a] / width, 1.0, most));
            level.cells_per_length[a] = level.counts[a] / extent[a];
            cells *= static_cast<std::size_t>(level.counts[a]);
        }
        level.head.assign(cells, kNone);
        return level;
    }

    bool fits(const Level& level, const Vec<dim>& q, double r) const {
        // A little further than spheres can touch, so that rounding in the cell numbers misses none.
        const Vec<dim> reach = Vec<dim>::Constant((r + level.largest) * (1 + 1e-9));
        const Cell first = level.coordinates(q - low_ - reach), last = level.coordinates(q - low_ + reach);
        Cell c = first;
        for (;;) {
            if (!fits_cell(level.head[level.cell(c)], q, r)) return false;
            int k = 0;
            while (k < dim && c[k] == last[k]) {
                c[k] = first[k];
                ++k;
            }
            if (k == dim) return true;
            ++c[k];
        }
    }

    bool fits_cell(Index head, const Vec<dim>& q, double r) const {
        for (Index s = head; s != kNone; s = spheres_[s].next) {
            if (sphere_distance<dim>(spheres_[s].q, q, spheres_[s].r, r) < 0) return false;
        }
        return true;
    }

    Vec<dim> low_;
    double largest_ = 0;
    std::array<Level, kLevels> levels_;
    std::vector<Sphere> spheres_;
};

}  // namespace galet
