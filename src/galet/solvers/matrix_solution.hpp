// What a method on a Delassus problem answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galet/problem/solution.hpp"

namespace galet {

struct MatrixSolution {
    Status status = Status::converged;
    std::vector<double> impulse;  ///< p [N s]
    std::vector<double> rate;     ///< w = W p + b [m/s]
    double residual = 0;          ///< |p - max(0, p - w)| / |min(0, b)| in rows scaled to a unit diagonal (natural map)
    std::int64_t iterations = 0;
    std::string note;  ///< what the method has to say for itself; mostly empty
};

}  // namespace galet
