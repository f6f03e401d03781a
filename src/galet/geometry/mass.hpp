// Mass properties of a sphere.
#pragma once

#include <numbers>

namespace galet {

/// Mass [kg] of a sphere of radius r [m] and density [kg/m3], in any dimension: discs are spheres that stay in a plane.
inline double sphere_mass(double density, double r) { return 4.0 / 3.0 * std::numbers::pi * r * r * r * density; }

}  // namespace galet
