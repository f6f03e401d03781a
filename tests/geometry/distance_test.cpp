#include <gtest/gtest.h>

#include "galet/core/random.hpp"
#include "galet/geometry/mass.hpp"
#include "galet/geometry/wall.hpp"

namespace galet {
namespace {

template <int dim>
Vec<dim> random_point(RandomStream& random, double size) {
    Vec<dim> p;
    for (int k = 0; k < dim; ++k) p[k] = random.uniform(-size, size);
    return p;
}

std::vector<Wall> some_walls() {
    return {HalfSpace{{0.1, 0.2, 0.3}, {0.6, 0.8, 0}}, Ball{{0.2, -0.1, 0.4}, 0.3},
            Segment{{-0.5, -0.2, 0}, {0.5, 0.3, 0}}, Block{{-0.3, -0.2, -0.1}, {0.2, 0.3, 0.4}}};
}

TEST(Distance, OfTwoSpheres) {
    // A 3-4-5 triangle.
    const auto s = separate_spheres<2>({0, 0}, {3, 4}, 1, 2);
    EXPECT_DOUBLE_EQ(s.distance, 2);
    EXPECT_DOUBLE_EQ(s.normal[0], 0.6);
    EXPECT_DOUBLE_EQ(s.normal[1], 0.8);
}

TEST(Distance, OfWalls) {
    EXPECT_DOUBLE_EQ(separate<2>(HalfSpace{{0, 1, 0}, {0, 1, 0}}, {5, 3}, 0.5).distance, 1.5);
    EXPECT_DOUBLE_EQ(separate<2>(Segment{{0, 0, 0}, {2, 0, 0}}, {1, 1}, 0.25).distance, 0.75);
    EXPECT_DOUBLE_EQ(separate<2>(Segment{{0, 0, 0}, {2, 0, 0}}, {5, 4}, 0.5).distance, 4.5);  // beyond an end: 3-4-5
    EXPECT_DOUBLE_EQ(separate<3>(Block{{0, 0, 0}, {1, 1, 1}}, {0.5, 0.5, 3}, 1).distance, 1);
    EXPECT_DOUBLE_EQ(separate<1>(Block{{0, 0, 0}, {1, 0, 0}}, Vec<1>(0.75), 0).distance, -0.25);
    EXPECT_DOUBLE_EQ(separate<1>(Block{{0, 0, 0}, {1, 0, 0}}, Vec<1>(0.0), 0).normal[0], -1);
    EXPECT_DOUBLE_EQ(separate<3>(Ball{{0, 0, 0}, 1}, {0, 0, 3}, 1).distance, 1);
}

TEST(Distance, NormalIsTheGradientAndDistanceIsConvex) {
    RandomStream random(1, 1);
    constexpr double kDelta = 1e-6;
    for (const Wall& wall : some_walls()) {
        for (int k = 0; k < 500; ++k) {
            const Vec<3> p = random_point<3>(random, 2), q = random_point<3>(random, 2);
            const auto at = [&](const Vec<3>& x) { return separate<3>(wall, x, 0.1); };
            // Convex: below its chords, above its tangents.
            EXPECT_LE(at(0.5 * (p + q)).distance, 0.5 * (at(p).distance + at(q).distance) + 1e-14);
            if (at(p).distance < -0.05) continue;  // inside a solid wall there is no direction
            EXPECT_GE(at(q).distance, at(p).distance + at(p).normal.dot(q - p) - 1e-14);
            EXPECT_NEAR(at(p).normal.norm(), 1, 1e-14);
            if (at(p).distance < 0.01) continue;
            for (int a = 0; a < 3; ++a) {
                const Vec<3> step = kDelta * Vec<3>::Unit(a);
                EXPECT_NEAR((at(p + step).distance - at(p - step).distance) / (2 * kDelta), at(p).normal[a], 1e-4);
            }
        }
    }
}

TEST(Mass, OfAUnitSphere) { EXPECT_DOUBLE_EQ(sphere_mass(3.0, 1.0), 4 * std::numbers::pi); }

}  // namespace
}  // namespace galet
