// The state of all bodies as parallel arrays, in scene order: the id of a body is its index.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "galet/core/types.hpp"

namespace galet {

/// Bodies [first, last) of one entry of the scene. Several entries may share a name; an entry without one has "".
struct Group {
    std::string name;
    Index first = 0, last = 0;
};

struct Bodies {
    int dimension = 3;
    std::vector<double> position;  ///< q [m], body by body
    std::vector<double> velocity;  ///< u [m/s], body by body
    std::vector<double> radius;    ///< r [m], >= 0; 0 (a point) in one dimension only
    std::vector<double> mass;      ///< m [kg], > 0

    // Of bodies that rotate, in two and three dimensions; all empty where they do not.
    std::vector<double> inertia;      ///< about the centre [kg m2], > 0
    std::vector<double> spin;         ///< omega [rad/s]: one number a body in 2D, three in 3D
    std::vector<double> orientation;  ///< 2D: an angle [rad]; 3D: a unit quaternion w, x, y, z

    std::vector<Group> groups;  ///< cover all bodies, in order

    /// In one dimension: ids from left to right at the start. This order is kept for ever (Maury06 remark 1).
    std::vector<Index> line_order;

    Index size() const { return static_cast<Index>(radius.size()); }
    bool rotate() const { return !inertia.empty(); }
};

/// Sets `line_order` from the positions; bodies at the same place keep the order of their ids.
void order_on_line(Bodies& bodies);

/// The length that margins and violations are relative to [m]: the smallest positive radius, else (points on a line)
/// the mean initial spacing, else 1.
double length_scale(const Bodies& bodies);

double kinetic_energy(const Bodies& bodies);  ///< [J], of spins too

/// Sum of m u, [kg m/s], in the first `dimension` components.
std::array<double, 3> momentum(const Bodies& bodies);

/// Sum of m q x u + I omega about the origin [kg m2/s]: its only component in 2D first, none in 1D.
std::array<double, 3> angular_momentum(const Bodies& bodies);

/// Turns every body by its spin for `h` [s].
void turn(Bodies& bodies, double h);

}  // namespace galet
