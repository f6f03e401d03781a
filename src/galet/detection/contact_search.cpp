#include "galet/detection/contact_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace galet {
namespace {

/// Enlarges reaches against rounding.
constexpr double kRoundingGuard = 1 + 1e-12;

/// Parts of what counts as near: closer than the first, a pair is one of the likely ones whatever rounding did to its
/// distance; those further apart than the second are in the table of those that are in the set already.
constexpr double kSurelyNear = 0.98, kLookedUp = 0.97;

template <int dim>
Vec<dim> mean_velocity(std::span<const double> velocity, Index n) {
    const Vec<dim> sum = ordered_reduce(
        n, Vec<dim>(Vec<dim>::Zero()),
        [&](Index first, Index last) {
            Vec<dim> partial = Vec<dim>::Zero();
            for (Index i = first; i < last; ++i) partial += load<dim>(velocity, i);
            return partial;
        },
        [](const Vec<dim>& a, const Vec<dim>& b) { return Vec<dim>(a + b); });
    return sum / std::max<Index>(n, 1);
}

/// The square root of the mean square of |v - w|.
template <int dim>
double spread_of(std::span<const double> velocity, Index n, const Vec<dim>& w) {
    const double square = ordered_sum(n, [&](Index i) { return (load<dim>(velocity, i) - w).squaredNorm(); });
    return std::sqrt(square / std::max<Index>(n, 1));
}

}  // namespace

/// Sets up to where surfaces are near in this step.
template <int dim>
void ContactSearch::set_nearness(const Motion& motion) {
    if (nearness_.ahead == 0) return;
    const Index n = bodies_.size();
    const double speed = spread_of<dim>(motion.velocity, n, mean_velocity<dim>(motion.velocity, n));
    least_near_ = std::max(nearness_.least, nearness_.ahead * 2 * speed * motion.step);
}

/// Sets how far every body has to look: for what the motion may violate, and for what is near if asked to. Returns
/// whether the motion takes none further than what is near.
template <int dim>
bool ContactSearch::spread_reach(const Motion& motion, bool near_ones) {
    const Index n = bodies_.size();
    effective_.resize(n);
    const bool walls = !obstacles_.walls.empty();
    wall_reach_.resize(walls ? n : 0);
    const Vec<dim> mean = mean_velocity<dim>(motion.velocity, n);
    const double margin = motion.clearance.margin;
    return ordered_max(n, 0.0, [&](Index i) {
               const Vec<dim> v = load<dim>(motion.velocity, i);
               const double radius = bodies_.radius[i];
               const double reach = ((v - mean).norm() * motion.step + 0.5 * margin) * kRoundingGuard;
               const double near = std::max(kNear * radius, 0.5 * least_near_);
               effective_[i] = radius + (near_ones ? std::max(reach, near) : reach);
               double furthest = reach;
               if (walls) {
                   wall_reach_[i] = (v.norm() * motion.step + margin) * kRoundingGuard;
                   furthest = std::max(furthest, wall_reach_[i]);
               }
               return furthest <= near ? 0.0 : 1.0;
           }) == 0.0;
}

/// Sorts the bodies into cells for the present reach.
template <int dim>
void ContactSearch::sort_bodies(const Motion& motion) {
    const Index n = bodies_.size();
    search_.build(dim, bodies_.position, effective_);
    sorted_radius_.resize(n);
    sorted_velocity_.resize(static_cast<std::size_t>(n) * dim);
    parallel_for(n, [&](Index k) {
        const Index i = search_.order()[k];
        sorted_radius_[k] = bodies_.radius[i];
        store<dim>(sorted_velocity_, k, load<dim>(motion.velocity, i));
    });
}

/// keep(first, second, distance, closing, change) decides, `change` = h G.v being what the motion does to the distance.
template <int dim, class Keep>
void ContactSearch::collect_pairs(const Motion& motion, Keep&& keep) {
    sort_bodies<dim>(motion);
    Found<dim>& buffers = found<dim>();
    buffers.resize(std::max(buffers.size(), search_.blocks()));
    search_.template for_each_pair<dim>([&](std::size_t block, Index a, Index b) {
        if (search_.order()[a] > search_.order()[b]) std::swap(a, b);
        const Index first = search_.order()[a], second = search_.order()[b];
        const Separation<dim> separation = separate_spheres<dim>(
            search_.template position<dim>(a), search_.template position<dim>(b), sorted_radius_[a], sorted_radius_[b]);
        const Vec<dim> relative = load<dim>(sorted_velocity_, b) - load<dim>(sorted_velocity_, a);
        const double change = motion.step * separation.normal.dot(relative);
        const double closing = growth(first, second);
        if (keep(first, second, separation.distance, closing, change))
            buffers[block].push_back({first, second, separation, closing});
    });
}

