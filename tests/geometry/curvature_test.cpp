// Second derivatives of distances along straight lines, against differences.
#include "galet/geometry/curvature.hpp"

#include <gtest/gtest.h>

namespace galet {
namespace {

template <int dim>
void expect_second_derivative(const Wall& wall, const Vec<dim>& q, const Vec<dim>& v) {
    constexpr double t = 1e-4;
    const auto distance = [&](double s) { return separate<dim>(wall, Vec<dim>(q + s * v), 0.1).distance; };
    EXPECT_NEAR(curvature<dim>(wall, q, v), (distance(t) - 2 * distance(0) + distance(-t)) / (t * t), 1e-6);
}

TEST(Curvature, IsTheSecondDerivativeOfADistance) {
    const Vec<2> plane_velocity(0.7, -0.4);
    for (const Vec<2>& q : {Vec<2>(1.3, 1.6), Vec<2>(0.5, 1.7), Vec<2>(-0.8, 1.4)}) {
        expect_second_derivative<2>(HalfSpace{{0, 0, 0}, {0.6, 0.8, 0}}, q, plane_velocity);
        expect_second_derivative<2>(Ball{{0.1, 0.2, 0}, 0.5}, q, plane_velocity);
        expect_second_derivative<2>(Segment{{0, 0, 0}, {1, 0.5, 0}}, q, plane_velocity);
        expect_second_derivative<2>(Block{{0, 0, 0}, {1, 1, 0}}, q, plane_velocity);
    }
    const Vec<3> velocity(0.7, -0.4, 0.9);
    for (const Vec<3>& q : {Vec<3>(1.3, 1.6, 1.2), Vec<3>(0.5, 1.7, 1.4), Vec<3>(0.5, 0.4, 1.5)}) {
        expect_second_derivative<3>(Ball{{0.1, 0.2, 0.3}, 0.5}, q, velocity);
        expect_second_derivative<3>(Segment{{0, 0, 0}, {1, 0.5, 0.1}}, q, velocity);
        expect_second_derivative<3>(Block{{0, 0, 0}, {1, 1, 1}}, q, velocity);
    }
}

}  // namespace
}  // namespace galet
