// What a crowd looks like from afar: density, velocity and pressure on square cells.
//
//   density   people whose centres are in the cell, by its area [1/m2]: their sum times the area is the number of
//   people velocity  mean of theirs [m/s] pressure  mean of theirs [m/s]: of each, the sum of p over its contacts
#pragma once

#include <span>
#include <vector>

#include "galet/bodies/bodies.hpp"

namespace galet {

struct FieldCell {
    double x = 0, y = 0;  ///< centre [m]
    double density = 0;
    double vx = 0, vy = 0;
    double pressure = 0;
};

/// The cells that hold somebody, row by row from the lowest y, each row by x. Cells have the edge `edge` [m] and the
/// origin as a corner. In two dimensions.
std::vector<FieldCell> coarse_field(const Bodies& bodies, std::span<const double> pressure, double edge);

}  // namespace galet
