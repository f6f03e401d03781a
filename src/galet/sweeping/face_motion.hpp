// The faces of a moving polyhedron over a short time as polynomials of t, so that their velocities are known as well as
// their places, up to the ends of the interval. Private to this room.
//
// Normals and offsets are interpolated in Chebyshev's points, which lie within the interval: what the set does before
// and after is not looked at.
#pragma once

#include "galet/sweeping/convex_set.hpp"

namespace galet::sweeping {

class FaceMotion {
  public:
    /// The set must be made of faces, as many at all times. Offsets matter relative to the largest of them and of
    /// `size`, places in which one is interested.
    FaceMotion(const MovingSet& set, double from, double to, double size);

    /// Whether the polynomials are the motion, to rounding: else the interval is too long, or holds a jump or a kink.
    bool resolved() const { return resolved_; }

    Polyhedron place(double t) const;  ///< N(t), b(t)
    Polyhedron rate(double t) const;   ///< N'(t), b'(t) [1/s]

    bool turns() const;  ///< whether any normal changes

    double from() const { return from_; }
    double to() const { return to_; }
    double size() const { return size_; }  ///< what offsets matter relative to, > 0

  private:
    double scaled(double t) const { return (2 * t - from_ - to_) / (to_ - from_); }
    Polyhedron shaped(const Vector& entries) const;

    double from_, to_, size_ = 0;
    Eigen::Index faces_ = 0, dimension_ = 0;
    Matrix coefficients_;  ///< a row for each entry of N and b, a column for each polynomial
    bool resolved_ = false;
};

}  // namespace galet::sweeping
