#include "soak/brute_force.hpp"

#include <algorithm>
#include <cmath>

namespace galet::soak {
namespace {

using Real3 = std::array<Real, 3>;

Real3 real(const Point& p) { return {p[0], p[1], p[2]}; }
Real3 minus(const Real3& a, const Real3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Real dot(const Real3& a, const Real3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Real3 position_of(const Bodies& bodies, Index i) {
    Real3 q{};
    for (int k = 0; k < bodies.dimension; ++k)
        q[k] = bodies.position[static_cast<std::size_t>(i) * bodies.dimension + k];
    return q;
}

/// Of a point to another one, less what is taken off.
void set_apart(const Real3& from, const Real3& to, Real less, Apart& apart) {
    const Real3 way = minus(to, from);
    const Real length = std::sqrt(dot(way, way));
    apart.distance = length - less;
    apart.normal = length > 0 ? Real3{way[0] / length, way[1] / length, way[2] / length} : Real3{1, 0, 0};
}

struct FromWall {
    int dimension;
    Real3 q;
    Real r;
    Apart& apart;

    void operator()(const HalfSpace& wall) const {
        apart.normal = real(wall.normal);
        apart.distance = dot(apart.normal, minus(q, real(wall.point))) - r;
    }
    void operator()(const Ball& wall) const { set_apart(real(wall.center), q, wall.radius + r, apart); }
    void operator()(const Segment& wall) const {
        const Real3 a = real(wall.from), along = minus(real(wall.to), a);
        const Real t = std::clamp<Real>(dot(along, minus(q, a)) / dot(along, along), 0, 1);
        set_apart({a[0] + t * along[0], a[1] + t * along[1], a[2] + t * along[2]}, q, r, apart);
    }
    /// Inside, the nearest face counts.
    void operator()(const Block& wall) const {
        Real3 nearest{};
        for (int k = 0; k < dimension; ++k) nearest[k] = std::clamp<Real>(q[k], wall.min[k], wall.max[k]);
        if (nearest != q) return set_apart(nearest, q, r, apart);
        Real depth = std::numeric_limits<Real>::max();
        for (int k = 0; k < dimension; ++k) {
            for (const bool up : {false, true}) {
                const Real here = up ? wall.max[k] - q[k] : q[k] - wall.min[k];
                if (here >= depth) continue;
                depth = here;
                apart.normal = {};
                apart.normal[k] = up ? 1 : -1;
            }
        }
        apart.distance = -depth - r;
    }
    void operator()(const UserWall&) const { apart.distance = std::numeric_limits<Real>::max(); }
};

void add_walls(const Bodies& bodies, const Obstacles& obstacles, Index i, std::vector<Apart>& all) {
    for (std::size_t w = 0; w < obstacles.walls.size(); ++w) {
        all.push_back({~static_cast<Index>(w), i, 0, {}});
        std::visit(FromWall{bodies.dimension, position_of(bodies, i), bodies.radius[i], all.back()},
                   obstacles.walls[w]);
    }
}

double largest_of(const Point& p) { return std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2])}); }

double reach_of(const Wall& wall) {
    if (const auto* plane = std::get_if<HalfSpace>(&wall)) return largest_of(plane->point);
    if (const auto* ball = std::get_if<Ball>(&wall)) return largest_of(ball->center) + ball->radius;
    if (const auto* segment = std::get_if<Segment>(&wall)) return largest_of(segment->from) + largest_of(segment->to);
    if (const auto* block = std::get_if<Block>(&wall)) return largest_of(block->min) + largest_of(block->max);
    return 0;
}

}  // namespace

std::vector<Apart> all_apart(const Bodies& bodies, const Obstacles& obstacles) {
    std::vector<Apart> all;
    const bool line = bodies.dimension == 1;
    for (Index a = 0; a < bodies.size(); ++a) {
        const Index last = line ? std::min<Index>(a + 2, bodies.size()) : bodies.size();
        for (Index b = a + 1; b < last; ++b) {
            const Index i = line ? bodies.line_order[a] : a, j = line ? bodies.line_order[b] : b;
            all.push_back({i, j, 0, {}});
            const Real3 qi = position_of(bodies, i), qj = position_of(bodies, j);
            const Real radii = static_cast<Real>(bodies.radius[i]) + bodies.radius[j];
            set_apart(qi, qj, radii, all.back());
            // On a line distances are signed by the order that is kept.
            if (line) all.back() = {i, j, qj[0] - qi[0] - radii, {1, 0, 0}};
        }
        add_walls(bodies, obstacles, a, all);
    }
    return all;
}

double smallest_distance(const Bodies& bodies, const Obstacles& obstacles) {
    Real smallest = std::numeric_limits<double>::max();
    for (const Apart& apart : all_apart(bodies, obstacles)) smallest = std::min(smallest, apart.distance);
    return static_cast<double>(smallest);
}

double extent(const Bodies& bodies, const Obstacles& obstacles) {
    double most = 0;
    for (const double q : bodies.position) most = std::max(most, std::abs(q));
    for (const double r : bodies.radius) most = std::max(most, r);
    for (const Wall& wall : obstacles.walls) most = std::max(most, reach_of(wall));
    return most;
}

}  // namespace galet::soak
