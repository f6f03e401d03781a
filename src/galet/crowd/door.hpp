// A straight line that people walk across: where they pass it, and how far it is.
#pragma once

#include <algorithm>

#include "galet/core/types.hpp"

namespace galet {

struct Door {
    Vec<2> from, to;  ///< [m], different

    Vec<2> nearest(const Vec<2>& q) const {
        const Vec<2> along = to - from;
        const double square = along.squaredNorm();
        return square > 0 ? Vec<2>(from + std::clamp(along.dot(q - from) / square, 0.0, 1.0) * along) : from;
    }

    /// Twice the area of the triangle with q: positive on the left of the door, seen from `from`.
    double side(const Vec<2>& q) const {
        const Vec<2> a = to - from, b = q - from;
        return a[0] * b[1] - a[1] * b[0];
    }

    /// 1 where the straight way from `before` to `after` passes the door to its left, -1 to its right, 0 where it does
    /// not. On the line itself counts as on its left, so that whoever stops there passes once.
    int passed(const Vec<2>& before, const Vec<2>& after) const {
        const double a = side(before), b = side(after);
        if ((a >= 0) == (b >= 0)) return 0;
        const Vec<2> at = before + a / (a - b) * (after - before), along = to - from;
        const double part = along.dot(at - from);
        if (part < 0 || part > along.squaredNorm()) return 0;
        return b >= 0 ? 1 : -1;
    }

    Vec<2> left() const { return Vec<2>(from[1] - to[1], to[0] - from[0]).normalized(); }
};

}  // namespace galet
