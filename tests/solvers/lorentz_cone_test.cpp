// The cone of one contact as interior points need it: identities on random vectors inside it.
#include "galet/solvers/lorentz_cone.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "galet/core/random.hpp"

namespace galet {
namespace {

template <int dim>
Vec<dim> any(RandomStream& random) {
    Vec<dim> x;
    for (int k = 0; k < dim; ++k) x[k] = random.uniform(-1, 1);
    return x;
}

/// Inside the cone, from deep inside to 1e-6 of its size from the boundary.
template <int dim>
Vec<dim> inside(RandomStream& random) {
    Vec<dim> x = any<dim>(random);
    x[0] = x.template tail<dim - 1>().norm() + std::pow(10, random.uniform(-6, 1));
    return x;
}

template <int dim>
void check_identities() {
    RandomStream random(11, dim);
    for (int k = 0; k < 1000; ++k) {
        const Vec<dim> z = inside<dim>(random), y = inside<dim>(random), d = any<dim>(random);
        const lorentz::Scaling<dim> scaling(z, y);
        const lorentz::Square<dim> F = scaling.F();
        const Vec<dim> lambda = F * z;
        EXPECT_LE((lambda - scaling.inverse() * y).norm(), 1e-8 * lambda.norm());
        EXPECT_NEAR(z.dot(y), lambda.squaredNorm(), 1e-8 * z.dot(y));
        EXPECT_LE((F * scaling.inverse() - lorentz::Square<dim>::Identity()).norm(),
                  1e-15 * F.norm() * scaling.inverse().norm());
        const double epsilon = 0.3;
        const lorentz::Square<dim> exact = (F * F + epsilon * lorentz::Square<dim>::Identity()).inverse();
        EXPECT_LE((scaling.softened(epsilon) - exact).norm(), 1e-12 * (F * F).norm() / (epsilon * epsilon));
        EXPECT_LE((lorentz::product<dim>(z, lorentz::divide<dim>(d, z)) - d).norm(),
                  1e-13 * z.squaredNorm() / lorentz::determinant<dim>(z));
    }
}

TEST(LorentzCone, ScalingMakesTwoPointsOne) {
    check_identities<2>();
    check_identities<3>();
}

TEST(LorentzCone, TheLongestStepEndsOnTheBoundary) {
    RandomStream random(12, 0);
    int bounded = 0;
    for (int k = 0; k < 1000; ++k) {
        const Vec<3> x = inside<3>(random), d = any<3>(random);
        const double step = lorentz::longest_step<3>(x, d);
        const auto depth = [&](double a) { return (x + a * d)[0] - (x + a * d).tail<2>().norm(); };
        if (step > 1e6) {
            EXPECT_GE(depth(1e3), 0);
            continue;
        }
        ++bounded;
        EXPECT_NEAR(depth(step), 0, 1e-9 * (1 + step));
        EXPECT_GT(depth(0.999 * step), 0);
        EXPECT_LT(depth(1.001 * step), 0);
    }
    EXPECT_GT(bounded, 500);
}

}  // namespace
}  // namespace galet
