// Sweeping by sets with faces, and by a set that jumps: closed forms.
//
// Half-plane x >= a(t): x = the largest of its start and of all a so far. Turning half-plane n.x >= c, n = (-sin t, cos
// t): the involute (1 + c t) e_r + c n from (1, c); for c = 0 catching-up shortens the radius by cos h a step, exactly,
// and theta = 1/2 not at all. Translating square: in each coordinate the play of an interval, which follows a - 1/2
// upwards and a + 1/2 downwards. Wedge, two faces at an angle beta to x, moved along y with speed v: the point on a
// face at l from the apex is pushed along the normal with speed v cos beta, reaches the apex at l / (v sin beta) and
// rides on it.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "validation/moreau99/sweeping_cases.hpp"

namespace galet::validation {
namespace {

using sweeping::HalfSpace;
using sweeping::Method;
using sweeping::MovingSet;
using sweeping::Settings;
using sweeping::Vector;

constexpr double kExact = 1e-11, kPi = std::numbers::pi;

double worst_error(const SweptPath& path, const std::function<Vector(double)>& exact) {
    double worst = 0;
    for (std::size_t k = 0; k < path.time.size(); ++k) {
        worst = std::max(worst, (path.point[k] - exact(path.time[k])).norm());
    }
    return worst;
}

/// a(t) with the times where it turns.
struct Swing {
    std::function<double(double)> at;
    std::vector<double> turns;