template <int dim, class Keep>
void ContactSearch::collect_neighbours(const Motion& motion, Keep&& keep) {
    Found<dim>& buffers = found<dim>();
    const Index pairs = bodies_.size() - 1;
    buffers.resize(std::max<std::size_t>(buffers.size(), bodies_.size() / kBlock + 1));
    parallel_blocks(pairs, kBlock, [&](std::size_t block, Index begin, Index end) {
        for (Index k = begin; k < end; ++k) {
            const Index left = bodies_.line_order[k], right = bodies_.line_order[k + 1];
            const double distance = line_distance(bodies_.position[left], bodies_.position[right], bodies_.radius[left],
                                                  bodies_.radius[right]);
            const double change = motion.step * (motion.velocity[right] - motion.velocity[left]);
            const double closing = growth(left, right);
            if (!keep(left, right, distance, closing, change)) continue;
            buffers[block].push_back({left, right, {distance, Vec<dim>::Unit(0)}, closing});
        }
    });
}

/// Walls that stand still are sorted once.
void ContactSearch::sort_walls() {
    if (compares() || wall_search_.size() != obstacles_.walls.size()) {
        wall_search_.build(bodies_.dimension, obstacles_.walls);
    }
}

template <int dim, class Keep>
void ContactSearch::collect_walls(const Motion& motion, Keep&& keep) {
    if (obstacles_.walls.empty()) return;
    Found<dim>& buffers = found<dim>();
    buffers.resize(std::max<std::size_t>(buffers.size(), bodies_.size() / kBlock + 1));
    parallel_blocks(bodies_.size(), kBlock, [&](std::size_t block, Index begin, Index end) {
        for (Index i = begin; i < end; ++i) {
            const Vec<dim> q = load<dim>(bodies_.position, i);
            const double r = bodies_.radius[i], look = std::max(wall_reach_[i], near(~0, i));
            wall_search_.for_each_near<dim>(q, (r + look) * kRoundingGuard, [&](Index w) {
                const Separation<dim> separation = separate<dim>(obstacles_.walls[w], q, r);
                if (separation.distance > look) return;
                const double change = motion.step * separation.normal.dot(load<dim>(motion.velocity, i));
                double closing = 0;
                if (compares()) {
                    closing = separate<dim>(before_.walls[w], q, before_.radius[i]).distance - separation.distance;
                }
                if (keep(~w, i, separation.distance, closing, change))
                    buffers[block].push_back({~w, i, separation, closing});
            });
        }
    });
}

void require_countable(std::size_t contacts) {
    static_assert(3 * kMostContacts <= std::numeric_limits<Index>::max());
    if (contacts > static_cast<std::size_t>(kMostContacts))
        throw std::domain_error(
            fmt::format("{} contacts in one step; at most {} can be counted", contacts, kMostContacts));
}

/// Calls visit(k) for 0 <= k < count, every kStride-th of a window first. Contacts of one body are found one after the
/// other; a pass that adds to bodies contact by contact would wait for each sum before the next.
template <class Visit>
void for_each_interleaved(std::size_t count, Visit&& visit) {
    constexpr std::size_t kWindow = 128, kStride = 16;
    for (std::size_t window = 0; window < count; window += kWindow) {
        const std::size_t end = std::min(count, window + kWindow);
        for (std::size_t first = window; first < std::min(end, window + kStride); ++first) {
            for (std::size_t k = first; k < end; k += kStride) visit(k);
        }
    }
}

/// Moves what the blocks found to the end of the set, in block order.
template <int dim>
void ContactSearch::append_found(ContactSet& contacts) {
    Found<dim>& buffers = found<dim>();
    offset_.assign(1, contacts.first.size());
    for (const auto& buffer : buffers) offset_.push_back(offset_.back() + buffer.size());
    require_countable(offset_.back());
    contacts.first.resize(offset_.back());
    contacts.second.resize(offset_.back());
    contacts.distance.resize(offset_.back());
    if (compares()) contacts.closing.resize(offset_.back());
    contacts.normal.resize(offset_.back() * dim);
    parallel_blocks(static_cast<Index>(buffers.size()), 8, [&](std::size_t, Index begin, Index end) {
        for (Index b = begin; b < end; ++b) {
            Index c = static_cast<Index>(offset_[b]);
            for_each_interleaved(buffers[b].size(), [&](std::size_t k) {
                const Candidate<dim>& candidate = buffers[b][k];
                contacts.first[c] = candidate.first;
                contacts.second[c] = candidate.second;
                contacts.distance[c] = candidate.separation.distance;
                store<dim>(contacts.normal, c, candidate.separation.normal);
                if (compares()) contacts.closing[c] = candidate.closing;
                ++c;
            });
            buffers[b].clear();
        }
    });
}

template <int dim, class Keep>
void ContactSearch::collect(const Motion& motion, ContactSet& contacts, Keep&& keep) {
    if constexpr (dim == 1) {
        collect_neighbours<dim>(motion, keep);
    } else {
        collect_pairs<dim>(motion, keep);
    }
    append_found<dim>(contacts);
    collect_walls<dim>(motion, keep);
    append_found<dim>(contacts);
}

