// What holds for every sweeping process: two solutions never part, time may run at any rate, steps end in the set.
#include <gtest/gtest.h>

#include <cmath>

#include "galet/sweeping/nearest.hpp"
#include "galet/sweeping/sweep.hpp"
#include "sweeping/sets.hpp"

namespace galet::sweeping {
namespace {

using test::random_vector;
using test::vec;

/// A random set of one of five kinds that is moved about on a random Lissajous curve.
MovingSet random_motion(RandomStream& random, int n, int kind) {
    ConvexSet set = Ball{Vector::Zero(n), random.uniform(0.2, 1)};
    if (kind == 1) set = Box{-Vector::Ones(n) * random.uniform(0.1, 1), Vector::Ones(n) * random.uniform(0.1, 1)};
    if (kind == 2) set = test::random_polyhedron(random, n, 6);
    if (kind == 3) set = HalfSpace{random_vector(random, n).normalized(), 0};
    if (kind == 4) set = test::curved_set({test::random_curved(random, n), test::random_curved(random, n)}, n);
    const Vector size = random_vector(random, n, 2), rate = random_vector(random, n, 3);
    return moved(set, [=](double t) -> Vector { return size.cwiseProduct((rate * t).array().sin().matrix()); });
}

class Parting : public testing::TestWithParam<Method> {};

TEST_P(Parting, NeverHappens) {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        RandomStream random(seed, 7);
        const int n = 1 + static_cast<int>(seed % 4), kind = static_cast<int>(seed % 5);
        if (GetParam() == Method::event_driven && (kind == 0 || kind == 4)) continue;
        const MovingSet set = random_motion(random, n, kind);
        const auto start = [&] { return nearest(set.at(0), random_vector(random, n, 3)).point; };
        const Settings settings{GetParam(), 0.5, 50, 0.07};
        Sweep one(set, start(), settings), two(set, start(), settings);
        double apart = (one.point() - two.point()).norm();
        for (int k = 0; k < 60; ++k) {
            ASSERT_TRUE(one.step()) << one.report().reason;
            ASSERT_TRUE(two.step()) << two.report().reason;
            const double now = (one.point() - two.point()).norm();
            EXPECT_LE(now, apart + 1e-11) << seed << " " << k;
            apart = now;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, Parting,
                         testing::Values(Method::catching_up, Method::theta, Method::penalty, Method::event_driven));

TEST(Sweep, EndsInTheSet) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
        RandomStream random(seed, 8);
        const int n = 1 + static_cast<int>(seed % 4), kind = static_cast<int>(seed % 5);
        const MovingSet set = random_motion(random, n, kind);
        for (const Method method : {Method::catching_up, Method::event_driven}) {
            if (method == Method::event_driven && (kind == 0 || kind == 4)) continue;
            Sweep sweep(set, nearest(set.at(0), Vector(Vector::Zero(n))).point, {method, 1, 0, 0.3});
            for (int k = 0; k < 20; ++k) {
                ASSERT_TRUE(sweep.step()) << sweep.report().reason;
                EXPECT_LE(sweep.report().distance, 1e-11);
                EXPECT_GE(sweep.report().moved, sweep.report().jump);
            }
        }
    }
}

// t = s^2 (3 - s) / 2 takes [0, 2] to itself: nodes in s lead to the same places.
TEST(Rate, DoesNotMatterToCatchingUp) {
    const auto path = [](double t) { return vec({std::sin(2 * t), 1 - std::cos(3 * t)}); };
    const auto slower = [](double s) { return s * s * (3 - s) / 2; };
    const Ball disc{vec({0, 0}), 0.4};
    const int n = 50;
    const double h = 2.0 / n;
    Sweep sweep(moved(disc, [&](double s) { return path(slower(s)); }), vec({0.1, 0.1}),
                {Method::catching_up, 1, 0, h});
    Vector u = sweep.point();
    for (int k = 1; k <= n; ++k) {
        ASSERT_TRUE(sweep.step());
        u = nearest(translated(disc, path(slower(k * h))), u).point;  // of the sequence of sets alone
        EXPECT_EQ(sweep.point(), u);
    }
}

TEST(Rate, DoesNotMatterFromEventToEvent) {
    const auto slower = [](double s) { return s * s * (3 - s) / 2; };
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        RandomStream random(seed, 9);
        const MovingSet set = random_motion(random, 2, 2);
        const MovingSet other{2, [&](double s) { return set.at(slower(s)); }, {}};
        const Vector start = nearest(set.at(0), random_vector(random, 2, 2)).point;
        Sweep one(set, start, {Method::event_driven, 1, 0, 0.1}), two(other, start, {Method::event_driven, 1, 0, 0.2});
        for (int k = 0; k < 20; ++k) ASSERT_TRUE(one.step()) << one.report().reason;
        for (int k = 0; k < 10; ++k) ASSERT_TRUE(two.step()) << two.report().reason;
        EXPECT_LE((one.point() - two.point()).norm(), 1e-9) << seed;
        // And catching-up tends to it.
        Sweep fine(set, start, {Method::catching_up, 1, 0, 5e-4});
        for (int k = 0; k < 4000; ++k) ASSERT_TRUE(fine.step());
        EXPECT_LE((one.point() - fine.point()).norm(), 3e-3) << seed;
    }
}

}  // namespace
}  // namespace galet::sweeping
