// Vectors of several contacts at once, against the same vectors one by one.
#include "galet/problem/pack_vectors.hpp"

#include <gtest/gtest.h>

#include "galet/core/random.hpp"
#include "galet/laws/coulomb.hpp"
#include "galet/problem/friction_operator.hpp"

namespace galet {
namespace {

template <int dim, int width>
void check_against_single_vectors() {
    RandomStream random(7, dim);
    constexpr Index kCount = 12;
    LaneArray a(kCount * lanes(dim), 0.0), b(a), out(a.size(), 7.0);
    for (Index c = 0; c < kCount; ++c) {
        for (int k = 0; k < dim; ++k) {
            a[c * lanes(dim) + k] = random.uniform(-1, 1);
            b[c * lanes(dim) + k] = random.uniform(-1, 1);
        }
    }
    for (Index c = 0; c + width <= kCount; c += width) {
        const auto u = load_vectors<dim, width>(a.data(), c), v = load_vectors<dim, width>(b.data(), c);
        const Pack<width> product = dot(u, v);
        store_vectors<dim, width>(out.data(), c, 2.0 * (u - v) + product * v);
        const auto turning = cross(u, v);
        for (int k = 0; k < width; ++k) {
            const Lanes<dim> x = load_lanes<dim>(a, c + k), y = load_lanes<dim>(b, c + k);
            EXPECT_DOUBLE_EQ(product[k], x.dot(y));
            const Lanes<dim> sum = 2 * (x - y) + x.dot(y) * y, turned = cross(x, y);
            for (int part = 0; part < lanes(dim); ++part)
                EXPECT_NEAR(out[(c + k) * lanes(dim) + part], sum[part], 1e-15);
            for (int part = 0; part < spin_size(dim); ++part) EXPECT_DOUBLE_EQ(turning[part][k], turned[part]);
        }
    }
}

TEST(PackVectors, AreTheSameVectorsAsOneByOne) {
    check_against_single_vectors<2, 1>();
    check_against_single_vectors<2, 4>();
    check_against_single_vectors<3, 1>();
    check_against_single_vectors<3, 4>();
}

TEST(ProjectOnCone, IsTheSameForSeveralContactsAsForOne) {
    RandomStream random(3, 1);
    const double normals[] = {0.0, 1.0, -1.0, 1e-100, -1e-100, 1e103, -1e103}, lengths[] = {0.0, 1.0, 1e-100},
                 frictions[] = {0.0, 0.3, 5.0};
    const auto check = [](const Pack<4>& normal, const Pack<4>& length, const Pack<4>& friction) {
        Pack<4> projected = normal;
        const Pack<4> shrink = project_on_cone<4>(projected, length, friction);
        for (int k = 0; k < 4; ++k) {
            double one = normal[k];
            Vec<1> tangent(length[k]);
            project_on_cone(one, tangent, friction[k]);
            EXPECT_DOUBLE_EQ(projected[k], one) << normal[k] << " " << length[k] << " " << friction[k];
            EXPECT_DOUBLE_EQ(shrink[k] * length[k], tangent[0]) << normal[k] << " " << length[k] << " " << friction[k];
        }
    };
    for (const double n : normals) {
        for (const double l : lengths) {
            for (const double f : frictions) check(Pack<4>(n, n, 1, n), Pack<4>(l, 1, l, l), Pack<4>(f, f, f, 0.5));
        }
    }
    for (int k = 0; k < 1000; ++k) {
        Pack<4> n, l, f;
        for (int lane = 0; lane < 4; ++lane) {
            n[lane] = random.uniform(-1, 1);
            l[lane] = random.uniform(0, 1);
            f[lane] = random.uniform(0, 2);
        }
        check(n, l, f);
    }
}

}  // namespace
}  // namespace galet