bool ContactSearch::find_likely(const Motion& motion, ContactSet& contacts) {
    contacts.dimension = bodies_.dimension;
    contacts.clear();
    sort_walls();
    const bool slow = with_dimension(bodies_.dimension, [&](auto dim) {
        set_nearness<dim()>(motion);
        const bool within_near = spread_reach<dim()>(motion, true);
        collect<dim()>(motion, contacts,
                       [&](Index first, Index second, double distance, double closing, double change) {
                           if (dim() == 1 && first >= 0) return true;
                           return distance <= near(first, second) || motion.clearance(distance, closing) + change < 0;
                       });
        return within_near;
    });
    if (bodies_.dimension == 1) {
        parallel_copy(bodies_.line_order, body_order_);
    } else {
        parallel_copy(search_.order(), body_order_);
    }
    return slow;
}

Index ContactSearch::add_violated(const Motion& motion, ContactSet& contacts) {
    const Index before = contacts.size();
    with_dimension(bodies_.dimension, [&](auto dim) {
        if (spread_reach<dim()>(motion, false)) return;
        list_far(contacts);
        collect<dim()>(
            motion, contacts, [&](Index first, Index second, double distance, double closing, double change) {
                if (motion.clearance(distance, closing) + change >= 0 || (dim() == 1 && first >= 0)) return false;
                return distance > kSurelyNear * near(first, second) && table_.find(bodies_, first, second) < 0;
            });
    });
    return contacts.size() - before;
}

/// Makes the table of the contacts that are in the set although they are not near.
void ContactSearch::list_far(const ContactSet& contacts) {
    far_first_.clear();
    far_second_.clear();
    for (Index c = 0; c < contacts.size(); ++c) {
        if (contacts.distance[c] <= kLookedUp * near(contacts.first[c], contacts.second[c])) continue;
        far_first_.push_back(contacts.first[c]);
        far_second_.push_back(contacts.second[c]);
    }
    table_.build(bodies_, far_first_, far_second_);
}

/// Looks further until it has found a wall.
template <int dim>
double ContactSearch::smallest_to_walls() {
    constexpr double kNone = std::numeric_limits<double>::max();
    if (obstacles_.walls.empty() || bodies_.size() == 0) return kNone;
    sort_walls();
    for (double look = first_look();; look *= 4) {
        const double smallest = -ordered_max(bodies_.size(), -kNone, [&](Index i) {
            const Vec<dim> q = load<dim>(bodies_.position, i);
            const double r = bodies_.radius[i];
            double nearest = kNone;
            wall_search_.for_each_near<dim>(q, (r + look) * kRoundingGuard, [&](Index w) {
                nearest = std::min(nearest, separate<dim>(obstacles_.walls[w], q, r).distance);
            });
            return -nearest;
        });
        if (smallest <= look || wall_search_.lists_all() || !std::isfinite(look)) return smallest;
    }
}

/// How far it is worth to look for the smallest distance at first [m].
double ContactSearch::first_look() const {
    const double largest_radius = ordered_max(bodies_.size(), 0.0, [&](Index i) { return bodies_.radius[i]; });
    const double look = std::max(last_smallest_ * 1.25, 1e-3 * largest_radius);
    return look > 0 ? look : 1e-3;
}

/// The smallest distance of two bodies, or `bound` where that is smaller: looks further until it has found a pair.
template <int dim>
double ContactSearch::smallest_between_bodies(double bound) {
    const Index n = bodies_.size();
    effective_.resize(n);
    sorted_radius_.resize(n);
    for (double look = first_look(); std::isfinite(look); look *= 4) {
        parallel_for(n, [&](Index i) { effective_[i] = bodies_.radius[i] + 0.5 * look; });
        search_.build(dim, bodies_.position, effective_);
        parallel_for(n, [&](Index k) { sorted_radius_[k] = bodies_.radius[search_.order()[k]]; });
        block_smallest_.assign(search_.blocks(), std::numeric_limits<double>::max());
        search_.template for_each_pair<dim>([&](std::size_t block, Index a, Index b) {
            const double distance =
                sphere_distance<dim>(search_.template position<dim>(a), search_.template position<dim>(b),
                                     sorted_radius_[a], sorted_radius_[b]);
            block_smallest_[block] = std::min(block_smallest_[block], distance);
        });
        const double pairs = *std::min_element(block_smallest_.begin(), block_smallest_.end());
        if (pairs <= look) return std::min(pairs, bound);
        if (bound <= look) return bound;
    }
    return bound;
}

double ContactSearch::smallest_distance() {
    return with_dimension(bodies_.dimension, [&](auto dim) {
        double smallest = smallest_to_walls<dim()>();
        if constexpr (dim() == 1) {
            for (Index k = 0; k + 1 < bodies_.size(); ++k) {
                const Index left = bodies_.line_order[k], right = bodies_.line_order[k + 1];
                smallest = std::min(smallest, line_distance(bodies_.position[left], bodies_.position[right],
                                                            bodies_.radius[left], bodies_.radius[right]));
            }
        } else if (bodies_.size() > 1) {
            smallest = smallest_between_bodies<dim()>(smallest);
            last_smallest_ = std::max(smallest, 0.0);
        }
        return smallest;
    });
}

}  // namespace galet
