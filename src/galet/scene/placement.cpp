#include "galet/scene/placement.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "galet/detection/wall_search.hpp"
#include "galet/scene/placed_spheres.hpp"

namespace galet {
namespace {

/// Draws before giving up: this many a body on average, and some in any case. Enough to come close to the densest
/// random addition there is (0.55 of a plane, 0.38 of space), and done in seconds for 50,000 bodies.
constexpr std::size_t kDrawsPerBody = 300, kDrawsAtLeast = 100000;

/// So many bodies try so often; each of more than these adds a tenth of it, so that no one waits for hours to be told
/// that they do not fit.
constexpr std::size_t kManyBodies = 1000000;

/// Length, area or volume of a ball of radius r, by dimension.
double ball_measure(int dimension, double r) {
    if (dimension == 1) return 2 * r;
    if (dimension == 2) return std::numbers::pi * r * r;
    return 4.0 / 3.0 * std::numbers::pi * r * r * r;
}

double measure(const BallRegion& region, int dimension) { return ball_measure(dimension, region.radius); }

double measure(const BoxRegion& region, int dimension) {
    double product = 1;
    for (int k = 0; k < dimension; ++k) product *= region.max[k] - region.min[k];
    return product;
}

BoxRegion bounds(const BoxRegion& region) { return region; }

BoxRegion bounds(const BallRegion& region) {
    BoxRegion box{region.center, region.center};
    for (int k = 0; k < 3; ++k) {
        box.min[k] -= region.radius;
        box.max[k] += region.radius;
    }
    return box;
}

template <int dim>
bool holds(const BallRegion& region, const Vec<dim>& q, double r) {
    return (q - to_vec<dim>(region.center)).norm() + r <= region.radius;
}

template <int dim>
bool holds(const BoxRegion& region, const Vec<dim>& q, double r) {
    return (q.array() - r >= to_vec<dim>(region.min).array()).all() &&
           (q.array() + r <= to_vec<dim>(region.max).array()).all();
}

/// True for a sphere that reaches into the box around the region: others are in nobody's way.
template <int dim>
bool reaches(const BoxRegion& box, const Vec<dim>& q, double r) {
    return (q.array() + r >= to_vec<dim>(box.min).array()).all() &&
           (q.array() - r <= to_vec<dim>(box.max).array()).all();
}

template <int dim>
bool clear_of_walls(const Obstacles& obstacles, const WallSearch& search, const Vec<dim>& q, double r) {
    bool clear = true;
    search.for_each_near<dim>(q, r,
                              [&](Index w) { clear = clear && separate<dim>(obstacles.walls[w], q, r).distance >= 0; });
    return clear;
}

/// A point of the box that is at least r away from its faces.
template <int dim>
Vec<dim> draw(const BoxRegion& box, double r, RandomStream& random) {
    Vec<dim> q;
    for (int k = 0; k < dim; ++k) q[k] = random.uniform(box.min[k] + r, box.max[k] - r);
    return q;
}

std::size_t draws_for(std::size_t bodies) {
    const std::size_t many = std::max(bodies, kManyBodies) - kManyBodies;
    return kDrawsAtLeast + kDrawsPerBody * (bodies - many) + kDrawsPerBody / 10 * many;
}

std::vector<std::size_t> largest_first(std::span<const double> radius) {
    std::vector<std::size_t> order(radius.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return radius[a] > radius[b]; });
    return order;
}

template <int dim, class RegionShape>
RandomPlacement add_one_by_one(const RegionShape& region, std::span<const double> radius, const Bodies& earlier,
                               const Obstacles& obstacles, RandomStream& random) {
    const BoxRegion box = bounds(region);
    std::vector<double> all_radii(earlier.radius);
    all_radii.insert(all_radii.end(), radius.begin(), radius.end());
    PlacedSpheres<dim> placed(to_vec<dim>(box.min), to_vec<dim>(box.max), all_radii);
    for (Index i = 0; i < earlier.size(); ++i) {
        const Vec<dim> q = load<dim>(earlier.position, i);
        if (reaches<dim>(box, q, earlier.radius[i])) placed.add(q, earlier.radius[i]);
    }

    WallSearch walls;
    walls.build(dim, obstacles.walls);
    RandomPlacement result;
    result.position.resize(radius.size() * dim);
    std::size_t draws = draws_for(radius.size());
    for (const std::size_t i : largest_first(radius)) {
        Vec<dim> q;
        do {
            if (draws-- == 0) return result;
            q = draw<dim>(box, radius[i], random);
        } while (!holds<dim>(region, q, radius[i]) || !clear_of_walls<dim>(obstacles, walls, q, radius[i]) ||
                 !placed.fits(q, radius[i]));
        placed.add(q, radius[i]);
        store<dim>(result.position, static_cast<Index>(i), q);
        ++result.placed;
        result.solid_fraction += ball_measure(dim, radius[i]) / measure(region, dim);
    }
    return result;
}

}  // namespace

double bounding_room(const Region& region, int dimension) {
    return std::visit([&](const auto& shape) { return measure(bounds(shape), dimension); }, region);
}

double solid_fraction(const Region& region, int dimension, std::span<const double> radius) {
    const double room = std::visit([&](const auto& shape) { return measure(shape, dimension); }, region);
    double sum = 0;
    for (const double r : radius) sum += ball_measure(dimension, r);
    return sum / room;
}

std::vector<double> place_on_lattice(const Lattice& lattice, int dimension, std::span<const double> radius,
                                     RandomStream& random) {
    std::vector<double> position;
    position.reserve(radius.size() * static_cast<std::size_t>(dimension));
    for (std::size_t i = 0; i < radius.size(); ++i) {
        std::int64_t rest = static_cast<std::int64_t>(i);
        for (int k = 0; k < dimension; ++k) {
            const double site = static_cast<double>(rest % lattice.counts[k]) + 0.5;
            rest /= lattice.counts[k];
            const double room = lattice.jitter * std::max(0.0, lattice.spacing[k] / 2 - radius[i]);
            const double shift = room > 0 ? random.uniform(-room, room) : 0.0;
            position.push_back(lattice.min[k] + site * lattice.spacing[k] + shift);
        }
    }
    return position;
}

RandomPlacement place_at_random(const Region& region, std::span<const double> radius, const Bodies& earlier,
                                const Obstacles& obstacles, RandomStream& random) {
    return with_dimension(earlier.dimension, [&](auto dim) {
        return std::visit(
            [&](const auto& shape) { return add_one_by_one<dim()>(shape, radius, earlier, obstacles, random); },
            region);
    });
}

}  // namespace galet
