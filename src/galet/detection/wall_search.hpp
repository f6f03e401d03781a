// Finds the walls near a point among thousands: the floor plan of a building has more walls than a person can touch.
//
// Walls with an end (segments, balls, blocks) are listed in the cells of a grid that they touch; a query looks at the
// cells within its reach. Half-spaces, constraints of the user's own, and the walls of a scene that has only a few, are
// looked at always.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "galet/geometry/wall.hpp"

namespace galet {

class WallSearch {
  public:
    void build(int dimension, std::span<const Wall> walls);

    std::size_t size() const { return walls_; }        ///< walls it was built from
    bool lists_all() const { return start_.empty(); }  ///< every query visits every wall

    /// Calls visit(w) for every wall whose distance to the point q is at most `reach`, and for some more, in rising
    /// order.
    template <int dim, class Visit>
    void for_each_near(const Vec<dim>& q, double reach, Visit&& visit) const {
        if (lists_all()) {
            for (const Index w : always_) visit(w);
            return;
        }
        thread_local std::vector<Index> near;
        near.assign(always_.begin(), always_.end());
        gather<dim>(q, reach, near);
        std::sort(near.begin(), near.end());
        near.erase(std::unique(near.begin(), near.end()), near.end());
        for (const Index w : near) visit(w);
    }

  private:
    using Cell = std::array<Index, 3>;

    Index cell_of(double x, int axis) const {
        const double place = std::floor((x - low_[axis]) * inverse_edge_);
        return static_cast<Index>(std::clamp(place, 0.0, static_cast<double>(count_[axis] - 1)));
    }
    std::size_t bucket(const Cell& c) const {
        return (static_cast<std::size_t>(c[2]) * count_[1] + c[1]) * static_cast<std::size_t>(count_[0]) + c[0];
    }
    bool choose_cells(int dimension, std::span<const Wall> walls, std::span<const Index> bounded);
    template <int dim>
    void list_walls(std::span<const Wall> walls, std::span<const Index> bounded);
    template <int dim, class Visit>
    void for_each_cell(const Vec<dim>& low, const Vec<dim>& high, Visit&& visit) const {
        Cell first{}, last{};
        for (int k = 0; k < dim; ++k) {
            first[k] = cell_of(low[k], k);
            last[k] = cell_of(high[k], k);
        }
        Cell c = first;
        for (c[2] = first[2]; c[2] <= last[2]; ++c[2])
            for (c[1] = first[1]; c[1] <= last[1]; ++c[1])
                for (c[0] = first[0]; c[0] <= last[0]; ++c[0]) visit(c);
    }
    template <int dim>
    void gather(const Vec<dim>& q, double reach, std::vector<Index>& near) const {
        for (int k = 0; k < dim; ++k) {
            if (q[k] + reach < low_[k] || q[k] - reach > high_[k]) return;
        }
        const Vec<dim> around = Vec<dim>::Constant(reach);
        for_each_cell<dim>(q - around, q + around, [&](const Cell& c) {
            const std::size_t b = bucket(c);
            near.insert(near.end(), list_.begin() + start_[b], list_.begin() + start_[b + 1]);
        });
    }

    std::size_t walls_ = 0;
    std::vector<Index> always_;
    Point low_{}, high_{};  ///< box around the listed walls, a little larger
    double inverse_edge_ = 1;
    Cell count_{1, 1, 1};
    std::vector<Index> start_, list_;  ///< walls of cell b: list_[start_[b]] .. list_[start_[b + 1]]
};

}  // namespace galet
