// Random points and sets for the tests of the sweeping process.
#pragma once

#include <vector>

#include "galet/core/random.hpp"
#include "galet/sweeping/convex_set.hpp"

namespace galet::sweeping::test {

inline Vector vec(std::initializer_list<double> values) {
    Vector v(static_cast<Eigen::Index>(values.size()));
    std::copy(values.begin(), values.end(), v.begin());
    return v;
}

inline Vector random_vector(RandomStream& random, int n, double size = 1) {
    Vector v(n);
    for (double& x : v) x = random.uniform(-size, size);
    return v;
}

/// `faces` half-spaces that all hold a ball of radius 0.1 about the origin.
inline Polyhedron random_polyhedron(RandomStream& random, int n, int faces) {
    std::vector<HalfSpace> all;
    for (int k = 0; k < faces; ++k) {
        all.push_back({random_vector(random, n).normalized(), random.uniform(0.1, 1)});
    }
    return polyhedron(all);
}

/// x'Q x + l.x + exp(a.x) - 3 <= 0, by values alone; its gradient is kept for the tests.
struct Curved {
    Matrix Q;
    Vector l, a;

    double value(const Vector& x) const { return x.dot(Q * x) + l.dot(x) + std::exp(a.dot(x)) - 3; }
    Vector gradient(const Vector& x) const { return 2 * Q * x + l + std::exp(a.dot(x)) * a; }
};

inline Curved random_curved(RandomStream& random, int n) {
    Matrix half(n, n);
    for (double& x : half.reshaped()) x = random.uniform(-1, 1);
    return {half.transpose() * half + 0.05 * Matrix::Identity(n, n), random_vector(random, n),
            random_vector(random, n, 1.5)};
}

inline Inequalities curved_set(const std::vector<Curved>& functions, int n) {
    Inequalities set{n, {}, 1};
    for (const Curved& f : functions) set.functions.push_back({[f](const Vector& x) { return f.value(x); }, {}});
    return set;
}

}  // namespace galet::sweeping::test
