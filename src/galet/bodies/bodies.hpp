// The state of all bodies as parallel arrays, in scene order: the id of a body is its index at the start. Where bodies
// leave, those behind move up and keep their ids.
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

    std::vector<Index> id;      ///< rising; empty: as long as nobody has left, the index
    std::vector<Group> groups;  ///< cover all bodies, in order

    /// In one dimension: ids from left to right at the start. This order is kept for ever (Maury06 remark 1).
    std::vector<Index> line_order;

    Index size() const { return static_cast<Index>(radius.size()); }
    Index id_of(Index i) const { return id.empty() ? i : id[i]; }
    bool rotate() const { return !inertia.empty(); }
};

/// Sets `line_order` from the positions; bodies at the same place keep the order of their ids.
void order_on_line(Bodies& bodies);

/// Keeps the bodies `kept`, rising indices, and takes all others out. For bodies that do not rotate, not on a line.
void keep_bodies(Bodies& bodies, std::span<const Index> kept);

/// Keeps the vectors `kept`, rising indices, of an array with `size` numbers each.
template <class T>
void keep_vectors(std::vector<T>& vectors, int size, std::span<const Index> kept) {
    if (vectors.empty()) return;
    std::size_t to = 0;
    for (const Index i : kept) {
        for (int k = 0; k < size; ++k) vectors[to++] = vectors[static_cast<std::size_t>(i) * size + k];
    }
    vectors.resize(to);
}

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
