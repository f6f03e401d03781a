#include "galet/crowd/way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/core/error.hpp"
#include "galet/core/parallel.hpp"

namespace galet {
namespace {

/// Straight to the door from nearer than this, of the clearance.
constexpr double kStraight = 2;

/// Points on a door at which it is tried whether a person fits: apart by this, of the spacing.
constexpr double kTried = 0.25;

/// And no more of them than this.
constexpr double kMostTried = 1e6;

}  // namespace

std::vector<Door> open_parts(const WalkingGrid& grid, const Door& door) {
    const Vec<2> along = door.to - door.from;
    const double pieces_wanted = std::ceil(along.norm() / (kTried * grid.settings().spacing));
    const int pieces = static_cast<int>(std::clamp(pieces_wanted, 1.0, kMostTried));
    const auto at = [&](int k) -> Vec<2> { return door.from + along * (static_cast<double>(k) / pieces); };
    std::vector<Door> parts;
    bool inside = false;
    for (int k = 0; k <= pieces; ++k) {
        const bool fits = grid.fits(at(k));
        if (fits && !inside) parts.push_back({at(k), at(k)});
        if (fits) parts.back().to = at(k);
        inside = fits;
    }
    return parts;
}

Way::Way(std::shared_ptr<const WalkingGrid> grid, std::vector<Door> doors)
    : grid_(std::move(grid)), doors_(std::move(doors)) {
    for (const Door& door : doors_) {
        for (const Door& part : open_parts(*grid_, door)) open_.push_back(part);
    }
    if (open_.empty()) {
        throw InputError(
            fmt::format("expected an exit that a person of radius {} m fits through, found none of its "
                        "points that far from the walls: it is inside a wall, or too narrow",
                        grid_->settings().clearance));
    }
    find_ways();
}

Vec<2> Way::aim(const Vec<2>& q) const {
    Vec<2> best = open_.front().nearest(q);
    for (const Door& door : open_) {
        const Vec<2> point = door.nearest(q);
        if ((point - q).squaredNorm() < (best - q).squaredNorm()) best = point;
    }
    return best;
}

/// All nodes within `reach` of a door, and some more, rising.
std::vector<Index> Way::nodes_near_doors(double reach) const {
    const EikonalGrid& nodes = grid_->grid();
    std::vector<Index> near;
    const Vec<2> around = Vec<2>::Constant(reach);
    for (const Door& door : open_) {
        const Index first = grid_->corners(door.from.cwiseMin(door.to) - around).node.front();
        const Index last = grid_->corners(door.from.cwiseMax(door.to) + around).node.back();
        for (Index j = first / nodes.columns; j <= last / nodes.columns; ++j) {
            for (Index i = first % nodes.columns; i <= last % nodes.columns; ++i) near.push_back(j * nodes.columns + i);
        }
    }
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    return near;
}

void Way::find_ways() {
    const EikonalGrid& nodes = grid_->grid();
    const auto count = static_cast<std::size_t>(nodes.size());
    const double straight = std::max(kStraight * grid_->settings().clearance, 3 * nodes.spacing);
    std::vector<Seed> seeds;
    straight_.assign(count, false);
    for (const Index node : nodes_near_doors(straight)) {
        if (nodes.slowness[node] <= 0) continue;
        const Vec<2> q = grid_->place(node), to = aim(q);
        const double far = (to - q).norm();
        if (far > straight || !grid_->sees(q, to)) continue;
        seeds.push_back({node, far});
        straight_[static_cast<std::size_t>(node)] = true;
    }
    length_ = march(nodes, seeds);
    direction_.resize(2 * count);
    parallel_for(nodes.size(), [&](Index node) {
        const Vec<2> q = grid_->place(node);
        const Vec<2> back =
            straight_[static_cast<std::size_t>(node)] ? Vec<2>(q - aim(q)) : upwind_gradient(nodes, length_, node);
        const double size = back.norm();
        for (int k = 0; k < 2; ++k) {
            direction_[2 * static_cast<std::size_t>(node) + k] = size > 0 ? static_cast<float>(-back[k] / size) : 0.0F;
        }
    });
}

bool Way::reaches(const Vec<2>& q) const { return length(q) != kUnreached; }

double Way::length(const Vec<2>& q) const {
    const WalkingGrid::Corners around = grid_->corners(q);
    double sum = 0, weight = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        if (around.weight[k] == 0 || length_[around.node[k]] == kUnreached) continue;
        sum += around.weight[k] * length_[around.node[k]];
        weight += around.weight[k];
    }
    return weight > 0 ? sum / weight : kUnreached;
}

Vec<2> Way::direction(const Vec<2>& q) const {
    const WalkingGrid::Corners around = grid_->corners(q);
    Vec<2> sum = Vec<2>::Zero();
    bool all_straight = true;
    for (std::size_t k = 0; k < 4; ++k) {
        const auto node = static_cast<std::size_t>(around.node[k]);
        all_straight = all_straight && straight_[node];
        sum += around.weight[k] * Vec<2>(direction_[2 * node], direction_[2 * node + 1]);
    }
    if (all_straight) sum = aim(q) - q;
    const double size = sum.norm();
    return size > 0 ? Vec<2>(sum / size) : Vec<2>(Vec<2>::Zero());
}

void Way::set_velocity(const Walkers& walkers, std::span<double> velocity) const {
    parallel_for(walkers.bodies.size(), [&](Index i) {
        if (!walkers.has_goal(i)) return;
        const Vec<2> onward = load<2>(walkers.people.onward, i);
        const Vec<2> way = onward.isZero(0) ? direction(load<2>(walkers.bodies.position, i)) : onward;
        store<2>(velocity, i, walkers.people.speed[i] * way);
    });
}

void Way::after_step(const Walkers& walkers, std::span<const double> before, std::span<double> onward) const {
    parallel_for(walkers.bodies.size(), [&](Index i) {
        if (!walkers.has_goal(i)) return;
        const Vec<2> from = load<2>(before, i), to = load<2>(walkers.bodies.position, i);
        for (const Door& door : doors_) {
            const int side = door.passed(from, to);
            if (side != 0) return store<2>(onward, i, side * door.left());
        }
    });
}

}  // namespace galet
