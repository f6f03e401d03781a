#include "galet/bodies/bodies.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>
#include <numeric>

#include "galet/core/parallel.hpp"

namespace galet {

void order_on_line(Bodies& bodies) {
    bodies.line_order.resize(bodies.radius.size());
    std::iota(bodies.line_order.begin(), bodies.line_order.end(), 0);
    std::stable_sort(bodies.line_order.begin(), bodies.line_order.end(),
                     [&](Index a, Index b) { return bodies.position[a] < bodies.position[b]; });
}

void keep_bodies(Bodies& bodies, std::span<const Index> kept) {
    assert(!bodies.rotate() && bodies.line_order.empty());
    for (Group& group : bodies.groups) {
        const auto place = [&](Index i) {
            return static_cast<Index>(std::lower_bound(kept.begin(), kept.end(), i) - kept.begin());
        };
        group = {group.name, place(group.first), place(group.last)};
    }
    if (bodies.id.empty()) {
        bodies.id.resize(bodies.radius.size());
        std::iota(bodies.id.begin(), bodies.id.end(), 0);
    }
    keep_vectors(bodies.id, 1, kept);
    keep_vectors(bodies.position, bodies.dimension, kept);
    keep_vectors(bodies.velocity, bodies.dimension, kept);
    keep_vectors(bodies.radius, 1, kept);
    keep_vectors(bodies.mass, 1, kept);
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

namespace {

/// The square of the i-th vector of an array with `size` numbers each.
double square_of(const std::vector<double>& vectors, Index i, int size) {
    double square = 0;
    for (int k = 0; k < size; ++k) {
        const double v = vectors[static_cast<std::size_t>(i) * size + k];
        square += v * v;
    }
    return square;
}

}  // namespace

double kinetic_energy(const Bodies& bodies) {
    const int d = bodies.dimension;
    const double moving =
        ordered_sum(bodies.size(), [&](Index i) { return bodies.mass[i] * square_of(bodies.velocity, i, d); });
    if (!bodies.rotate()) return 0.5 * moving;
    return 0.5 * (moving + ordered_sum(bodies.size(), [&](Index i) {
                      return bodies.inertia[i] * square_of(bodies.spin, i, spin_size(d));
                  }));
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

std::array<double, 3> angular_momentum(const Bodies& bodies) {
    const int d = bodies.dimension, components = d == 1 ? 0 : spin_size(d);
    std::array<double, 3> sum{};
    for (int k = 0; k < components; ++k) {
        // The axis that component k turns about, and the two others in its sense.
        const int a = d == 2 ? 0 : (k + 1) % 3, b = d == 2 ? 1 : (k + 2) % 3;
        sum[k] = ordered_sum(bodies.size(), [&](Index i) {
            const std::size_t at = static_cast<std::size_t>(i) * d;
            const double* const q = &bodies.position[at];
            const double* const u = &bodies.velocity[at];
            const double orbital = bodies.mass[i] * (q[a] * u[b] - q[b] * u[a]);
            if (!bodies.rotate()) return orbital;
            return orbital + bodies.inertia[i] * bodies.spin[static_cast<std::size_t>(i) * components + k];
        });
    }
    return sum;
}

void turn(Bodies& bodies, double h) {
    if (!bodies.rotate()) return;
    if (bodies.dimension == 2) {
        parallel_for(bodies.size(), [&](Index i) { bodies.orientation[i] += h * bodies.spin[i]; });
        return;
    }
    parallel_for(bodies.size(), [&](Index i) {
        const Vec<3> spin = load<3>(bodies.spin, i);
        const double angle = h * spin.norm();
        if (angle == 0) return;
        const Eigen::Quaterniond by(Eigen::AngleAxisd(angle, spin.normalized()));
        double* const at = &bodies.orientation[static_cast<std::size_t>(i) * 4];
        const Eigen::Quaterniond to = (by * Eigen::Quaterniond(at[0], at[1], at[2], at[3])).normalized();
        at[0] = to.w();
        at[1] = to.x();
        at[2] = to.y();
        at[3] = to.z();
    });
}

}  // namespace galet
