// What every sweeping process does: two solutions never part (Moreau99 2.1), and only the sequence of the sets counts,
// not how fast it is run through (6). Random sets of five kinds on random Lissajous curves.
#include <fmt/format.h>

#include <cmath>

#include "galet/core/random.hpp"
#include "galet/sweeping/nearest.hpp"
#include "validation/moreau99/sweeping_cases.hpp"

namespace galet::validation {
namespace {

using sweeping::Matrix;
using sweeping::Method;
using sweeping::MovingSet;
using sweeping::Vector;

constexpr double kEnd = 6, kStep = 0.05;
constexpr int kPairs = 40;

Vector random_vector(RandomStream& random, int n, double size) {
    Vector v(n);
    for (double& x : v) x = random.uniform(-size, size);
    return v;
}

sweeping::Polyhedron random_polyhedron(RandomStream& random, int n) {
    std::vector<sweeping::HalfSpace> faces;
    for (int k = 0; k < 6; ++k) faces.push_back({random_vector(random, n, 1).normalized(), random.uniform(0.1, 1)});
    return sweeping::polyhedron(faces);
}

/// An ellipsoid and a half-space with a soft edge.
sweeping::Inequalities random_inequalities(RandomStream& random, int n) {
    const Vector axes = Vector::Ones(n) + random_vector(random, n, 0.7), slope = random_vector(random, n, 2);
    return {n,
            {{[axes](const Vector& x) { return x.cwiseQuotient(axes).squaredNorm() - 1; }, {}},
             {[slope](const Vector& x) { return std::exp(slope.dot(x)) + 0.3 * slope.dot(x) - 1.2; }, {}}},
            1};
}

sweeping::ConvexSet random_set(RandomStream& random, int n, int kind) {
    if (kind == 0) return sweeping::Ball{Vector::Zero(n), random.uniform(0.2, 1)};
    if (kind == 1)
        return sweeping::Box{-Vector::Constant(n, random.uniform(0.1, 1)), Vector::Constant(n, random.uniform(0.1, 1))};
    if (kind == 2) return random_polyhedron(random, n);
    if (kind == 3) return sweeping::HalfSpace{random_vector(random, n, 1).normalized(), 0};
    return random_inequalities(random, n);
}

MovingSet random_motion(RandomStream& random, int n, int kind) {
    const sweeping::ConvexSet set = random_set(random, n, kind);
    const Vector size = random_vector(random, n, 2), rate = random_vector(random, n, 3);
    return sweeping::moved(set,
                           [=](double t) -> Vector { return size.cwiseProduct((rate * t).array().sin().matrix()); });
}

bool has_faces(int kind) { return kind >= 1 && kind <= 3; }

/// |u_2 - u_1| over time, for the k-th pair of random starts in a random set.
figures::Series distances(Method method, int k) {
    RandomStream random(static_cast<std::uint64_t>(k), 11);
    const int n = 1 + k % 4;
    const MovingSet set = random_motion(random, n, k % 5);
    const auto start = [&] { return sweeping::nearest(set.at(0), random_vector(random, n, 3)).point; };
    const sweeping::Settings settings{method, 0.5, 50, kStep};
    const Vector first = start(), second = start();
    const SweptPath one = swept(set, first, settings, kEnd), two = swept(set, second, settings, kEnd);
    figures::Series series{
        "", one.time, {}, figures::Mark::line, false, figures::series_colour(static_cast<std::size_t>(k))};
    for (std::size_t i = 0; i < one.point.size(); ++i) series.y.push_back((one.point[i] - two.point[i]).norm());
    return series;
}

double largest_growth(const figures::Series& series) {
    double worst = 0;
    for (std::size_t i = 1; i < series.y.size(); ++i) worst = std::max(worst, series.y[i] - series.y[i - 1]);
    return worst;
}

}  // namespace

figures::Panel check_parting(Verdict& verdict) {
    figures::Panel panel{"Two solutions never part (12 random sets)",
                         {"time [s]", false, 0, kEnd},
                         {"|u₂ − u₁| [m]", false, 0, {}},
                         {},
                         {},
                         {},
                         figures::Legend::none};
    const std::pair<const char*, Method> methods[] = {{"catching-up", Method::catching_up},
                                                      {"theta = 1/2", Method::theta},
                                                      {"penalty", Method::penalty},
                                                      {"event-driven", Method::event_driven}};
    for (const auto& [name, method] : methods) {
        double worst = 0;
        int pairs = 0;
        for (int k = 0; k < kPairs; ++k) {
            if (method == Method::event_driven && !has_faces(k % 5)) continue;
            const figures::Series series = distances(method, k);
            worst = std::max(worst, largest_growth(series));
            ++pairs;
            if (method == Method::catching_up && panel.series.size() < 12 && series.y.front() > 0) {
                panel.series.push_back(series);
            }
        }
        verdict.at_most(
            fmt::format("{} pairs in random sets, {}: largest growth of their distance in a step", pairs, name), worst,
            1e-11, "m");
    }
    return panel;
}

void check_rate(Verdict& verdict) {
    const auto slower = [](double s) { return s * s * (3 - s) / 2; };  // takes [0, 2] to itself
    double catching = 0, events = 0, penalty = 0;
    for (int k = 0; k < 20; ++k) {
        RandomStream random(static_cast<std::uint64_t>(k), 12);
        const MovingSet set = random_motion(random, 2, 1 + k % 3);
        const MovingSet other{2, [&](double s) { return set.at(slower(s)); }, {}};
        const Vector start = sweeping::nearest(set.at(0), random_vector(random, 2, 2)).point;
        const auto end = [&](const MovingSet& which, const sweeping::Settings& settings) {
            return swept(which, start, settings, 2).point.back();
        };
        // The same sets in the same order: t = slower(s) at the nodes of s.
        Vector u = start;
        for (int i = 1; i <= 50; ++i) u = sweeping::nearest(set.at(slower(i * 0.04)), u).point;
        catching = std::max(catching, (end(other, {Method::catching_up, 1, 0, 0.04}) - u).norm());
        const auto apart = [&](const sweeping::Settings& s) { return (end(set, s) - end(other, s)).norm(); };
        events = std::max(events, apart({Method::event_driven, 1, 0, 0.1}));
        penalty = std::max(penalty, apart({Method::penalty, 1, 50, 1e-3}));
    }
    verdict.at_most("time at another rate, catching-up through the same sets: difference", catching, 0, "m");
    verdict.at_most("time at another rate, event-driven: difference at the end", events, 1e-9, "m");
    verdict.note(
        fmt::format("penalty is not indifferent to the rate of time: lambda = 50 /s, difference {:.2g} m", penalty));
}

}  // namespace galet::validation
