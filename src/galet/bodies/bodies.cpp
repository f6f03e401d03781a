#include "galet/bodies/bodies.hpp"

#include <algorithm>
#include <numeric>

#include "galet/core/parallel.hpp"

namespace galet {

void order_on_line(Bodies& bodies) {
    bodies.line_order.resize(bodies.radius.size());
    std::iota(bodies.line_order.begin(), bodies.line_order.end(), 0);
    std::stable_sort(bodies.line_order.begin(), bodies.line_order.end(),
                     [&](Index a, Index b) { return bodies.position[a] < bodies.position[b]; });
}

double length_scale(const Bodies& bodies) {
    double smallest = 0;
    for (const double r : bodies.radius) {
        if (r > 0 && (smallest == 0 || r < smallest)) smallest = r;
    }
    if (smallest > 0) return smallest;
    if (bodies.size() < 2) return 1.0;
    const auto [low, high] = std::minmax_element(bodies.position.begin(), bodies.position.end());
    return *high > *low ? (*high - *low) / (bodies.size() - 1) : 1.0;
}

double kinetic_energy(const Bodies& bodies) {
    const int d = bodies.dimension;
    return 0.5 * ordered_sum(bodies.size(), [&](Index i) {
               double square = 0;
               for (int k = 0; k < d; ++k) {
                   const double v = bodies.velocity[static_cast<std::size_t>(i) * d + k];
                   square += v * v;
               }
               return bodies.mass[i] * square;
           });
}

std::array<double, 3> momentum(const Bodies& bodies) {
    const int d = bodies.dimension;
    std::array<double, 3> sum{};
    for (int k = 0; k < d; ++k) {
        sum[k] = ordered_sum(bodies.size(), [&](Index i) {
            return bodies.mass[i] * bodies.velocity[static_cast<std::size_t>(i) * d + k];
        });
    }
    return sum;
}

}  // namespace galet
