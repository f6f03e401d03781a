// Mass properties of spheres and discs.
#pragma once

#include <numbers>

namespace galet {

/// Mass [kg] of a sphere of radius r [m] and density [kg/m3], in any dimension: discs are spheres that stay in a plane.
inline double sphere_mass(double density, double r) { return 4.0 / 3.0 * std::numbers::pi * r * r * r * density; }

/// Moment of inertia [kg m2] about the centre, of mass [kg] and radius r [m]: of a full disc in two dimensions, of a
/// full ball in three.
inline double round_inertia(double mass, double r, int dimension) {
    return dimension == 2 ? mass * r * r / 2 : 2 * mass * r * r / 5;
}

}  // namespace galet
