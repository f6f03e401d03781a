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
    std::vector<Group> groups;     ///< cover all bodies, in order

    /// In one dimension: ids from left to right at the start. This order is kept for ever (Maury06 remark 1).
    std::vector<Index> line_order;

    Index size() const { return static_cast<Index>(radius.size()); }
};

/// Sets `line_order` from the positions; bodies at the same place keep the order of their ids.
void order_on_line(Bodies& bodies);

/// The length that margins and violations are relative to [m]: the smallest positive radius, else (points on a line)
/// the mean initial spacing, else 1.
double length_scale(const Bodies& bodies);

double kinetic_energy(const Bodies& bodies);  ///< [J]

/// Sum of m u, [kg m/s], in the first `dimension` components.
std::array<double, 3> momentum(const Bodies& bodies);

}  // namespace galet
