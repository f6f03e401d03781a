// Solutions of the sweeping process that have a formula, by every method.
//
// Moving disc, radius 1, centre (t, 0), from the top: the tractrix u = (t - tanh t, 1 / cosh t). (Relative to the
// centre the point is at the angle alpha, alpha' = sin alpha, tan(alpha/2) = e^t.) Turning half-plane { n.x >= c }, n =
// (-sin t, cos t), from r0 (1, 0) + c n: the involute (r0 + c t) e_r + c n, for a blade through the origin (c = 0) a
// circle. There catching-up shortens r by cos h a step, exactly. Translating box: each coordinate alone, the play of an
// interval. Half-line x >= t by penalty: t - (1 - e^-lt) / l.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "galet/sweeping/sweep.hpp"
#include "sweeping/sets.hpp"

namespace galet::sweeping {
namespace {

using test::vec;

Vector end_of(const MovingSet& set, const Vector& start, const Settings& settings, int steps) {
    Sweep sweep(set, start, settings);
    for (int k = 0; k < steps; ++k) EXPECT_TRUE(sweep.step()) << sweep.report().reason;
    return sweep.point();
}

MovingSet moving_disc() {
    return moved(Ball{vec({0, 0}), 1}, [](double t) { return vec({t, 0}); });
}

Vector tractrix(double t) { return vec({t - std::tanh(t), 1 / std::cosh(t)}); }

MovingSet blade(double c) {
    return {2, [c](double t) { return HalfSpace{vec({std::sin(t), -std::cos(t)}), -c}; }, {}};
}

/// Six faces that turn about the origin, which moves along x.
MovingSet turning_hexagon() {
    return {2,
            [](double t) {
                std::vector<HalfSpace> faces;
                for (int k = 0; k < 6; ++k) {
                    const double angle = 0.8 * t + k * std::numbers::pi / 3;
                    const Vector outward = vec({std::cos(angle), std::sin(angle)});
                    faces.push_back({outward, 0.5 + 0.1 * k + outward[0] * std::sin(2 * t)});
                }
                return polyhedron(faces);
            },
            {}};
}

double order(double coarse, double fine) { return std::log2(coarse / fine); }

TEST(MovingDisc, IsATractrix) {
    EXPECT_LE((tractrix(2) - vec({1.0359724199, 0.2658022288})).norm(), 1e-10);  // shared values
    const auto error = [](const Settings& settings) {
        const int steps = static_cast<int>(std::lround(2 / settings.step));
        return (end_of(moving_disc(), vec({0, 1}), settings, steps) - tractrix(2)).norm();
    };
    for (const double h : {1.0 / 64, 1.0 / 256}) {
        EXPECT_NEAR(order(error({Method::catching_up, 1, 0, h}), error({Method::catching_up, 1, 0, h / 2})), 1, 0.03);
        EXPECT_NEAR(order(error({Method::theta, 0.5, 0, h}), error({Method::theta, 0.5, 0, h / 2})), 2, 0.03);
    }
    EXPECT_EQ(error({Method::theta, 1, 0, 0.1}), error({Method::catching_up, 1, 0, 0.1}));
    EXPECT_LE(error({Method::theta, 0.5, 0, 1.0 / 4096}), 1e-7);
    // Penalty: in lambda, with a step that is fine enough not to be seen.
    const double h = 1.0 / 8192;
    EXPECT_NEAR(order(error({Method::penalty, 1, 100, h}), error({Method::penalty, 1, 200, h})), 1, 0.02);
}

TEST(MovingDisc, AsASmoothInequality) {
    const MovingSet set{
        2,
        [](double t) {
            return Inequalities{2, {{[t](const Vector& x) { return (x - vec({t, 0})).squaredNorm() - 1; }, {}}}, 1};
        },
        {}};
    const Settings settings{Method::catching_up, 1, 0, 0.05};
    const Vector here = end_of(set, vec({0, 1}), settings, 40),
                 there = end_of(moving_disc(), vec({0, 1}), settings, 40);
    EXPECT_LE((here - there).norm(), 1e-11);
}

TEST(TurningHalfPlane, IsAnInvolute) {
    const double h = 0.1, t = 2;
    const int n = 20;
    const Vector er = vec({std::cos(t), std::sin(t)}), normal = vec({-std::sin(t), std::cos(t)});
    EXPECT_LE((end_of(blade(0), vec({1, 0}), {Method::catching_up, 1, 0, h}, n) - std::pow(std::cos(h), n) * er).norm(),
              1e-14);
    EXPECT_LE((end_of(blade(0), vec({1, 0}), {Method::theta, 0.5, 0, h}, n) - er).norm(), 1e-14);
    for (const double c : {0.0, 0.3}) {
        const Vector start = vec({1, c}), exact = (1 + c * t) * er + c * normal;
        EXPECT_LE((end_of(blade(c), start, {Method::event_driven, 1, 0, h}, n) - exact).norm(), 1e-11) << c;
        EXPECT_LE((end_of(blade(c), start, {Method::event_driven, 1, 0, 1}, 2) - exact).norm(), 1e-11) << c;
        EXPECT_LE((end_of(blade(c), start, {Method::catching_up, 1, 0, 1e-3}, 2000) - exact).norm(), 3e-3) << c;
    }
}

TEST(TurningHexagon, CatchingUpTendsToWhatEventsGive) {
    const Vector start = vec({0.1, 0.2});
    const Vector exact = end_of(turning_hexagon(), start, {Method::event_driven, 1, 0, 0.1}, 40);
    EXPECT_LE((end_of(turning_hexagon(), start, {Method::event_driven, 1, 0, 0.25}, 16) - exact).norm(), 1e-12);
    const auto error = [&](int n) {
        return (end_of(turning_hexagon(), start, {Method::catching_up, 1, 0, 4.0 / n}, n) - exact).norm();
    };
    EXPECT_NEAR(order(error(4000), error(8000)), 1, 0.05);
}

/// u follows a - 1/2 upwards and a + 1/2 downwards; `turns`: where a' changes sign.
double play(const std::function<double(double)>& a, std::vector<double> turns, double u, double t) {
    double from = 0;
    turns.push_back(t);
    for (double to : turns) {
        to = std::min(to, t);
        u = a(to) > a(from) ? std::max(u, a(to) - 0.5) : std::min(u, a(to) + 0.5);
        from = to;
    }
    return u;
}

TEST(TranslatingSquare, IsPlayInEachCoordinate) {
    constexpr double pi = std::numbers::pi;
    const auto ax = [](double t) { return 1.5 * std::sin(t); };
    const auto ay = [](double t) { return std::cos(1.3 * t) - 1; };
    const MovingSet set = moved(Box{vec({-0.5, -0.5}), vec({0.5, 0.5})}, [&](double t) { return vec({ax(t), ay(t)}); });
    const Vector start = vec({0.1, -0.2});
    for (const double t : {1.0, 3.0, 7.0}) {
        const Vector exact = vec({play(ax, {pi / 2, 3 * pi / 2, 5 * pi / 2}, start[0], t),
                                  play(ay, {pi / 1.3, 2 * pi / 1.3, 3 * pi / 1.3}, start[1], t)});
        EXPECT_LE((end_of(set, start, {Method::event_driven, 1, 0, t / 7}, 7) - exact).norm(), 1e-11) << t;
        EXPECT_LE((end_of(set, start, {Method::catching_up, 1, 0, t / 10000}, 10000) - exact).norm(), 1e-6) << t;
    }
}

TEST(TranslatingSquare, InAnyUnitOfLength) {
    for (const double unit : {1e-9, 1.0, 1e6}) {
        const MovingSet set = moved(Box{-unit * vec({1, 1}), unit * vec({1, 1})}, [=](double t) -> Vector {
            return unit * vec({3 * std::sin(t), 2 * t});
        });
        const Vector u = end_of(set, vec({0, 0}), {Method::event_driven, 1, 0, 0.1}, 20);
        EXPECT_LE((u / unit - vec({2, 3})).norm(), 1e-12) << unit;  // pushed to 3 - 1 at most, to 4 - 1
    }
}

// Faces with inward normals at 90 + 35 and 90 - 35 degrees pushed up along y; from the right face at l from the apex.
TEST(MovingWedge, SlidesToTheApexAndRidesOnIt) {
    const double angle = 35 * std::numbers::pi / 180, speed = 0.8, l = 0.5;
    const Vector right = vec({-std::sin(angle), std::cos(angle)}), left = vec({std::sin(angle), std::cos(angle)});
    const Vector slope = vec({std::cos(angle), std::sin(angle)});  // up the right face
    const MovingSet set{2,
                        [=](double t) {
                            const Vector apex = vec({0, speed * t});
                            return polyhedron({half_space(apex, right), half_space(apex, left)});
                        },
                        {}};
    // Pushed along the normal with speed cos(angle), it slides towards the apex with speed sin(angle).
    const double arrives = l / (speed * std::sin(angle));
    for (const double h : {0.01, 0.3, 1.0}) {
        for (const Method method : {Method::catching_up, Method::event_driven}) {
            Sweep sweep(set, l * slope, {method, 1, 0, h});
            while (sweep.time() < 2) {
                ASSERT_TRUE(sweep.step());
                const double t = sweep.time();
                const Vector exact =
                    t < arrives ? Vector(l * slope + speed * std::cos(angle) * t * right) : vec({0, speed * t});
                EXPECT_LE((sweep.point() - exact).norm(), 1e-12) << h << " " << t;
            }
        }
    }
}

TEST(ShrinkingBall, DrawsItsPointsToTheCentre) {
    const Vector center = vec({1, -1, 0.5, 2, 0}), e = vec({1, 2, -1, 0.5, 1}).normalized();
    const MovingSet set{5, [=](double t) { return Ball{center, 2 - t}; }, {}};
    for (const Method method : {Method::catching_up, Method::theta}) {
        // theta = 1/2 rebounds for ever, but less than h.
        const Vector u = end_of(set, center + 1.5 * e, {method, 0.5, 0, 0.01}, 120);
        EXPECT_LE((u - center - 0.8 * e).norm(), method == Method::theta ? 0.01 : 1e-14);
    }
}

TEST(Penalty, LagsBehindAHalfLine) {
    const MovingSet set{1, [](double t) { return HalfSpace{vec({-1}), -t}; }, {}};
    const double lambda = 20;
    const auto exact = [=](double t) { return t - (1 - std::exp(-lambda * t)) / lambda; };
    const auto error = [&](int n) {
        return std::abs(end_of(set, vec({0}), {Method::penalty, 1, lambda, 0.1 / n}, n)[0] - exact(0.1));
    };
    EXPECT_NEAR(order(error(32), error(64)), 2, 0.1);
    EXPECT_LE(error(4096), 1e-8);
    // However stiff, no step is too long.
    EXPECT_NEAR(end_of(set, vec({0}), {Method::penalty, 1, 1e12, 0.5}, 4)[0], 2, 1e-11);
}

TEST(Jump, IsAProjection) {
    // A disc at rest, that jumps to (3, 0) at t = 1 and goes on along x with speed 1: a tractrix from there.
    const auto centre = [](double t) { return t < 1 ? vec({0, 0}) : vec({2 + t, 0}); };
    const Vector start = vec({0, 0.8}), landed = vec({3, 0}) + (start - vec({3, 0})).normalized();
    const auto exact = [&](double t) {
        const double alpha0 = std::atan2(landed[1], landed[0] - 3);
        const double alpha = 2 * std::atan(std::tan(alpha0 / 2) * std::exp(t - 1));
        return Vector(vec({2 + t, 0}) + vec({std::cos(alpha), std::sin(alpha)}));
    };
    for (const double h : {0.3, 0.25, 0.01}) {
        for (const Method method : {Method::catching_up, Method::theta}) {
            Sweep sweep(moved(Ball{vec({0, 0}), 1}, centre, {1.0}), start, {method, 0.5, 0, h});
            double jump = 0;
            while (sweep.time() < 2) {
                const bool before = sweep.time() + h < 1 - 1e-12;
                ASSERT_TRUE(sweep.step());
                jump += sweep.report().jump;
                if (before) {
                    EXPECT_EQ(sweep.point(), start);
                } else {
                    const double allowed = method == Method::theta ? 0.3 * h * h : h;
                    EXPECT_LE((sweep.point() - exact(sweep.time())).norm(), allowed) << h << " " << sweep.time();
                }
            }
            EXPECT_NEAR(jump, (landed - start).norm(), 1e-12);
        }
    }
}

TEST(Jump, OfAPolyhedronNamedOrNot) {
    // A unit box: at rest, to the right by 2 at t = 0.7, then down with speed 1.
    const auto place = [](double t) { return t < 0.7 ? vec({0, 0}) : vec({2, 0.7 - t}); };
    for (const std::vector<double>& breaks : {std::vector<double>{0.7}, std::vector<double>{}}) {
        Sweep sweep(moved(Box{vec({0, 0}), vec({1, 1})}, place, breaks), vec({0.5, 0.9}),
                    {Method::event_driven, 1, 0, 0.5});
        ASSERT_TRUE(sweep.step());
        EXPECT_EQ(sweep.point(), vec({0.5, 0.9}));
        ASSERT_TRUE(sweep.step());
        EXPECT_LE((sweep.point() - vec({2, 0.7})).norm(), 1e-9);
        EXPECT_EQ(sweep.report().jump > 1, !breaks.empty());
    }
}

TEST(Jump, OfPenaltyIsGradual) {
    const auto place = [](double t) { return t < 1 ? vec({0}) : vec({1}); };
    const Vector u =
        end_of(moved(Box{vec({0}), vec({2})}, place, {1.0}), vec({0}), {Method::penalty, 1, 5, 1e-3}, 1200);
    EXPECT_NEAR(u[0], 1 - std::exp(-5 * 0.2), 1e-5);
}

TEST(Sweep, DoesNotFollowWhatIsNowhereSmooth) {
    // Places rounded to 1e-6: no piece of it is smooth.
    const MovingSet rough{1, [](double t) { return HalfSpace{vec({-1}), -std::round(1e6 * t) / 1e6}; }, {}};
    Sweep sweep(rough, vec({0}), {Method::event_driven, 1, 0, 0.1});
    EXPECT_FALSE(sweep.step());
    EXPECT_NE(sweep.report().reason.find("smooth"), std::string::npos) << sweep.report().reason;
    EXPECT_NEAR(end_of(rough, vec({0}), {Method::catching_up, 1, 0, 0.1}, 10)[0], 1, 1e-12);
}

TEST(Sweep, SaysWhyItCannotGoOn) {
    const MovingSet closing{1, [](double t) { return Box{vec({t}), vec({0.5})}; }, {}};
    for (const Method method : {Method::catching_up, Method::event_driven}) {
        Sweep sweep(closing, vec({0}), {method, 1, 0, 0.2});
        EXPECT_TRUE(sweep.step());
        EXPECT_TRUE(sweep.step());
        const Vector before = sweep.point();
        EXPECT_FALSE(sweep.step());
        EXPECT_NE(sweep.report().reason.find("empty"), std::string::npos) << sweep.report().reason;
        EXPECT_EQ(sweep.point(), before);
        EXPECT_EQ(sweep.steps(), 2);
    }
}

}  // namespace
}  // namespace galet::sweeping
