#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

#include "galet/detection/contact_memory.hpp"
#include "galet/detection/contact_search.hpp"
#include "galet/detection/overlap.hpp"
#include "galet/detection/pair_search.hpp"
#include "galet/detection/wall_search.hpp"
#include "support/random_bodies.hpp"

namespace galet {
namespace {

using Pairs = std::set<std::pair<Index, Index>>;

/// All pairs closer than the sum of effective radii, found one by one.
Pairs brute_force(const Bodies& bodies, const std::vector<double>& effective) {
    Pairs pairs;
    const ContactSet all = test::all_contacts(bodies, {});
    for (Index c = 0; c < all.size(); ++c) {
        const Index i = all.first[c], j = all.second[c];
        const double centres = all.distance[c] + bodies.radius[i] + bodies.radius[j];
        if (centres <= effective[i] + effective[j]) pairs.insert({i, j});
    }
    return pairs;
}

Pairs searched(const Bodies& bodies, const std::vector<double>& effective) {
    PairSearch search;
    search.build(bodies.dimension, bodies.position, effective);
    std::vector<std::vector<std::pair<Index, Index>>> found(search.blocks());
    with_dimension(bodies.dimension, [&](auto dim) {
        search.for_each_pair<dim()>([&](std::size_t block, Index a, Index b) {
            found[block].push_back(std::minmax(search.order()[a], search.order()[b]));
        });
    });
    Pairs pairs;
    for (const auto& block : found) {
        for (const auto& pair : block) EXPECT_TRUE(pairs.insert(pair).second) << "found twice";
    }
    return pairs;
}

TEST(PairSearch, FindsEveryPairOnceForAnyMixtureOfSizes) {
    for (const int threads : {1, 3}) {
        set_thread_count(threads);
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const int dimension = 2 + static_cast<int>(seed % 2);
            const double ratio = seed % 3 == 0 ? 1.0 : (seed % 3 == 1 ? 3.0 : 100.0);
            const Bodies bodies = test::random_bodies(dimension, 400, 1.0, 0.002, ratio, 1.0, seed);
            std::vector<double> effective = bodies.radius;
            RandomStream random(seed, 2);
            for (double& r : effective) r += random.uniform(0, 0.02);
            EXPECT_EQ(searched(bodies, effective), brute_force(bodies, effective)) << "seed " << seed;
        }
    }
    set_thread_count(1);
}

TEST(PairSearch, FarAwayBodiesAndCoincidentOnesAreNoTrouble) {
    Bodies bodies = test::random_bodies(3, 200, 1.0, 0.02, 2, 1.0, 3);
    test::add_body(bodies, {1e12, -1e9, 1e15}, 0.02, {0, 0, 0}, 1);
    test::add_body(bodies, {1e12, -1e9, 1e15}, 0.02, {0, 0, 0}, 1);
    test::add_body(bodies, {-1e200, 0, 0}, 0.02, {0, 0, 0}, 1);
    EXPECT_EQ(searched(bodies, bodies.radius), (Pairs{{200, 201}}));
}

Motion motion_of(const Bodies& bodies, double h, double margin) { return {bodies.velocity, h, {margin, margin}}; }

Obstacles some_obstacles(int dimension) {
    Obstacles obstacles;
    add_obstacle(obstacles, Box{{-0.1, -0.1, -0.1}, {1.1, 1.1, 1.1}}, dimension);
    add_obstacle(obstacles, Segment{{-1, -1, 0}, {-0.5, 2, 0}}, dimension);
    return obstacles;
}

TEST(ContactSearch, LikelyAndViolatedTogetherHoldEveryViolatedConstraint) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const int dimension = 2 + static_cast<int>(seed % 2);
        const Bodies bodies = test::random_bodies(dimension, 150, 1.0, 0.02, seed % 2 ? 2 : 20, 1.0, seed);
        const Obstacles obstacles = some_obstacles(dimension);
        ContactSearch search(bodies, obstacles);
        const double h = seed % 3 == 0 ? 1e-3 : 0.2;  // up to many diameters
        // Contacts are sought for bodies at rest; the others must be added once they move.
        const std::vector<double> rest(bodies.velocity.size(), 0.0);
        ContactSet contacts;
        search.find_likely(Motion{rest, h, {1e-5, 1e-5}}, contacts);
        const Motion motion = motion_of(bodies, h, 1e-5);
        search.add_violated(motion, contacts);
        Pairs present;
        for (Index c = 0; c < contacts.size(); ++c) {
            EXPECT_TRUE(present.insert({contacts.first[c], contacts.second[c]}).second) << "twice in the set";
        }
        const ContactSet all = test::all_contacts(bodies, obstacles);
        for (Index c = 0; c < all.size(); ++c) {
            double change = 0;
            for (int k = 0; k < dimension; ++k) {
                const auto v = [&](Index i) { return i < 0 ? 0.0 : bodies.velocity[i * dimension + k]; };
                change += h * all.normal[c * dimension + k] * (v(all.second[c]) - v(all.first[c]));
            }
            if (motion.clearance(all.distance[c]) + change < -1e-15) {
                EXPECT_TRUE(present.count({all.first[c], all.second[c]})) << all.first[c] << " " << all.second[c];
            }
        }
        EXPECT_EQ(search.add_violated(motion, contacts), 0);
    }
}

