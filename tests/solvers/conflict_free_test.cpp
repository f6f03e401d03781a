#include "galet/solvers/conflict_free.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "galet/core/pack.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

/// Every contact once, packs without a body in common, values there and back.
void expect_good_order(const ContactProblem& problem) {
    ConflictFreeOrder order;
    order.assign(problem);
    const ContactProblem& permuted = order.permuted();
    const Index m = problem.contacts();
    ASSERT_EQ(permuted.contacts(), m);
    ASSERT_LE(order.packed(), m);
    EXPECT_EQ(order.packed() % kPackWidth, 0);
    for (Index c = 0; c < order.packed(); c += kPackWidth) {
        std::multiset<Index> bodies;
        for (Index k = c; k < c + kPackWidth; ++k) {
            if (permuted.first[k] != kFixed) bodies.insert(permuted.first[k]);
            bodies.insert(permuted.second[k]);
        }
        EXPECT_EQ(std::set<Index>(bodies.begin(), bodies.end()).size(), bodies.size());
    }
    std::vector<double> numbers(m), there(m), back(m);
    std::iota(numbers.begin(), numbers.end(), 0.0);
    order.forth(numbers, there);
    order.back(there, back);
    EXPECT_EQ(back, numbers);
    for (Index k = 0; k < m; ++k) {
        const auto c = static_cast<Index>(there[k]);
        EXPECT_EQ(permuted.first[k], problem.first[c]);
        EXPECT_EQ(permuted.second[k], problem.second[c]);
        EXPECT_EQ(permuted.distance[k], problem.distance[c]);
        for (int d = 0; d < problem.dimension; ++d) {
            EXPECT_EQ(permuted.normal[k * problem.dimension + d], problem.normal[c * problem.dimension + d]);
        }
    }
}

TEST(ConflictFreeOrder, HoldsOnRandomProblems) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        SCOPED_TRACE(seed);
        expect_good_order(test::random_problem(1 + static_cast<int>(seed % 3), 60, 0.5, seed));
    }
}

TEST(ConflictFreeOrder, TakesMostContactsOfAPackingIntoPacks) {
    // A cubic lattice, body by body: three contacts of each in a row.
    constexpr Index kSide = 8;
    ContactProblem problem;
    problem.inverse_mass.assign(kSide * kSide * kSide, 1.0);
    problem.free_velocity.assign(3 * problem.inverse_mass.size(), 0.0);
    const auto touch = [&](Index i, Index j, int axis) {
        problem.first.push_back(i);
        problem.second.push_back(j);
        for (int d = 0; d < 3; ++d) problem.normal.push_back(d == axis ? 1.0 : 0.0);
        problem.distance.push_back(0.0);
    };
    for (Index z = 0; z < kSide; ++z) {
        for (Index y = 0; y < kSide; ++y) {
            for (Index x = 0; x < kSide; ++x) {
                const Index i = x + kSide * (y + kSide * z);
                if (x + 1 < kSide) touch(i, i + 1, 0);
                if (y + 1 < kSide) touch(i, i + kSide, 1);
                if (z + 1 < kSide) touch(i, i + kSide * kSide, 2);
            }
        }
    }
    expect_good_order(problem);
    ConflictFreeOrder order;
    order.assign(problem);
    EXPECT_GE(order.packed(), problem.contacts() * 9 / 10);
}

TEST(ConflictFreeOrder, LeavesTheContactsOfOneLargeBodyAlone) {
    ContactProblem star;
    star.dimension = 2;
    constexpr Index kArms = 200;
    star.inverse_mass.assign(kArms + 1, 1.0);
    star.free_velocity.assign(2 * (kArms + 1), 0.0);
    for (Index i = 1; i <= kArms; ++i) {
        star.first.push_back(0);
        star.second.push_back(i);
        star.normal.insert(star.normal.end(), {1.0, 0.0});
        star.distance.push_back(i);
    }
    expect_good_order(star);
    ConflictFreeOrder order;
    order.assign(star);
    EXPECT_EQ(order.packed(), 0);
}

}  // namespace
}  // namespace galet
