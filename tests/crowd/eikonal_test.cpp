// Lengths of shortest ways against closed forms, and the order in which errors fall with the spacing.
#include "galet/crowd/eikonal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace galet {
namespace {

/// The square [-1, 1]^2 with 2 n + 1 nodes a side; closed(x) says where walls are.
EikonalGrid square(Index n, const std::function<bool(const Vec<2>&)>& closed) {
    EikonalGrid grid{2 * n + 1, 2 * n + 1, 1.0 / n, {}};
    for (Index node = 0; node < grid.size(); ++node) {
        const Vec<2> x((node % grid.columns - n) * grid.spacing, (node / grid.columns - n) * grid.spacing);
        grid.slowness.push_back(closed(x) ? 0.0 : 1.0);
    }
    return grid;
}

Vec<2> place(const EikonalGrid& grid, Index node) {
    const Index n = grid.columns / 2;
    return {(node % grid.columns - n) * grid.spacing, (node / grid.columns - n) * grid.spacing};
}

/// The largest error of T, seeds exact within `known` of the source.
double error(const EikonalGrid& grid, const std::function<double(const Vec<2>&)>& exact, double known) {
    std::vector<Seed> seeds;
    for (Index node = 0; node < grid.size(); ++node) {
        const double T = exact(place(grid, node));
        if (T <= known) seeds.push_back({node, T});
    }
    const std::vector<double> T = march(grid, seeds);
    double largest = 0;
    for (Index node = 0; node < grid.size(); ++node) {
        if (grid.slowness[node] > 0) largest = std::max(largest, std::abs(T[node] - exact(place(grid, node))));
    }
    return largest;
}

TEST(Eikonal, DistanceToAPointInFreeSpaceIsOfSecondOrder) {
    const Vec<2> source(-0.3, -0.2);
    const auto exact = [&](const Vec<2>& x) { return (x - source).norm(); };
    const auto free = [](const Vec<2>&) { return false; };
    const double coarse = error(square(40, free), exact, 0.2), fine = error(square(160, free), exact, 0.2);
    EXPECT_LT(fine, 1e-4);
    EXPECT_GT(std::log2(coarse / fine) / 2, 1.6);
}

TEST(Eikonal, DistanceToALineIsExact) {
    const auto exact = [](const Vec<2>& x) { return x[0] + 1; };
    const EikonalGrid grid = square(20, [](const Vec<2>&) { return false; });
    EXPECT_LT(error(grid, exact, 1e-9), 1e-12);
}

TEST(Eikonal, AroundTheEndOfAWall) {
    // A wall along x = 0 from y = -1 to 0. Seen from (-0.5, -0.5), what lies in the shadow of its end (0, 0) is reached
    // around that end: T = |source| + |x|. The end is a kink that only first order resolves.
    const Vec<2> source(-0.5, -0.5);
    const auto exact = [&](const Vec<2>& x) {
        return x[0] > 0 && x[1] < x[0] ? source.norm() + x.norm() : (x - source).norm();
    };
    const auto wall = [](const Vec<2>& x) { return std::abs(x[0]) < 1e-9 && x[1] < -1e-9; };
    const double coarse = error(square(40, wall), exact, 0.2), fine = error(square(160, wall), exact, 0.2);
    EXPECT_LT(fine, 1e-2);
    EXPECT_GT(std::log2(coarse / fine) / 2, 0.8);
}

TEST(Eikonal, NothingLeadsIntoAClosedRoom) {
    const auto ring = [](const Vec<2>& x) {
        const double far = std::max(std::abs(x[0] - 0.5), std::abs(x[1] - 0.5));
        return far < 0.26 && far > 0.24;
    };
    const EikonalGrid grid = square(40, ring);
    const std::vector<double> T = march(grid, std::vector<Seed>{{0, 0.0}});
    EXPECT_EQ(T[60 * 81 + 60], kUnreached);  // (0.5, 0.5)
    // From (-1, -1) to (1, 1) around the corner (0.25, 0.75) of the room.
    EXPECT_NEAR(T.back(), std::hypot(1.25, 1.75) + std::hypot(0.75, 0.25), 0.04);
}

TEST(Eikonal, GradientPointsAwayFromTheSource) {
    const EikonalGrid grid = square(40, [](const Vec<2>&) { return false; });
    const auto middle = static_cast<Index>(40 * 81 + 40);
    std::vector<Seed> seeds;
    for (Index node = 0; node < grid.size(); ++node) {
        if (place(grid, node).norm() <= 0.2) seeds.push_back({node, place(grid, node).norm()});
    }
    const std::vector<double> T = march(grid, seeds);
    for (Index node = 0; node < grid.size(); ++node) {
        const Vec<2> x = place(grid, node);
        if (node == middle || x.norm() < 0.3) continue;
        EXPECT_LT((upwind_gradient(grid, T, node) - x.normalized()).norm(), 0.04) << x.transpose();
    }
}

}  // namespace
}  // namespace galet