TEST(ContactSearch, SmallestDistanceIsThatOfAllPairs) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const int dimension = 1 + static_cast<int>(seed % 3);
        const Index count = seed < 6 ? 2 : 120;
        const double edge = seed % 5 == 0 ? 1e4 : 1.0;  // close together, or lost in space
        const Bodies bodies = test::random_bodies(dimension, count, edge, 1e-3, 3, 1, seed);
        const Obstacles obstacles = seed % 4 == 0 ? Obstacles{} : some_obstacles(dimension);
        const ContactSet all = test::all_contacts(bodies, obstacles);
        ContactSearch search(bodies, obstacles);
        EXPECT_EQ(search.smallest_distance(), *std::min_element(all.distance.begin(), all.distance.end()));
    }
}

TEST(ContactSearch, NoPairsNoDistance) {
    Bodies bodies;
    bodies.dimension = 3;
    test::add_body(bodies, {0, 0, 0}, 1, {0, 0, 0}, 1);
    const Obstacles none;
    EXPECT_EQ(ContactSearch(bodies, none).smallest_distance(), std::numeric_limits<double>::max());
}

TEST(ContactMemory, RecallsByPairWhateverTheOrder) {
    const Bodies bodies = test::random_bodies(3, 100, 1.0, 0.002, 50, 1.0, 5);
    const Obstacles obstacles = some_obstacles(3);
    ContactSet all = test::all_contacts(bodies, obstacles);
    std::vector<double> force(all.size());
    for (Index c = 0; c < all.size(); ++c) force[c] = c % 3 == 0 ? 0.0 : 1.0 + c;
    ContactMemory memory;
    memory.remember(bodies, all, force);
    std::reverse(all.first.begin(), all.first.end());
    std::reverse(all.second.begin(), all.second.end());
    std::vector<double> recalled(force.size());
    memory.recall(bodies, all, recalled);
    std::reverse(recalled.begin(), recalled.end());
    EXPECT_EQ(recalled, force);

    ContactMemory copy;
    copy.restore(bodies, memory.entries());
    copy.recall(bodies, all, recalled);
    std::reverse(recalled.begin(), recalled.end());
    EXPECT_EQ(recalled, force);
}

TEST(Overlap, IsFoundWhereItIsDeepest) {
    Bodies bodies;
    bodies.dimension = 2;
    test::add_body(bodies, {0, 0}, 1, {0, 0}, 1);
    test::add_body(bodies, {2, 0}, 1, {0, 0}, 1);  // touches the first
    EXPECT_FALSE(find_overlap(bodies, {}));
    test::add_body(bodies, {2, 1.5}, 1, {0, 0}, 1);  // into the second by 0.5
    const auto overlap = find_overlap(bodies, {});
    ASSERT_TRUE(overlap);
    EXPECT_EQ(std::minmax(overlap->first, overlap->second), std::minmax(Index{1}, Index{2}));
    EXPECT_NEAR(overlap->depth, 0.5, 1e-15);
    Obstacles floor;
    add_obstacle(floor, HalfSpace{{0, 0, 0}, {0, 1, 0}}, 2);  // through the first two
    EXPECT_EQ(find_overlap(bodies, floor)->first, ~Index{0});
    EXPECT_NEAR(find_overlap(bodies, floor)->depth, 1, 1e-15);
}

