// The sweeping process -du in N_C(t)(u) (Moreau99 2-6) by its four methods.
//
// Example `moving-disc`: radius 1, centre (t, 0), from the top. Relative to the centre the point is at the angle alpha
// with alpha' = sin alpha, tan(alpha/2) = e^t, so that u goes on the tractrix
//
//   u(t) = (t - tanh t, 1 / cosh t),    a way of length log cosh t.
//
// Catching-up is of order 1, theta = 1/2 of order 2, and the penalty's error is proportional to 1/lambda.
#include "validation/moreau99/sweeping_cases.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "galet/scene/sweeping_scene.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"

namespace galet::validation {
namespace {

using sweeping::Method;
using sweeping::Vector;

constexpr double kEnd = 2, kOrderAllowed = 0.05;

constexpr figures::Colour kOutline{0.68, 0.69, 0.72};  ///< of sets

Vector tractrix(double t) { return vector_of({t - std::tanh(t), 1 / std::cosh(t)}); }

SweptPath disc(const sweeping::Settings& settings, double end = kEnd) {
    const SweepingScene scene = load_sweeping_scene("moving-disc");
    return swept(scene.set, scene.start, settings, end);
}

double error_of(const SweptPath& path) { return (path.point.back() - tractrix(kEnd)).norm(); }

figures::Series errors_in_step(const std::string& name, sweeping::Settings settings) {
    figures::Series series{name, {}, {}, figures::Mark::line_points, false, {}};
    for (int power = 3; power <= 11; ++power) {
        settings.step = dyadic(power);
        series.x.push_back(settings.step);
        series.y.push_back(error_of(disc(settings)));
    }
    return series;
}

double order_of(const figures::Series& series, std::size_t from = 3) {
    return fitted_order({series.x.begin() + static_cast<std::ptrdiff_t>(from), series.x.end()},
                        {series.y.begin() + static_cast<std::ptrdiff_t>(from), series.y.end()});
}

figures::Panel check_orders(Verdict& verdict) {
    const figures::Series catching = errors_in_step("catching-up", {Method::catching_up, 1, 0, 0});
    const figures::Series quarter = errors_in_step("θ = 3/4", {Method::theta, 0.75, 0, 0});
    const figures::Series half = errors_in_step("θ = 1/2", {Method::theta, 0.5, 0, 0});
    const figures::Series penalty = errors_in_step("penalty, λ = 10³ /s", {Method::penalty, 1, 1e3, 0});
    verdict.near("moving disc, catching-up: order in the step", order_of(catching), 1, kOrderAllowed);
    verdict.near("moving disc, theta = 3/4: order in the step", order_of(quarter), 1, kOrderAllowed);
    verdict.near("moving disc, theta = 1/2: order in the step", order_of(half), 2, kOrderAllowed);
    const double h = half.x.back();
    return {"Moving disc: error at t = 2",
            {"step h [s]", true, {}, {}},
            {"error [m]", true, {}, {}},
            {catching, quarter, penalty, half, figures::order_guide(1, h, 0.4 * quarter.y.back(), 0.125),
             figures::order_guide(2, h, 0.3 * half.y.back(), 0.125)},
            {},
            {},
            figures::Legend::outside};
}

figures::Panel check_penalty(Verdict& verdict) {
    figures::Series errors{"moving disc, error at t = 2", {}, {}, figures::Mark::line_points, false, {}};
    for (double lambda = 10; lambda < 2e4; lambda *= std::sqrt(10.0)) {
        errors.x.push_back(lambda);
        errors.y.push_back(error_of(disc({Method::penalty, 1, lambda, dyadic(16)})));
    }
    verdict.near("moving disc, penalty: order in lambda", order_of(errors, 2), -1, kOrderAllowed);
    return {"Penalty tends to it as 1/λ",
            {"λ [1/s]", true, {}, {}},
            {"error [m]", true, {}, {}},
            {errors, figures::order_guide(-1, 1e4, 0.4 * errors.y.back(), 10)},
            {},
            {},
            figures::Legend::top_right};
}

void check_values(Verdict& verdict) {
    const Vector exact = vector_of({1.0359724199, 0.2658022288});
    const SweptPath fine = disc({Method::theta, 0.5, 0, dyadic(14)});
    verdict.near("moving disc, theta = 1/2, h = 2^-14 s: x(2)", fine.point.back()[0], exact[0], 1e-8, "m");
    verdict.near("moving disc, theta = 1/2, h = 2^-14 s: y(2)", fine.point.back()[1], exact[1], 1e-8, "m");
    verdict.near("moving disc, theta = 1/2, h = 2^-14 s: length of the way", fine.way, std::log(std::cosh(kEnd)), 1e-8,
                 "m");
    verdict.near("moving disc, catching-up, h = 2^-14 s: x(2)",
                 disc({Method::catching_up, 1, 0, dyadic(14)}).point.back()[0], exact[0], 1e-5, "m");
}

figures::Panel draw_disc() {
    figures::Panel panel{
        "A moving disc takes a point along", {"x [m]", false, -1.3, 5.3}, {"y [m]", false, -1.15, 2.35}, {}, {}, {},
        figures::Legend::top_right};
    for (const double t : {0.0, 2.0, 4.0}) panel.series.push_back(circle(t, 0, 1));
    figures::Series exact{"tractrix", {}, {}, figures::Mark::line, false, figures::kInk};
    for (int k = 0; k <= 400; ++k) {
        const Vector u = tractrix(0.01 * k);
        exact.x.push_back(u[0]), exact.y.push_back(u[1]);
    }
    panel.series.push_back(exact);
    const auto add = [&](const std::string& name, const sweeping::Settings& settings, std::size_t colour) {
        panel.series.push_back(disc(settings, 4).series(name, figures::Mark::points, figures::series_colour(colour)));
    };
    add("catching-up, h = 1/2 s", {Method::catching_up, 1, 0, 0.5}, 0);
    add("θ = 1/2, h = 1/2 s", {Method::theta, 0.5, 0, 0.5}, 1);
    return panel;
}

}  // namespace

SweptPath swept(const sweeping::MovingSet& set, const Vector& start, const sweeping::Settings& settings, double end) {
    sweeping::Sweep sweep(set, start, settings);
    SweptPath path{{0}, {start}, 0, 0};
    for (std::int64_t k = step_count(end, settings.step); k > 0; --k) {
        if (!sweep.step()) throw Unsolved(fmt::format("sweeping: {}", sweep.report().reason));
        path.time.push_back(sweep.time());
        path.point.push_back(sweep.point());
        path.jump += sweep.report().jump;
        path.way += sweep.report().moved;
    }
    return path;
}

figures::Series SweptPath::series(const std::string& name, figures::Mark mark, figures::Colour colour) const {
    figures::Series series{name, {}, {}, mark, false, colour};
    for (const Vector& u : point) series.x.push_back(u[0]), series.y.push_back(u[1]);
    return series;
}

Vector vector_of(std::initializer_list<double> components) {
    return Eigen::Map<const Vector>(components.begin(), static_cast<Eigen::Index>(components.size()));
}

figures::Series circle(double x, double y, double radius) {
    figures::Series series{"", {}, {}, figures::Mark::line, false, kOutline};
    for (int k = 0; k <= 120; ++k) {
        const double angle = 2 * std::numbers::pi * k / 120;
        series.x.push_back(x + radius * std::cos(angle)), series.y.push_back(y + radius * std::sin(angle));
    }
    return series;
}

figures::Series rectangle(double x, double y, double half) {
    return {"",
            {x - half, x + half, x + half, x - half, x - half},
            {y - half, y - half, y + half, y + half, y - half},
            figures::Mark::line,
            false,
            kOutline};
}

void sweeping_process(const Request& request, Verdict& verdict) {
    check_values(verdict);
    figures::Chart chart;
    chart.title = "The sweeping process −du ∈ N(C(t), u): catching-up, θ-variant, penalty, event-driven";
    chart.columns = 2;
    chart.width = 2000;
    chart.panels.push_back(draw_disc());
    chart.panels.push_back(check_orders(verdict));
    chart.panels.push_back(check_penalty(verdict));
    check_half_plane(verdict);
    check_blade(verdict);
    chart.panels.push_back(check_square(verdict));
    check_wedge(verdict);
    chart.panels.push_back(check_jump(verdict));
    chart.panels.push_back(check_parting(verdict));
    check_rate(verdict);
    figures::write_chart(chart, request.folder / "figure.png");
}

}  // namespace galet::validation
