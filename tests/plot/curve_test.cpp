#include "plot/curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace galet::plot {
namespace {

Curve curve_of(std::int64_t rows, const auto& f) {
    Curve curve;
    for (std::int64_t k = 0; k < rows; ++k) curve.add(static_cast<double>(k), f(k));
    return curve;
}

bool has(const std::vector<CurvePoint>& points, double x, double y) {
    return std::any_of(points.begin(), points.end(), [&](const CurvePoint& p) { return p.x == x && p.y == y; });
}

TEST(Curve, ShortHistoriesAreWhole) {
    const auto f = [](std::int64_t k) { return std::sin(0.7 * static_cast<double>(k)); };
    const auto rows = static_cast<std::int64_t>(Curve::kBuckets);
    const Curve curve = curve_of(rows, f);
    EXPECT_EQ(curve.bucket_rows(), 1);
    const std::vector<CurvePoint> points = curve.points(false);
    ASSERT_EQ(points.size(), Curve::kBuckets);
    for (std::int64_t k = 0; k < rows; ++k) {
        EXPECT_EQ(points[static_cast<std::size_t>(k)].x, static_cast<double>(k));
        EXPECT_EQ(points[static_cast<std::size_t>(k)].y, f(k));
    }
}

TEST(Curve, ThinningKeepsPeaksWhereTheyWere) {
    // One row up, one row down, in a long calm; of lengths that fill the last bucket and that do not.
    for (const std::int64_t rows : {1025, 4096, 100003}) {
        for (const std::int64_t peak : {std::int64_t{1}, rows / 3, rows - 2}) {
            const Curve curve = curve_of(rows, [&](std::int64_t k) {
                return k == peak ? 7.0 : k == peak + 1 ? -3.0 : 1.0;
            });
            const std::vector<CurvePoint> points = curve.points(false);
            EXPECT_GT(curve.bucket_rows(), 1);
            EXPECT_LE(points.size(), 2 * Curve::kBuckets + 2);
            EXPECT_TRUE(has(points, static_cast<double>(peak), 7.0)) << rows << " " << peak;
            EXPECT_TRUE(has(points, static_cast<double>(peak + 1), -3.0)) << rows << " " << peak;
            EXPECT_EQ(points.front().x, 0);
            EXPECT_EQ(points.back().x, static_cast<double>(rows - 1));
            EXPECT_EQ(curve.largest(), 7.0);
            EXPECT_EQ(curve.smallest(), -3.0);
            for (std::size_t k = 1; k < points.size(); ++k) EXPECT_LT(points[k - 1].x, points[k].x);
        }
    }
}

TEST(Curve, OfALogarithmicAxisTheSmallestPositiveValueStays) {
    const Curve curve = curve_of(50000, [](std::int64_t k) { return k % 2 == 0 ? 0.0 : k == 777 ? 1e-9 : 1e-3; });
    EXPECT_EQ(curve.not_positive(), 25000);
    EXPECT_EQ(curve.smallest_positive(), 1e-9);
    EXPECT_TRUE(has(curve.points(true), 777, 1e-9));
    for (std::size_t k = 1; k + 1 < curve.points(true).size(); ++k) EXPECT_GT(curve.points(true)[k].y, 0);
}

TEST(Curve, WhereThereIsNothingPositiveIsAGap) {
    const Curve curve = curve_of(10000, [](std::int64_t k) { return k < 4000 || k > 7000 ? 1.0 : 0.0; });
    const std::vector<CurvePoint> points = curve.points(true);
    EXPECT_TRUE(std::any_of(points.begin(), points.end(), [](const CurvePoint& p) { return p.y == 0; }));
}

TEST(Curve, ValuesThatAreNotNumbersAreGaps) {
    const Curve curve = curve_of(5000, [](std::int64_t k) { return k > 2000 && k < 3000 ? HUGE_VAL : 2.0; });
    EXPECT_EQ(curve.finite(), 5000 - 999);
    EXPECT_EQ(curve.largest(), 2.0);
    const std::vector<CurvePoint> points = curve.points(false);
    EXPECT_TRUE(std::any_of(points.begin(), points.end(), [](const CurvePoint& p) { return std::isnan(p.y); }));
}

TEST(Curve, SamplesOfTwoCurvesAreOfTheSameRows) {
    for (const std::int64_t rows : {3, 1024, 1025, 9999}) {
        const std::vector<CurvePoint> a =
            curve_of(rows, [](std::int64_t k) { return static_cast<double>(k * k); }).samples();
        const std::vector<CurvePoint> b =
            curve_of(rows, [](std::int64_t k) { return -static_cast<double>(k); }).samples();
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(a[k].y, b[k].y * b[k].y);
        EXPECT_EQ(b.back().y, -static_cast<double>(rows - 1));
    }
}

TEST(Curve, NothingIsNothing) {
    const Curve curve;
    EXPECT_TRUE(curve.points(false).empty());
    EXPECT_TRUE(curve.samples().empty());
    EXPECT_TRUE(std::isnan(curve.smallest()));
}

}  // namespace
}  // namespace galet::plot