    /// Visits [0, t] piece by piece on which a is monotonous: follow(from, to).
    template <class Follow>
    void follow(double t, Follow follow) const {
        double from = 0;
        for (const double turn : turns) {
            follow(at(from), at(std::min(turn, t)));
            from = std::min(turn, t);
        }
        follow(at(from), at(t));
    }
};

double play(const Swing& a, double u, double t) {
    a.follow(t, [&](double from, double to) { u = to > from ? std::max(u, to - 0.5) : std::min(u, to + 0.5); });
    return u;
}

/// first, first + period / 2, ... up to 12 s
std::vector<double> turns_of(double first, double period) {
    std::vector<double> turns;
    for (double t = first; t < 12; t += period / 2) turns.push_back(t);
    return turns;
}

const Swing kAcross{[](double t) { return 1.5 * std::sin(t); }, turns_of(kPi / 2, 2 * kPi)};
const Swing kUp{[](double t) { return std::sin(2 * t); }, turns_of(kPi / 4, kPi)};

Vector after_jump(double t) {
    const Vector landed = (vector_of({0, 0.8}) - vector_of({3, 0})).normalized();
    const double angle = 2 * std::atan(std::tan(std::atan2(landed[1], landed[0]) / 2) * std::exp(t - 1));
    return vector_of({2 + t + std::cos(angle), std::sin(angle)});
}

}  // namespace

void check_half_plane(Verdict& verdict) {
    const Swing swing{[](double t) { return 0.3 * t + std::sin(3 * t); }, {}};
    const MovingSet set{2, [&](double t) { return HalfSpace{vector_of({-1, 0}), -swing.at(t)}; }, {}};
    // It is ahead of all before from 0 on until a' = 0, and again when it is back there.
    const double top = std::acos(-0.1) / 3, period = 2 * kPi / 3;
    const auto exact = [&](double t) {
        double x = swing.at(std::min(t, top));
        for (int k = 0; k < 4; ++k) {
            if (t >= k * period) x = std::max(x, swing.at(std::min(t, top + k * period)));
        }
        return vector_of({x, 0.5});
    };
    const Vector start = vector_of({0, 0.5});
    verdict.at_most("half-plane to and fro, event-driven, h = 0.1 s: largest error at a node",
                    worst_error(swept(set, start, {Method::event_driven, 1, 0, 0.1}, 6), exact), kExact, "m");
    verdict.at_most("half-plane to and fro, catching-up, h = 0.01 s: largest error at a node",
                    worst_error(swept(set, start, {Method::catching_up, 1, 0, 0.01}, 6), exact), 1e-3, "m");
}

void check_blade(Verdict& verdict) {
    const auto blade = [](double c) {
        return MovingSet{2, [c](double t) { return HalfSpace{vector_of({std::sin(t), -std::cos(t)}), -c}; }, {}};
    };
    const auto place = [](double r, double c, double t) {
        return vector_of({r * std::cos(t) - c * std::sin(t), r * std::sin(t) + c * std::cos(t)});
    };
    const double h = 0.1;
    const auto run = [&](double c, Method method) {
        return swept(blade(c), vector_of({1, c}), {method, 0.5, 0, h}, 3);
    };
    verdict.at_most("turning half-plane, catching-up: radius cos(h)^n, largest error at a node",
                    worst_error(run(0, Method::catching_up),
                                [&](double t) { return place(std::pow(std::cos(h), std::round(t / h)), 0, t); }),
                    1e-13, "m");
    verdict.at_most("turning half-plane, theta = 1/2: a circle, largest error at a node",
                    worst_error(run(0, Method::theta), [&](double t) { return place(1, 0, t); }), 1e-13, "m");
    verdict.at_most("turning half-plane, event-driven: an involute, largest error at a node",
                    worst_error(run(0.3, Method::event_driven), [&](double t) { return place(1 + 0.3 * t, 0.3, t); }),
                    kExact, "m");
}

figures::Panel check_square(Verdict& verdict) {
    const Vector start = vector_of({0.2, -0.1});
    const MovingSet set = sweeping::moved(sweeping::Box{vector_of({-0.5, -0.5}), vector_of({0.5, 0.5})}, [](double t) {
        return vector_of({kAcross.at(t), kUp.at(t)});
    });
    const auto exact = [&](double t) { return vector_of({play(kAcross, start[0], t), play(kUp, start[1], t)}); };
    const SweptPath events = swept(set, start, {Method::event_driven, 1, 0, 0.1}, 12);
    const SweptPath nodes = swept(set, start, {Method::catching_up, 1, 0, 0.1}, 12);
    verdict.at_most("translating square, event-driven, h = 0.1 s: largest error at a node", worst_error(events, exact),
                    kExact, "m");
    verdict.at_most("translating square, catching-up, h = 0.001 s: largest error at a node",
                    worst_error(swept(set, start, {Method::catching_up, 1, 0, 0.001}, 12), exact), 1e-5, "m");

    figures::Panel panel{"A square on a figure of eight: play in x and y",
                         {"x [m]", false, -3.6, 3.6},
                         {"y [m]", false, -1.65, 2.25},
                         {rectangle(kAcross.at(0), kUp.at(0), 0.5), rectangle(kAcross.at(2.3), kUp.at(2.3), 0.5),
                          rectangle(kAcross.at(4.1), kUp.at(4.1), 0.5)},
                         {},
                         {},
                         figures::Legend::top_right};
    figures::Series centre{"centre of the square", {}, {}, figures::Mark::line, true, figures::series_colour(5)};
    figures::Series closed{"closed form", {}, {}, figures::Mark::line, false, figures::kInk};
    for (int k = 0; k <= 1200; ++k) {
        const double t = 0.01 * k;
        centre.x.push_back(kAcross.at(t)), centre.y.push_back(kUp.at(t));
        closed.x.push_back(exact(t)[0]), closed.y.push_back(exact(t)[1]);
    }
    panel.series.push_back(centre);
    panel.series.push_back(closed);
    panel.series.push_back(nodes.series("catching-up, h = 0.1 s", figures::Mark::points, figures::series_colour(0)));
    return panel;
}

void check_wedge(Verdict& verdict) {
    const double angle = 35 * kPi / 180, speed = 0.8, l = 0.5, arrives = l / (speed * std::sin(angle));
    const Vector right = vector_of({-std::sin(angle), std::cos(angle)}), left = vector_of({-right[0], right[1]});
    const Vector slope = vector_of({right[1], -right[0]});
    const MovingSet set{
        2,
        [=](double t) {
            const Vector apex = vector_of({0, speed * t});
            return sweeping::polyhedron({sweeping::half_space(apex, right), sweeping::half_space(apex, left)});
        },
        {}};
    const auto exact = [&](double t) -> Vector {
        if (t < arrives) return l * slope + speed * std::cos(angle) * t * right;
        return vector_of({0, speed * t});
    };
    for (const auto& [name, method] :
         {std::pair{"catching-up", Method::catching_up}, {"event-driven", Method::event_driven}}) {
        double worst = 0;
        for (const double h : {0.01, 0.3, 1.0})
            worst = std::max(worst, worst_error(swept(set, l * slope, {method, 1, 0, h}, 3), exact));
        verdict.at_most(fmt::format("wedge, {}, h = 0.01, 0.3, 1 s: largest error at a node", name), worst, kExact,
                        "m");
    }
}

figures::Panel check_jump(Verdict& verdict) {
    const auto centre = [](double t) { return t < 1 ? vector_of({0, 0}) : vector_of({2 + t, 0}); };
    const MovingSet set = sweeping::moved(sweeping::Ball{vector_of({0, 0}), 1}, centre, {1.0});
    const Vector start = vector_of({0, 0.8});
    const auto run = [&](const Settings& settings) { return swept(set, start, settings, 2.5); };
    const SweptPath catching = run({Method::catching_up, 1, 0, 0.1}), half = run({Method::theta, 0.5, 0, 0.3});
    const double jump = (after_jump(1) - start).norm();
    verdict.near("disc that jumps at t = 1, catching-up: length of the jump", catching.jump, jump, 1e-12, "m");
    verdict.near("disc that jumps at t = 1, theta = 1/2, h = 0.3 s: length of the jump", half.jump, jump, 1e-12, "m");
    const auto error = [&](const SweptPath& path) { return (path.point.back() - after_jump(path.time.back())).norm(); };
    verdict.at_most("disc that jumps, catching-up, h = 0.001 s: error at t = 2.5",
                    error(run({Method::catching_up, 1, 0, 1e-3})), 1e-3, "m");
    verdict.at_most("disc that jumps, theta = 1/2, h = 0.001 s: error at t = 2.5",
                    error(run({Method::theta, 0.5, 0, 1e-3})), 1e-6, "m");

    const auto over_time = [](const SweptPath& path, const std::string& name, figures::Mark mark, std::size_t colour) {
        figures::Series series{name, path.time, {}, mark, false, figures::series_colour(colour)};
        for (const Vector& u : path.point) series.y.push_back(u[0]);
        return series;
    };
    figures::Series exact{"closed form", {0, 1}, {0, 0}, figures::Mark::line, false, figures::kInk};
    for (int k = 0; k <= 150; ++k) {
        exact.x.push_back(1 + 0.01 * k);
        exact.y.push_back(after_jump(1 + 0.01 * k)[0]);
    }
    return {"A disc jumps by 3 m at t = 1 s, then moves on",
            {"time [s]", false, 0, 2.5},
            {"x of the point [m]", false, -0.3, 4},
            {exact, over_time(run({Method::penalty, 1, 5, 1e-3}), "penalty, λ = 5 /s", figures::Mark::line, 1),
             over_time(run({Method::penalty, 1, 50, 1e-3}), "penalty, λ = 50 /s", figures::Mark::line, 2),
             over_time(catching, "catching-up, h = 0.1 s", figures::Mark::points, 0)},
            {},
            {},
            figures::Legend::top_left};
}

}  // namespace galet::validation
