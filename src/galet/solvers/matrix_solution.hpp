// What methods on an explicit matrix (problem/delassus.hpp) are asked for and what they answer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "galet/problem/solution.hpp"

namespace galet {

/// When such a method may stop.
struct MatrixLimits {
    double residual = 1e-11;  ///< natural map (problem/natural_map.hpp), > 0
    std::int64_t max_iterations = 100000;
    std::vector<TracePoint>* trace = nullptr;  ///< where to note the residuals on the way; null: nowhere
};

struct MatrixSolution {
    Status status = Status::iteration_limit;
    std::vector<double> impulse;  ///< p [N s]
    std::vector<double> rate;     ///< w = W p + b [m/s]
    double residual = 0;          ///< natural map, of these
    std::int64_t iterations = 0;
    std::string note;  ///< what the method has to say for itself; mostly empty
};

}  // namespace galet
