#include <cmath>
#include <numbers>

#include "forces/some_bodies.hpp"

namespace galet {
namespace {

/// The mean on the only body, at place 0, in one dimension.
double expression_mean(const std::string& text, double t, double h) {
    Bodies bodies = some_bodies(1, 1);
    bodies.position = {0};
    return forces_of(*make_expression(select_all(bodies), {text}), bodies, t, h).external[0];
}

TEST(Expression, MeansOverTheStep) {
    EXPECT_EQ(expression_mean("2.5", 3, 0.1), 2.5);
    EXPECT_EQ(expression_mean("pi", 3, 0.1), std::numbers::pi);
    EXPECT_NEAR(expression_mean("3*t^2 - 2*t", 1, 2), (27 - 9) / 2.0, 1e-14);
    EXPECT_NEAR(expression_mean("sin(2*pi*t)", 0, 0.25), 2 / std::numbers::pi, 1e-15);
    EXPECT_NEAR(expression_mean("sin(2*pi*t)", 0.5, 1), 0, 1e-15);
}

TEST(Expression, JumpsInTime) {
    EXPECT_NEAR(expression_mean("t < 1 ? 1 : -1", 0, 2), 0, 1e-15);
    EXPECT_NEAR(expression_mean("t < 1 ? 1 : -1", 0.7, 1), -0.4, 1e-12);
    EXPECT_NEAR(expression_mean("t < 1 ? 1 : -1", 0.9999, 1), -0.9998, 1e-12);
    EXPECT_NEAR(expression_mean("t < 1 ? 1 : -1", 0.0001, 1), 0.9998, 1e-12);
    // The gluey ball of science.md 7: f = -1 until 2 then +2.
    EXPECT_NEAR(expression_mean("t < 2 ? -1 : 2", 1.97, 0.1), (-0.03 + 2 * 0.07) / 0.1, 1e-11);
    EXPECT_NEAR(expression_mean("t >= 1 && t <= 1.5 ? t : 0", 0, 2), (1.5 * 1.5 - 1) / 4, 1e-12);
    EXPECT_NEAR(expression_mean("t == 1 || t != t ? 7 : 1", 0, 2), 1, 1e-12);
}

TEST(Expression, ImpulsesOfConsecutiveStepsAddUp) {
    double impulse = 0;
    const double h = 0.013;
    for (int n = 0; n < 200; ++n) impulse += h * expression_mean("t < 1 ? sin(t) : t", n * h, h);
    EXPECT_NEAR(impulse, 1 - std::cos(1.0) + (2.6 * 2.6 - 1) / 2, 1e-12);
}

TEST(Expression, FieldsAreTakenAtThePositions) {
    const Bodies bodies = some_bodies(3, 500);
    const auto force = make_expression(select_all(bodies), {"-y", "x*t", "z^2 + cos(t)"});
    const double t = 0.4, h = 0.3;
    const StepForces forces = forces_of(*force, bodies, t, h);
    for (Index i = 0; i < bodies.size(); ++i) {
        const auto q = load<3>(bodies.position, i);
        EXPECT_EQ(forces.external[3 * i], -q[1]);
        EXPECT_NEAR(forces.external[3 * i + 1], q[0] * (t + h / 2), 1e-15);
        EXPECT_NEAR(forces.external[3 * i + 2], q[2] * q[2] + (std::sin(t + h) - std::sin(t)) / h, 4e-15);
    }
    expect_all_zero(forces.conservative);
    EXPECT_EQ(force->potential_energy(bodies), 0);
}

TEST(Expression, UniformAndFieldComponentsActOnSelectedBodiesOnly) {
    Bodies bodies = some_bodies(2, 300);
    bodies.groups = {{"a", 0, 100}, {"b", 100, 200}, {"a", 200, 300}};
    const StepForces forces = forces_of(*make_expression(select_group(bodies, "a"), {"2*t", "x + y"}), bodies, 1, 1);
    for (Index i = 0; i < 300; ++i) {
        const bool selected = i < 100 || i >= 200;
        EXPECT_NEAR(forces.external[2 * i], selected ? 3 : 0, 1e-15);
        EXPECT_EQ(forces.external[2 * i + 1], selected ? bodies.position[2 * i] + bodies.position[2 * i + 1] : 0);
    }
}

TEST(Expression, SameBitsForAnyThreadCount) {
    Bodies bodies = some_bodies(2, 1000);
    bodies.groups = {{"a", 0, 10}, {"b", 10, 400}, {"a", 400, 1000}};
    const auto force = make_expression(select_group(bodies, "a"), {"sin(3*t + x)", "t < y ? 1 : x"});
    expect_same_for_any_thread_count(*force, bodies, 0.1, 0.4);
}

TEST(Expression, ParseErrorsNameExpressionMessageAndPosition) {
    const Selection one = select_all(some_bodies(1, 1));
    expect_names(error_of([&] { make_expression(one, {"sin(t"}); }), {"\"sin(t\"", "parenthesis", "position"});
    expect_names(error_of([&] { make_expression(one, {"2 + tt"}); }),
                 {"\"2 + tt\"", "\"tt\"", "position 4", "t, x and pi"});
    expect_names(error_of([&] { make_expression(one, {""}); }), {"\"\""});
    expect_names(error_of([&] { make_expression(one, {"t +"}); }), {"\"t +\""});
    expect_names(error_of([&] { make_expression(one, {"1,5"}); }), {"\"1,5\"", "position 1", "comma"});
    expect_names(error_of([&] { make_expression(one, {"t = 1 ? 2 : 3"}); }), {"position 2", "=="});
    expect_names(error_of([&] { make_expression(one, {"\"text\""}); }), {"cannot read"});
    // A coordinate that the dimension does not have.
    expect_names(error_of([&] { make_expression(one, {"y"}); }), {"\"y\"", "t, x and pi"});
    expect_names(error_of([&] { make_expression(one, {"t", "z"}); }), {"\"z\"", "t, x, y and pi"});
}

TEST(Expression, ComparisonsAreNotAssignments) {
    EXPECT_EQ(expression_mean("(1 <= 2) + (2 >= 1) + (1 == 1) + (1 != 2)", 0, 1), 4);
}

TEST(Expression, ValuesThatAreNotFiniteAreErrors) {
    expect_names(error_of([&] { expression_mean("sqrt(1 - t)", 0.5, 1); }), {"\"sqrt(1 - t)\"", "nan", "t = 1."});
    expect_names(error_of([&] { expression_mean("1/0", 2, 1); }), {"\"1/0\"", "inf", "t = 2"});
    expect_names(error_of([&] { expression_mean("1/t", 0, 1); }), {"\"1/t\""});
    expect_names(error_of([&] { expression_mean("sin(1e12*t)", 0, 1); }), {"\"sin(1e12*t)\"", "t = 0 to 1"});

    Bodies bodies = some_bodies(2, 2);
    bodies.position = {1, 2, 0.5, 0.25};
    const auto field = make_expression(select_all(bodies), {"t", "1/(x - 0.5)"});
    expect_names(error_of([&] { forces_of(*field, bodies, 3, 1); }),
                 {"\"1/(x - 0.5)\"", "inf", "t = 3, x = 0.5, y = 0.25"});
}

TEST(Expression, FormulasThatFailAtTimeZeroOnlyMayBeUsedLater) {
    EXPECT_NEAR(expression_mean("1/t", 1, 1), std::log(2.0), 1e-15);
    EXPECT_NEAR(expression_mean("log(t)", 0, 1), -1, 1e-12);  // never evaluated at the ends of the step
    EXPECT_NEAR(expression_mean("sqrt(1 - t)", 0, 1), 2.0 / 3, 1e-11);
}

TEST(Expression, FirstFailingBodyIsReportedForAnyThreadCount) {
    Bodies bodies = some_bodies(1, 2000), elsewhere = bodies;
    for (Index i = 0; i < 2000; ++i) {
        bodies.position[i] = i < 600 ? 1.0 : -i;
        elsewhere.position[i] = 4;
    }
    const auto force = make_expression(select_all(bodies), {"sqrt(x)"});
    with_thread_counts([&](int) {
        expect_names(error_of([&] { forces_of(*force, bodies); }), {"nan", "x = -600"});
        // And the failure is forgotten once the bodies are where the formula has values.
        EXPECT_EQ(forces_of(*force, elsewhere).external, std::vector<double>(2000, 2.0));
    });
}

}  // namespace
}  // namespace galet
