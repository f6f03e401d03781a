// Nearest points against independent methods: all sets of active faces, a secular equation, the conditions themselves.
#include "galet/sweeping/nearest.hpp"

#include <gtest/gtest.h>

#include "galet/sweeping/nearest_smooth.hpp"
#include "support/nnls.hpp"
#include "sweeping/sets.hpp"

namespace galet::sweeping {
namespace {

using test::random_vector;
using test::vec;

/// The nearest feasible one of the projections onto the intersections of at most n faces.
Vector by_all_active_sets(const Polyhedron& set, const Vector& z) {
    const int m = static_cast<int>(set.offsets.size());
    Vector best;
    for (int mask = 0; mask < 1 << m; ++mask) {
        std::vector<int> in;
        for (int k = 0; k < m; ++k) {
            if (mask >> k & 1) in.push_back(k);
        }
        if (static_cast<Eigen::Index>(in.size()) > z.size()) continue;
        Vector x = z;
        if (!in.empty()) {
            const Matrix N = set.normals(in, Eigen::all);
            x -= N.completeOrthogonalDecomposition().solve(N * z - set.offsets(in));
        }
        if ((set.normals * x - set.offsets).maxCoeff() > 1e-11) continue;
        if (best.size() == 0 || (x - z).norm() < (best - z).norm()) best = x;
    }
    return best;
}

/// How far z - x is from the cone of the gradients that are active at x.
double off_the_normal_cone(const std::vector<Vector>& active, const Vector& out) {
    if (active.empty()) return out.norm();
    Matrix A(out.size(), static_cast<Eigen::Index>(active.size()));
    for (std::size_t k = 0; k < active.size(); ++k) A.col(static_cast<Eigen::Index>(k)) = active[k];
    return (A * galet::test::nnls(A, out) - out).norm();
}

TEST(Nearest, OfSimpleSets) {
    EXPECT_EQ(nearest(Box{vec({0, 0, 0}), vec({1, 2, 3})}, vec({-1, 1, 5})).point, vec({0, 1, 3}));
    EXPECT_LE((nearest(Ball{vec({1, 0}), 2}, vec({4, 4})).point - vec({2.2, 1.6})).norm(), 1e-15);
    EXPECT_EQ(nearest(Ball{vec({1, 0}), 2}, vec({1, 1})).point, vec({1, 1}));
    const HalfSpace floor = half_space(vec({0, 1}), vec({0, 7}));
    EXPECT_EQ(nearest(floor, vec({3, -2})).point, vec({3, 1}));
    EXPECT_EQ(nearest(floor, vec({3, 2})).point, vec({3, 2}));
    EXPECT_EQ(nearest(Ball{vec({1, 2}), 0}, vec({5, 5})).point, vec({1, 2}));
}

TEST(Nearest, OfRandomPolyhedraIsThatOfAllActiveSets) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        RandomStream random(seed, 1);
        const int n = 1 + static_cast<int>(seed % 4), m = 1 + static_cast<int>(random.uniform() * 9);
        const Polyhedron set = test::random_polyhedron(random, n, m);
        const Vector z = random_vector(random, n, 3);
        const Nearest found = nearest(set, z);
        ASSERT_EQ(found.outcome, Outcome::found);
        EXPECT_LE((found.point - by_all_active_sets(set, z)).norm(), 1e-10) << seed;
        // The conditions.
        const Vector gap = set.normals * found.point - set.offsets;
        EXPECT_LE(gap.maxCoeff(), 1e-12);
        EXPECT_GE(found.multipliers.minCoeff(), 0);
        EXPECT_LE((set.normals.transpose() * found.multipliers + found.point - z).norm(), 1e-10);
        EXPECT_LE(found.multipliers.cwiseProduct(gap).cwiseAbs().maxCoeff(), 1e-10);
    }
}

TEST(Nearest, OfPolyhedraWithFacesTwiceAndEmptyInterior) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        RandomStream random(seed, 2);
        Polyhedron set = test::random_polyhedron(random, 3, 4);
        // The first face again, scaled to itself, and from the other side: what remains is a part of a plane.
        set.normals.conservativeResize(6, 3);
        set.offsets.conservativeResize(6);
        set.normals.row(4) = set.normals.row(0), set.offsets[4] = set.offsets[0];
        set.normals.row(5) = -set.normals.row(0), set.offsets[5] = -set.offsets[0];
        const Vector z = random_vector(random, 3, 2);
        const Vector expected = by_all_active_sets(set, z);
        if (expected.size() == 0) continue;
        const Nearest found = nearest(set, z);
        ASSERT_EQ(found.outcome, Outcome::found) << seed;
        EXPECT_LE((found.point - expected).norm(), 1e-9) << seed;
    }
}

TEST(Nearest, SaysThatASetIsEmpty) {
    for (const double gap : {1.0, 1e-2, 1e-4}) {
        const Polyhedron set = polyhedron({{vec({1, 0}), 0}, {vec({-1, 0}), -gap}, {vec({0, 1}), 1}});
        EXPECT_EQ(nearest(set, vec({0.3, 4})).outcome, Outcome::empty) << gap;
    }
    // Three half-planes, each pair of which meets.
    const double s = std::sqrt(0.75);
    const Polyhedron three = polyhedron({{vec({0, 1}), -1}, {vec({s, -0.5}), -1}, {vec({-s, -0.5}), -1}});
    EXPECT_EQ(nearest(three, vec({0.1, 0.2})).outcome, Outcome::empty);
    EXPECT_EQ(nearest(Box{vec({1}), vec({0})}, vec({3})).outcome, Outcome::empty);
}

