// How fast a distance changes its rate while centres move straight on: the part of its second derivative that comes
// from velocities alone (Moreau99 8.4),
//
//   D'' = G.u' + a,     a = |v_t|^2 / L,
//
// v the velocity of the second centre relative to what the first offers as nearest point, v_t its part across the
// normal, L the distance of the two. A nearest point that slides along a plane or a line follows that part of v.
#pragma once

#include "galet/geometry/wall.hpp"

namespace galet {

/// a [m/s^2] of two centres q_j - q_i = `apart` with the relative velocity v; 0 where they coincide.
template <int dim>
inline double point_curvature(const Vec<dim>& apart, const Vec<dim>& v) {
    const double length = apart.norm();
    if (!(length > 0)) return 0;
    return (v - v.dot(apart) / (length * length) * apart).squaredNorm() / length;
}

template <int dim>
inline double wall_curvature(const HalfSpace&, const Vec<dim>&, const Vec<dim>&) {
    return 0;
}

template <int dim>
inline double wall_curvature(const Ball& wall, const Vec<dim>& q, const Vec<dim>& v) {
    return point_curvature<dim>(q - to_vec<dim>(wall.center), v);
}

template <int dim>
inline double wall_curvature(const Segment& wall, const Vec<dim>& q, const Vec<dim>& v) {
    const Vec<dim> a = to_vec<dim>(wall.from), along = to_vec<dim>(wall.to) - a;
    const double t = along.dot(q - a) / along.squaredNorm();
    if (t <= 0) return point_curvature<dim>(q - a, v);
    if (t >= 1) return point_curvature<dim>(q - a - along, v);
    return point_curvature<dim>(q - a - t * along, v - v.dot(along) / along.squaredNorm() * along);
}

template <int dim>
inline double wall_curvature(const Block& wall, const Vec<dim>& q, const Vec<dim>& v) {
    const Vec<dim> nearest = q.cwiseMax(to_vec<dim>(wall.min)).cwiseMin(to_vec<dim>(wall.max));
    Vec<dim> across = v;
    for (int k = 0; k < dim; ++k) {
        if (nearest[k] == q[k]) across[k] = 0;
    }
    return point_curvature<dim>(q - nearest, across);
}

/// Not known for constraints of the user's own, which schemes that need it refuse.
template <int dim>
inline double wall_curvature(const UserWall&, const Vec<dim>&, const Vec<dim>&) {
    return 0;
}

template <int dim>
inline double curvature(const Wall& wall, const Vec<dim>& q, const Vec<dim>& v) {
    return std::visit([&](const auto& shape) { return wall_curvature<dim>(shape, q, v); }, wall);
}

}  // namespace galet
