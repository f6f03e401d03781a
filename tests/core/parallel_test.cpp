#include "galet/core/parallel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <new>

namespace galet {
namespace {

class Parallel : public ::testing::TestWithParam<int> {
  protected:
    void SetUp() override { set_thread_count(GetParam()); }
    void TearDown() override { set_thread_count(1); }
};

TEST_P(Parallel, VisitsEveryIndexOnce) {
    for (const Index count : {0, 1, 7, kBlock, kBlock + 1, 100003}) {
        std::vector<int> seen(count, 0);
        parallel_for(count, [&](Index i) { ++seen[i]; });
        for (const int s : seen) ASSERT_EQ(s, 1);
    }
}

TEST_P(Parallel, SumHasTheSameBitsForAnyNumberOfThreads) {
    const Index count = 54321;
    const auto term = [](Index i) { return std::sin(1.0 + i) * std::exp(-1e-4 * i); };
    const double sum = ordered_sum(count, term);
    double blocks = 0;  // the definition: blocks in order
    for (Index first = 0; first < count; first += kBlock) {
        double part = 0;
        for (Index i = first; i < std::min(count, first + kBlock); ++i) part += term(i);
        blocks += part;
    }
    EXPECT_EQ(sum, blocks);
    EXPECT_EQ(ordered_max(count, -2.0, term), [&] {
        double largest = -2;
        for (Index i = 0; i < count; ++i) largest = std::max(largest, term(i));
        return largest;
    }());
}

TEST_P(Parallel, LoopInsideALoopRunsToItsEnd) {
    std::vector<double> sums(5000);
    parallel_for(5000, [&](Index i) { sums[i] = ordered_sum(3000, [&](Index k) { return double(k % (i + 1)); }); });
    for (Index i = 0; i < 5000; i += 617) {
        double expected = 0;
        for (Index k = 0; k < 3000; ++k) expected += double(k % (i + 1));
        EXPECT_EQ(sums[i], expected);
    }
}

TEST_P(Parallel, SurvivesManyShortLoops) {
    std::vector<double> values(4 * kBlock, 1.0);
    for (int round = 0; round < 2000; ++round) {
        parallel_for(static_cast<Index>(values.size()), [&](Index i) { values[i] += 1; });
    }
    for (const double v : values) ASSERT_EQ(v, 2001.0);
}

TEST_P(Parallel, WhatABlockThrowsReachesTheCallerAndTheNextLoopIsWhole) {
    for (int trial = 0; trial < 100; ++trial) {
        const auto fail = [](Index i) {
            if (i % 1000 == 999) throw std::bad_alloc();
        };
        EXPECT_THROW(parallel_for(100000, fail), std::bad_alloc);
        EXPECT_EQ(ordered_sum(100000, [](Index) { return 1.0; }), 100000);
    }
}

INSTANTIATE_TEST_SUITE_P(Threads, Parallel, ::testing::Values(1, 2, 3, 8));

}  // namespace
}  // namespace galet
