// The sparse factor and its order, against dense algebra.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>

#include "galet/problem/delassus.hpp"
#include "galet/solvers/shifted_factor.hpp"
#include "support/near_contacts.hpp"

namespace galet {
namespace {

Eigen::MatrixXd dense(const DelassusProblem& w) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(w.contacts(), w.contacts());
    for (Index c = 0; c < w.contacts(); ++c) {
        for (std::int64_t k = w.start[c]; k < w.start[c + 1]; ++k) matrix(c, w.column[k]) = w.value[k];
    }
    return matrix;
}

Eigen::VectorXd some_vector(Index size, std::uint64_t seed, double low) {
    RandomStream random(seed, 3);
    Eigen::VectorXd v(size);
    for (Index c = 0; c < size; ++c) v[c] = random.uniform(low, 1);
    return v;
}

std::span<double> span_of(Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

TEST(Dissection, IsAnOrderOfAllNodes) {
    for (const bool positions : {true, false}) {
        const DelassusProblem w = delassus_of(test::near_contacts(2, 150, 0.1, 5, positions));
        std::vector<Index> order = dissection_order({w.start, w.column}, w.dimension, w.position);
        std::sort(order.begin(), order.end());
        for (Index k = 0; k < w.contacts(); ++k) ASSERT_EQ(order[k], k);
    }
}

TEST(Dissection, KeepsTheFactorOfAGridSparse) {
    // A band as wide as the square grid costs n^1.5 entries; dissection O(n log n), here less than half of it.
    constexpr Index kSide = 60;
    std::vector<std::int64_t> start = {0};
    std::vector<Index> column, natural;
    std::vector<double> position;
    for (Index i = 0; i < kSide * kSide; ++i) {
        const Index x = i % kSide, y = i / kSide;
        if (y > 0) column.push_back(i - kSide);
        if (x > 0) column.push_back(i - 1);
        column.push_back(i);
        if (x + 1 < kSide) column.push_back(i + 1);
        if (y + 1 < kSide) column.push_back(i + kSide);
        start.push_back(static_cast<std::int64_t>(column.size()));
        natural.push_back(i);
        position.insert(position.end(), {static_cast<double>(x), static_cast<double>(y)});
    }
    const Graph grid{start, column};
    const double band = static_cast<double>(find_supernodes(grid, natural).panel_size);
    EXPECT_GT(band, kSide * kSide * (kSide - 1));
    EXPECT_LT(static_cast<double>(find_supernodes(grid, dissection_order(grid, 2, position)).panel_size), 0.5 * band);
    EXPECT_LT(static_cast<double>(find_supernodes(grid, dissection_order(grid, 0, {})).panel_size), 0.5 * band);
}

TEST(SparseCholesky, SolvesWhatADenseFactorSolves) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        const DelassusProblem w = delassus_of(test::near_contacts(dimension, 120, 0.12, seed, seed % 2 == 0));
        Eigen::VectorXd shift = some_vector(w.contacts(), seed, 0.1), x = some_vector(w.contacts(), seed + 1, -1);
        const Eigen::VectorXd right = x;
        const std::vector<Index> order = dissection_order({w.start, w.column}, w.dimension, w.position);
        const auto check = [&](auto cholesky, double rounding) {
            cholesky.analyse({w.start, w.column}, order);
            for (int again = 0; again < 2; ++again) {
                ASSERT_TRUE(cholesky.factor(w.value, span_of(shift)));
                x = right;
                cholesky.solve(span_of(x));
                const Eigen::MatrixXd a = dense(w) + Eigen::MatrixXd(shift.asDiagonal());
                EXPECT_LE((a * x - right).norm(), rounding * right.norm() * a.norm());
                shift *= 2;
            }
        };
        check(SparseCholesky<double>(), 1e-12);
        check(SparseCholesky<float>(), 1e-4);
    }
}

TEST(SparseCholesky, RefusesWhatIsNotPositiveDefinite) {
    const DelassusProblem w = delassus_of(test::near_contacts(2, 60, 0.12, 2, true));
    std::vector<double> shift(w.contacts(), 0.0);
    shift[w.contacts() / 2] = -100 / 0.02;
    SparseCholesky<double> cholesky;
    cholesky.analyse({w.start, w.column}, dissection_order({w.start, w.column}, w.dimension, w.position));
    EXPECT_FALSE(cholesky.factor(w.value, shift));
}

TEST(ShiftedFactor, BodySpaceAndContactSpaceAgree) {
    for (int dimension = 1; dimension <= 3; ++dimension) {
        const ContactProblem problem = test::random_problem(dimension, 14, 0.3, 8);
        DelassusProblem w = delassus_of(problem);
        const std::vector<double> sigma = scale_to_unit_diagonal(w);
        ContactSpaceFactor<double> contacts;
        contacts.assign(w, dissection_order({w.start, w.column}, 0, {}));
        BodySpaceFactor bodies;
        bodies.assign(problem, sigma);
        Eigen::VectorXd t = some_vector(w.contacts(), 4, 0.01), x = some_vector(w.contacts(), 5, -1), y = x;
        ASSERT_TRUE(contacts.factor(span_of(t)));
        ASSERT_TRUE(bodies.factor(span_of(t)));
        contacts.solve(span_of(x));
        bodies.solve(span_of(y));
        EXPECT_LE((x - y).norm(), 1e-10 * x.norm());
    }
}

}  // namespace
}  // namespace galet
