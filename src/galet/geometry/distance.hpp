// Signed distances of spheres and walls and their gradients.
//
// Two spheres:     D = |q_j - q_i| - (r_i + r_j),   e = (q_j - q_i) / |q_j - q_i|,   gradient -e at i, +e at j (Maury06
// eq. 1) Sphere and wall: D = dist(q, wall) - r,           e = direction of growing distance at the sphere's centre.
// Every distance here is convex in the centres, which is what makes Maury's scheme feasible (Maury06 prop. 2).
//
// Detection, the contact problem and the check after a step all call these functions, so that they agree to the last
// bit.
#pragma once

#include <cmath>

#include "galet/core/types.hpp"

namespace galet {

/// A signed distance [m] and its unit direction of growth.
template <int dim>
struct Separation {
    double distance;
    Vec<dim> normal;
};

template <int dim>
inline double sphere_distance(const Vec<dim>& qi, const Vec<dim>& qj, double ri, double rj) {
    return (qj - qi).norm() - (ri + rj);
}

/// The normal points from i to j. Centres that coincide (overlapping spheres only) get the first axis.
template <int dim>
inline Separation<dim> separate_spheres(const Vec<dim>& qi, const Vec<dim>& qj, double ri, double rj) {
    const Vec<dim> difference = qj - qi;
    const double length = difference.norm();
    const Vec<dim> normal = length > 0 ? Vec<dim>(difference / length) : Vec<dim>(Vec<dim>::Unit(0));
    return {length - (ri + rj), normal};
}

/// Two bodies on a line, i left of j. Linear in the positions, defined for points that coincide.
inline double line_distance(double qi, double qj, double ri, double rj) { return (qj - qi) - (ri + rj); }

/// Distance of a sphere at q to the nearest point of a convex set, given that point. Points inside get the first axis.
template <int dim>
inline Separation<dim> separate_from_point(const Vec<dim>& nearest, const Vec<dim>& q, double r) {
    return separate_spheres<dim>(nearest, q, 0.0, r);
}

}  // namespace galet
