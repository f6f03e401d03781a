#include "galet/crowd/eikonal.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <utility>

namespace galet {
namespace {

/// What one axis says of T at a node: weight (T - value)^2, where T is larger than `nearest`.
struct Upwind {
    double weight = 0, value = 0, nearest = kUnreached;
    int side = 0;  ///< the side it looks to, -1 or 1; 0: to none
};

/// Settled values, and whoever is not settled yet counts as not reached.
class March {
  public:
    March(const EikonalGrid& grid, std::span<const Seed> seeds)
        : grid_(grid), T_(static_cast<std::size_t>(grid.size()), kUnreached), settled_(T_) {
        for (const Seed& seed : seeds) {
            if (grid.slowness[seed.node] > 0) settled_[seed.node] = std::min(settled_[seed.node], seed.value);
        }
        for (const Seed& seed : seeds) {
            if (grid.slowness[seed.node] > 0) visit_neighbours(seed.node);
        }
    }

    std::vector<double> run() {
        while (!front_.empty()) {
            const auto [value, node] = front_.top();
            front_.pop();
            if (settled_[node] != kUnreached || value > T_[node]) continue;
            settled_[node] = value;
            visit_neighbours(node);
        }
        return std::move(settled_);
    }

  private:
    void offer(Index node, double value) {
        if (value >= T_[node]) return;
        T_[node] = value;
        front_.push({value, node});
    }
    void visit_neighbours(Index node);
    double update(Index node) const;

    const EikonalGrid& grid_;
    std::vector<double> T_, settled_;
    using Entry = std::pair<double, Index>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front_;
};

/// The lower of the two neighbours along an axis, and the one behind it where that falls further.
Upwind look_along(const EikonalGrid& grid, std::span<const double> T, Index node, int axis) {
    const Index stride = axis == 0 ? 1 : grid.columns;
    const Index place = axis == 0 ? node % grid.columns : node / grid.columns;
    const Index count = axis == 0 ? grid.columns : grid.rows;
    Upwind upwind;
    for (const int side : {-1, 1}) {
        if (place + side < 0 || place + side >= count) continue;
        const double near = T[node + side * stride];
        if (!(near < upwind.nearest)) continue;
        upwind = {1, near, near, side};
        if (place + 2 * side < 0 || place + 2 * side >= count) continue;
        const double far = T[node + 2 * side * stride];
        if (far <= near) upwind = {2.25, (4 * near - far) / 3, near, side};
    }
    return upwind;
}

/// The larger root of sum of weight (T - value)^2 = (s dx)^2 where it lies above all it was made from; else the best
/// that one axis gives.
double solve(std::array<Upwind, 2> axes, double rise) {
    const auto alone = [rise](const Upwind& u) {
        return u.weight > 0 ? std::max(u.value + rise / std::sqrt(u.weight), u.nearest) : kUnreached;
    };
    const double best = std::min(alone(axes[0]), alone(axes[1]));
    if (axes[0].weight == 0 || axes[1].weight == 0) return best;
    const double a = axes[0].weight + axes[1].weight;
    const double b = axes[0].weight * axes[0].value + axes[1].weight * axes[1].value;
    const double c =
        axes[0].weight * axes[0].value * axes[0].value + axes[1].weight * axes[1].value * axes[1].value - rise * rise;
    const double square = b * b - a * c;
    if (square < 0) return best;
    const double T = (b + std::sqrt(square)) / a;
    return T >= std::max(axes[0].nearest, axes[1].nearest) ? T : best;
}

double March::update(Index node) const {
    return solve({look_along(grid_, settled_, node, 0), look_along(grid_, settled_, node, 1)},
                 grid_.slowness[node] * grid_.spacing);
}

void March::visit_neighbours(Index node) {
    const Index i = node % grid_.columns, j = node / grid_.columns;
    const auto visit = [&](Index neighbour) {
        if (settled_[neighbour] == kUnreached && grid_.slowness[neighbour] > 0) offer(neighbour, update(neighbour));
    };
    if (i > 0) visit(node - 1);
    if (i + 1 < grid_.columns) visit(node + 1);
    if (j > 0) visit(node - grid_.columns);
    if (j + 1 < grid_.rows) visit(node + grid_.columns);
}

}  // namespace

std::vector<double> march(const EikonalGrid& grid, std::span<const Seed> seeds) { return March(grid, seeds).run(); }

Vec<2> upwind_gradient(const EikonalGrid& grid, std::span<const double> T, Index node) {
    Vec<2> gradient = Vec<2>::Zero();
    if (T[node] == kUnreached) return gradient;
    for (int axis = 0; axis < 2; ++axis) {
        const Upwind u = look_along(grid, T, node, axis);
        if (u.weight == 0 || !(u.nearest < T[node])) continue;
        gradient[axis] = -u.side * std::max(0.0, std::sqrt(u.weight) * (T[node] - u.value)) / grid.spacing;
    }
    return gradient;
}

}  // namespace galet
