#include <algorithm>
#include <cmath>

#include "forces/some_bodies.hpp"

namespace galet {
namespace {

/// The mean on one body in one dimension.
double table_mean(const std::vector<double>& times, const std::vector<double>& values, double t, double h) {
    const Bodies bodies = some_bodies(1, 1);
    std::vector<Vector3> vectors;
    for (const double value : values) vectors.push_back({value, 0, 0});
    return forces_of(*make_table(select_all(bodies), times, vectors), bodies, t, h).external[0];
}

/// The table by its definition, a scan from the start.
double table_value(const std::vector<double>& times, const std::vector<double>& values, double s) {
    double value = 0;
    for (std::size_t k = 0; k < times.size() && times[k] <= s; ++k) value = values[k];
    return value;
}

TEST(Table, HoldsBetweenItsTimes) {
    const std::vector<double> times = {1, 2, 4}, values = {8, -16, 3};
    EXPECT_EQ(table_mean(times, values, -3, 2), 0);    // before the first
    EXPECT_EQ(table_mean(times, values, 0, 1), 0);     // up to the first
    EXPECT_EQ(table_mean(times, values, 1, 1), 8);     // one whole entry
    EXPECT_EQ(table_mean(times, values, 0.5, 1), 4);   // half before the first
    EXPECT_EQ(table_mean(times, values, 1.5, 1), -4);  // across one time
    EXPECT_EQ(table_mean(times, values, 0, 4), -6);    // (0 + 8 - 16 - 16)/4
    EXPECT_EQ(table_mean(times, values, 0, 8), -1.5);  // (0 + 8 - 32 + 4 * 3)/8
    EXPECT_EQ(table_mean(times, values, 4, 0.5), 3);   // the last one holds on
    EXPECT_EQ(table_mean(times, values, 1e6, 1e-6), 3);
}

TEST(Table, StepWithinOneEntryGetsItsValueToTheLastBit) {
    for (int n = 0; n < 1000; ++n) EXPECT_EQ(table_mean({0.0, 500.0}, {0.1, 0.3}, n * 0.1, 0.1), 0.1);
}

TEST(Table, NoEntriesNoForce) { EXPECT_EQ(table_mean({}, {}, 0, 1), 0); }

TEST(Table, AnEntryOfNoLengthDoesNothing) { EXPECT_EQ(table_mean({0, 1, 1}, {2, 1000, 4}, 0.5, 1), 3); }

TEST(Table, DyadicTablesAreExact) {
    // Times in 1/64, values in 1/16: the sum of the values at the midpoints of a grid of 1/64 has no rounding error.
    RandomStream random(3, 1);
    std::vector<double> times, values;
    for (int n = 0; n < 40; ++n) {
        times.push_back(std::floor(random.uniform(0, 256)) / 64);
        values.push_back(std::floor(random.uniform(-64, 64)) / 16);
    }
    std::sort(times.begin(), times.end());
    for (int trial = 0; trial < 500; ++trial) {
        const double t = std::floor(random.uniform(-64, 256)) / 64;
        const int cells = 1 << static_cast<int>(random.uniform(0, 8));
        double sum = 0;
        for (int cell = 0; cell < cells; ++cell) sum += table_value(times, values, t + (cell + 0.5) / 64);
        EXPECT_EQ(table_mean(times, values, t, cells / 64.0), sum / cells) << t << ' ' << cells;
    }
}

TEST(Table, ThousandsOfEntriesAgainstTheAntiderivative) {
    RandomStream random(3, 2);
    std::vector<double> times, values;
    for (int n = 0; n < 5000; ++n) {
        times.push_back(random.uniform(0, 10));
        values.push_back(random.uniform(-1, 1));
    }
    std::sort(times.begin(), times.end());
    const auto antiderivative = [&](double s) {
        long double sum = 0;
        for (std::size_t k = 0; k < times.size() && times[k] < s; ++k) {
            const long double end = k + 1 < times.size() ? std::min(times[k + 1], s) : s;
            sum += values[k] * (end - times[k]);
        }
        return sum;
    };
    for (int trial = 0; trial < 200; ++trial) {
        const double t = random.uniform(-1, 11), h = std::pow(10, random.uniform(-5, 1)), end = t + h;
        const auto exact = static_cast<double>((antiderivative(end) - antiderivative(t)) / (end - t));
        EXPECT_NEAR(table_mean(times, values, t, h), exact, 1e-13 + 1e-17 / h) << t << ' ' << h;
    }
}

TEST(Table, BreakpointsAccumulatingAtZero) {
    // As in Maury06 6.1, the force takes two values by turns on (2^-(n+1), 2^-n): a for even n, b for odd n. Its mean
    // over (0, 2^-n) is a (1/2 + 1/8 + ...) + b (1/4 + 1/16 + ...) = (2a + b)/3 for even n, with a and b exchanged for
    // odd n.
    const double a = 1, b = -1.8;
    const int octaves = 90;
    std::vector<double> times, values;
    for (int n = octaves; n >= 0; --n) {
        times.push_back(std::ldexp(0.5, -n));
        values.push_back(n % 2 == 0 ? a : b);
    }
    for (int n = 0; n < 30; ++n) {
        const double h = std::ldexp(1.0, -n);
        const double even = (2 * a + b) / 3, odd = (2 * b + a) / 3;
        EXPECT_NEAR(table_mean(times, values, 0, h), n % 2 == 0 ? even : odd, 4e-16) << n;
        EXPECT_EQ(table_mean(times, values, h / 2, h / 2), n % 2 == 0 ? a : b) << n;
        EXPECT_DOUBLE_EQ(table_mean(times, values, h / 4, 3 * h / 4), n % 2 == 0 ? even : odd) << n;
    }
}

TEST(Table, ActsAlikeOnSelectedBodiesOnly) {
    Bodies bodies = some_bodies(3, 2500);
    bodies.groups = {{"a", 0, 100}, {"b", 100, 2400}, {"a", 2400, 2500}};
    const auto table = make_table(select_group(bodies, "a"), {0, 1}, {{1, 2, 3}, {3, 4, 7}});
    const StepForces forces = forces_of(*table, bodies, 0.5, 1);
    for (Index i = 0; i < 2500; ++i) {
        const Vector3 expected = i < 100 || i >= 2400 ? Vector3{2, 3, 5} : Vector3{};
        for (int c = 0; c < 3; ++c) EXPECT_EQ(forces.external[3 * i + c], expected[c]);
    }
    expect_all_zero(forces.conservative);
    EXPECT_EQ(table->potential_energy(bodies), 0);
    expect_same_for_any_thread_count(*table, bodies, 0.3, 1.1);
}

}  // namespace
}  // namespace galet
