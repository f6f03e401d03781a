#include "galet/crowd/walking_grid.hpp"

#include <algorithm>
#include <cmath>

#include "galet/core/parallel.hpp"
#include "galet/detection/wall_search.hpp"

namespace galet {
namespace {

constexpr double kSlow = 2;         ///< s of nodes that are nearer to a wall than a person can be
constexpr double kStrip = 1.5;      ///< width of the slow strip, of dx: more than a cell's diagonal
constexpr double kLeast = 0.6;      ///< walls close nodes nearer than this, of dx, whatever the clearance
constexpr double kFinest = 0.25;    ///< dx, of the clearance
constexpr double kTouching = 1e-9;  ///< what counts as fitting, of the clearance

}  // namespace

double default_spacing(const std::array<double, 2>& low, const std::array<double, 2>& high, double clearance) {
    const double wide = std::sqrt((high[0] - low[0]) * (high[1] - low[1]) / kManyNodes);
    return std::clamp(wide, kFinest * clearance, kWidestSpacing * clearance);
}

WalkingGrid::WalkingGrid(const WalkingSettings& settings, const std::vector<Wall>& walls)
    : settings_(settings), walls_(walls) {
    auto search = std::make_shared<WallSearch>();
    search->build(2, walls_);
    search_ = search;
    const double dx = settings.spacing, r = settings.clearance;
    grid_.spacing = dx;
    grid_.columns = static_cast<Index>(std::ceil((settings.high[0] - settings.low[0]) / dx)) + 1;
    grid_.rows = static_cast<Index>(std::ceil((settings.high[1] - settings.low[1]) / dx)) + 1;
    grid_.slowness.resize(static_cast<std::size_t>(grid_.size()));
    const double closed = std::max(r - kStrip * dx, kLeast * dx), wide = std::max(r, closed);
    parallel_for(grid_.size(), [&](Index node) {
        const double distance = wall_distance(place(node), wide);
        grid_.slowness[node] = distance < closed ? 0.0 : distance < r ? kSlow : 1.0;
    });
}

/// Of a point to the nearest wall [m], or any number >= reach where none is within that.
double WalkingGrid::wall_distance(const Vec<2>& q, double reach) const {
    double distance = std::numeric_limits<double>::max();
    search_->for_each_near<2>(q, reach,
                              [&](Index w) { distance = std::min(distance, separate<2>(walls_[w], q, 0.0).distance); });
    return distance;
}

Vec<2> WalkingGrid::place(Index node) const {
    return {settings_.low[0] + (node % grid_.columns) * grid_.spacing,
            settings_.low[1] + (node / grid_.columns) * grid_.spacing};
}

bool WalkingGrid::fits(const Vec<2>& q) const {
    const double r = settings_.clearance * (1 - kTouching);
    return wall_distance(q, r) >= r;
}

WalkingGrid::Corners WalkingGrid::corners(const Vec<2>& q) const {
    const auto along = [&](int axis, Index count) {
        const double last = count - 1, at = std::clamp((q[axis] - settings_.low[axis]) / grid_.spacing, 0.0, last);
        const Index cell = std::min(static_cast<Index>(at), count - 2);
        return std::pair<Index, double>(cell, at - cell);
    };
    const auto [i, x] = along(0, grid_.columns);
    const auto [j, y] = along(1, grid_.rows);
    const Index first = j * grid_.columns + i;
    return {{first, first + 1, first + grid_.columns, first + grid_.columns + 1},
            {(1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y}};
}

bool WalkingGrid::sees(const Vec<2>& from, const Vec<2>& to) const {
    const auto pieces = static_cast<int>(std::ceil(2 * (to - from).norm() / grid_.spacing));
    for (int k = 0; k <= pieces; ++k) {
        const Corners around = corners(pieces == 0 ? from : Vec<2>(from + (to - from) * (double(k) / pieces)));
        const auto nearest = std::max_element(around.weight.begin(), around.weight.end()) - around.weight.begin();
        if (grid_.slowness[around.node[static_cast<std::size_t>(nearest)]] <= 0) return false;
    }
    return true;
}

}  // namespace galet
