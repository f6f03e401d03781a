// The answer to a problem that is given as a matrix (problem/delassus.hpp): no bodies, so no certificate, but the
// residual of the natural map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galet/problem/solution.hpp"

namespace galet {

struct MatrixSolution {
    Status status = Status::iteration_limit;
    std::vector<double> p;  ///< impulses, >= 0 [N s]
    std::vector<double> w;  ///< W p + b [m/s]
    /// |z - max(0, z - w)| / |min(0, b)| in rows scaled to a unit diagonal; divided by 1 where b >= 0
    double residual = 0;
    std::int64_t iterations = 0;
    std::string note;  ///< why it gave up; mostly empty
};

/// Largest asymmetry of W (problem/delassus.hpp) with which methods for symmetric matrices still work.
inline constexpr double kSymmetric = 1e-10;

}  // namespace galet