TEST(Overlap, OfPointsOnALineIsTheWrongOrderOnly) {
    Bodies bodies;
    bodies.dimension = 1;
    test::add_body(bodies, {0}, 0, {0}, 1);
    test::add_body(bodies, {0}, 0, {0}, 1);
    order_on_line(bodies);
    EXPECT_FALSE(find_overlap(bodies, {}));
}

/// Segments, blocks and balls of many sizes, with a floor among them.
Obstacles many_walls(int dimension, Index count, std::uint64_t seed) {
    Obstacles obstacles;
    RandomStream random(seed, 5);
    const auto point = [&](double edge) {
        Point p{};
        for (int k = 0; k < dimension; ++k) p[k] = random.uniform(0, edge);
        return p;
    };
    for (Index w = 0; w < count; ++w) {
        const Point a = point(1);
        Point b = point(w % 5 == 0 ? 1 : 0.1);
        for (int k = 0; k < dimension && w % 5 != 0; ++k) b[k] += a[k];
        if (w % 3 == 0) add_obstacle(obstacles, Segment{a, b}, dimension);
        if (w % 3 == 1) add_obstacle(obstacles, Ball{a, random.uniform(0.001, 0.05)}, dimension);
        if (w % 3 == 2 && w % 5 != 0) add_obstacle(obstacles, Block{a, b}, dimension);
        if (w == count / 2) add_obstacle(obstacles, HalfSpace{{}, {0, 1, 0}}, dimension);
    }
    return obstacles;
}

TEST(WallSearch, FindsEveryWallWithinReachOnceAndInOrder) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const int dimension = 2 + static_cast<int>(seed % 2);
        const Obstacles obstacles = many_walls(dimension, seed % 4 == 0 ? 9 : 200, seed);
        WallSearch search;
        search.build(dimension, obstacles.walls);
        EXPECT_EQ(search.lists_all(), seed % 4 == 0);
        RandomStream random(seed, 6);
        with_dimension(dimension, [&](auto dim) {
            for (int trial = 0; trial < 300; ++trial) {
                Vec<dim()> q;
                for (int k = 0; k < dim(); ++k) q[k] = random.uniform(-0.5, 1.5);
                const double reach = trial % 10 == 0 ? 3.0 : random.uniform(0, 0.2);
                std::vector<Index> found;
                search.for_each_near<dim()>(q, reach, [&](Index w) { found.push_back(w); });
                EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
                EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
                for (Index w = 0; w < static_cast<Index>(obstacles.walls.size()); ++w) {
                    if (separate<dim()>(obstacles.walls[w], q, 0.0).distance > reach) continue;
                    EXPECT_TRUE(std::binary_search(found.begin(), found.end(), w)) << "wall " << w << " seed " << seed;
                }
            }
        });
    }
}

TEST(ContactSearch, SmallestDistanceAmongManyWallsIsTheSmallestOfAll) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Bodies bodies = test::random_bodies(2, seed < 5 ? 1 : 30, seed % 2 == 0 ? 1.0 : 40.0, 0.002, 3, 1.0, seed);
        const Obstacles obstacles = many_walls(2, 150, seed);
        const ContactSet all = test::all_contacts(bodies, obstacles);
        ContactSearch search(bodies, obstacles);
        EXPECT_EQ(search.smallest_distance(), *std::min_element(all.distance.begin(), all.distance.end()));
    }
}

TEST(ContactSearch, MoreContactsThanCanBeCountedAreRefused) {
    require_countable(static_cast<std::size_t>(kMostContacts));
    EXPECT_THROW(require_countable(static_cast<std::size_t>(kMostContacts) + 1), std::domain_error);
    EXPECT_THROW(require_countable(std::size_t{1} << 31), std::domain_error);
}

TEST(PairSearch, BodiesOfDenormalSizeAreFound) {
    for (const double r : {5e-324, 1e-310, 1e-300}) {
        const std::vector<double> position = {0, 0, 5, 1, 5, 1}, radius = {r, r, r};
        PairSearch search;
        search.build(2, position, radius);
        int pairs = 0;
        search.for_each_pair<2>([&](std::size_t, Index, Index) { ++pairs; });
        EXPECT_EQ(pairs, 1) << r;
    }
}

}  // namespace
}  // namespace galet