TEST(Nearest, FindsNothingInEmptySmoothSets) {
    const auto above = [](const Vector& x) { return x.squaredNorm() + 0.5; };
    EXPECT_NE(nearest(Inequalities{2, {{above, {}}}, 1}, vec({1, 2})).outcome, Outcome::found);
    EXPECT_EQ(nearest(Inequalities{2, {{above, {}}}, 1}, vec({0, 0})).outcome, Outcome::empty);
    // Two discs that do not meet.
    const auto disc = [](double c) { return [c](const Vector& x) { return (x - vec({c, 0})).squaredNorm() - 1; }; };
    EXPECT_NE(nearest(Inequalities{2, {{disc(0), {}}, {disc(2.5), {}}}, 1}, vec({1, 2})).outcome, Outcome::found);
}

TEST(Nearest, OfAnEllipsoidIsThatOfItsSecularEquation) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        RandomStream random(seed, 3);
        const int n = 2 + static_cast<int>(seed % 5);
        Vector axes(n);
        for (double& a : axes) a = random.uniform(0.2, 2);
        const Vector z = random_vector(random, n, 4);
        const auto value = [&](const Vector& x) { return x.cwiseQuotient(axes).squaredNorm() - 1; };
        if (value(z) <= 0) continue;
        // x_i = a_i^2 z_i / (a_i^2 + mu), mu > 0 such that x is on the surface.
        const auto at = [&](double mu) -> Vector {
            return (axes.array().square() * z.array() / (axes.array().square() + mu)).matrix();
        };
        double low = 0, high = 100;
        for (int k = 0; k < 200; ++k) {
            const double middle = (low + high) / 2;
            (value(at(middle)) > 0 ? low : high) = middle;
        }
        const Nearest found = nearest(Inequalities{n, {{value, {}}}, 1}, z);
        ASSERT_EQ(found.outcome, Outcome::found) << seed;
        EXPECT_LE((found.point - at(high)).norm(), 1e-11) << seed;
        EXPECT_LE(found.rounds, 40) << seed;
    }
}

TEST(Nearest, OfSmoothInequalitiesSatisfiesItsConditions) {
    int corners = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomStream random(seed, 4);
        const int n = 2 + static_cast<int>(seed % 3), m = 1 + static_cast<int>(random.uniform() * 4);
        std::vector<test::Curved> functions;
        for (int k = 0; k < m; ++k) functions.push_back(test::random_curved(random, n));
        const Vector z = random_vector(random, n, 4);
        const Nearest found = nearest(test::curved_set(functions, n), z);
        ASSERT_EQ(found.outcome, Outcome::found) << seed;
        std::vector<Vector> active;
        for (const test::Curved& f : functions) {
            const double distance = f.value(found.point) / f.gradient(found.point).norm();
            EXPECT_LE(distance, 1e-11) << seed;
            if (distance > -1e-9) active.push_back(f.gradient(found.point).normalized());
        }
        EXPECT_LE(off_the_normal_cone(active, z - found.point), 1e-10) << seed;
        corners += active.size() > 1;
    }
    EXPECT_GT(corners, 20);
}

TEST(Nearest, OfInequalitiesAgreesWithTheSetsTheyWrite) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        RandomStream random(seed, 5);
        const int n = 1 + static_cast<int>(seed % 4);
        const Polyhedron faces = test::random_polyhedron(random, n, 5);
        const Vector center = random_vector(random, n), z = random_vector(random, n, 3), by = random_vector(random, n);
        Inequalities linear{n, {}, 1};
        for (int k = 0; k < 5; ++k) {
            const Vector normal = faces.normals.row(k).transpose();
            linear.functions.push_back({[normal, b = faces.offsets[k]](const Vector& x) { return normal.dot(x) - b; },
                                        [normal](const Vector&) { return normal; }});
        }
        EXPECT_LE((nearest(linear, z).point - nearest(faces, z).point).norm(), 1e-11);
        // Translated: prox(C + a, z) = a + prox(C, z - a).
        EXPECT_LE((nearest(translated(linear, by), z).point - by - nearest(faces, z - by).point).norm(), 1e-11);
        EXPECT_LE((nearest(translated(faces, by), z).point - by - nearest(faces, z - by).point).norm(), 1e-12);
        const Inequalities round{n, {{[&](const Vector& x) { return (x - center).norm() - 0.5; }, {}}}, 1};
        EXPECT_LE((nearest(round, z).point - nearest(Ball{center, 0.5}, z).point).norm(), 1e-11) << seed;
    }
}

TEST(Nearest, SeesWhatIsNotConvex) {
    const auto outside = [](const Vector& x) { return 1 - x.squaredNorm(); };
    const auto saddle = [](const Vector& x) { return x[0] * x[1]; };
    const auto plane = [](const Vector& x) { return 1e3 + x[0] - 2 * x[1]; };
    const auto flat = [](const Vector& x) { return std::pow(x[0], 4); };
    EXPECT_FALSE(curves_up({outside, {}}, vec({0, 2}), 1));
    EXPECT_FALSE(curves_up({saddle, {}}, vec({0, 2}), 1));
    EXPECT_TRUE(curves_up({plane, {}}, vec({0, 2}), 1));
    EXPECT_TRUE(curves_up({flat, {}}, vec({0, 2}), 1));
}

}  // namespace
}  // namespace galet::sweeping
