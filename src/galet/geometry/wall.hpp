// The convex surfaces that constrain single bodies. A wall gives one constraint a body; a box container is 2 dim
// half-spaces, because a body may touch several of its faces at once.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <variant>

#include "galet/geometry/distance.hpp"

namespace galet {

using Point = std::array<double, 3>;  ///< [m]; components beyond the dimension are 0

/// Bodies stay on the side the unit `normal` points to.
struct HalfSpace {
    Point point, normal;
};

/// Bodies stay outside a ball.
struct Ball {
    Point center;
    double radius;
};

/// Bodies stay away from a straight wall with two ends and no thickness.
struct Segment {
    Point from, to;
};

/// Bodies stay outside an axis-parallel box.
struct Block {
    Point min, max;
};

/// A constraint g(t, q) >= 0 of the user's own on the centre q of every body, g convex in q with a gradient that is not
/// 0 where g <= 0.
class Constraint {
  public:
    virtual ~Constraint() = default;

    /// g at time t [s] for a body of radius r [m] at q [m], and its gradient, `dimension` numbers each.
    virtual double value(double t, std::span<const double> q, double r, std::span<double> gradient) const = 0;
};

struct UserWall {
    std::shared_ptr<const Constraint> constraint;
    double time = 0;  ///< at which it is taken [s]
};

using Wall = std::variant<HalfSpace, Ball, Segment, Block, UserWall>;

template <int dim>
inline Vec<dim> to_vec(const Point& p) {
    return Eigen::Map<const Vec<dim>>(p.data());
}

template <int dim>
inline Separation<dim> separate_wall(const HalfSpace& wall, const Vec<dim>& q, double r) {
    const Vec<dim> n = to_vec<dim>(wall.normal);
    return {n.dot(q - to_vec<dim>(wall.point)) - r, n};
}

template <int dim>
inline Separation<dim> separate_wall(const Ball& wall, const Vec<dim>& q, double r) {
    return separate_spheres<dim>(to_vec<dim>(wall.center), q, wall.radius, r);
}

template <int dim>
inline Separation<dim> separate_wall(const Segment& wall, const Vec<dim>& q, double r) {
    const Vec<dim> a = to_vec<dim>(wall.from), along = to_vec<dim>(wall.to) - a;
    const double t = std::clamp(along.dot(q - a) / along.squaredNorm(), 0.0, 1.0);
    return separate_from_point<dim>(a + t * along, q, r);
}

/// Centres inside the block get the distance to its nearest face, negative: the signed distance to a convex set is
/// convex.
template <int dim>
inline Separation<dim> separate_wall(const Block& wall, const Vec<dim>& q, double r) {
    const Vec<dim> low = to_vec<dim>(wall.min), high = to_vec<dim>(wall.max);
    const Vec<dim> nearest = q.cwiseMax(low).cwiseMin(high);
    if (nearest != q) return separate_from_point<dim>(nearest, q, r);
    int below = 0, above = 0;
    const double to_low = (q - low).minCoeff(&below), to_high = (high - q).minCoeff(&above);
    if (to_low < to_high) return {-to_low - r, -Vec<dim>::Unit(below)};
    return {-to_high - r, Vec<dim>::Unit(above)};
}

/// g / |grad g|: the same linearised constraint, near g = 0 a distance [m].
template <int dim>
inline Separation<dim> separate_wall(const UserWall& wall, const Vec<dim>& q, double r) {
    Vec<dim> gradient = Vec<dim>::Zero();
    const double g = wall.constraint->value(wall.time, {q.data(), dim}, r, {gradient.data(), dim});
    const double slope = gradient.norm();
    if (!(slope > 0)) return {g, Vec<dim>::Unit(0)};
    return {g / slope, gradient / slope};
}

/// How far the point of a wall that is nearest to q went, from `before` to `now`, two walls of the same kind.
template <int dim>
inline Vec<dim> displacement_at(const Wall& before, const Wall& now, const Vec<dim>& q) {
    const auto between = [](const Point& a, const Point& b) -> Vec<dim> { return to_vec<dim>(b) - to_vec<dim>(a); };
    if (const auto* wall = std::get_if<HalfSpace>(&now)) return between(std::get<HalfSpace>(before).point, wall->point);
    if (const auto* wall = std::get_if<Ball>(&now)) return between(std::get<Ball>(before).center, wall->center);
    if (const auto* wall = std::get_if<Segment>(&now)) {
        const auto& start = std::get<Segment>(before);
        const Vec<dim> a = to_vec<dim>(wall->from), along = to_vec<dim>(wall->to) - a;
        const double t = std::clamp(along.dot(q - a) / along.squaredNorm(), 0.0, 1.0);
        return (1 - t) * between(start.from, wall->from) + t * between(start.to, wall->to);
    }
    if (const auto* wall = std::get_if<Block>(&now)) {
        const auto& start = std::get<Block>(before);
        const Vec<dim> low = to_vec<dim>(wall->min), high = to_vec<dim>(wall->max);
        const Vec<dim> part = ((q.cwiseMax(low).cwiseMin(high) - low).array() / (high - low).array()).matrix();
        return ((1 - part.array()) * between(start.min, wall->min).array() +
                part.array() * between(start.max, wall->max).array())
            .matrix();
    }
    return Vec<dim>::Zero();  // a constraint of the user's own has no surface that could drag
}

template <int dim>
inline Separation<dim> separate(const Wall& wall, const Vec<dim>& q, double r) {
    return std::visit([&](const auto& shape) { return separate_wall<dim>(shape, q, r); }, wall);
}

}  // namespace galet
