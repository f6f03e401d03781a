#include "galet/simulation/subdivision.hpp"

#include <gtest/gtest.h>

#include "galet/laws/law_names.hpp"
#include "galet/schemes/maury.hpp"
#include "galet/simulation/simulation.hpp"
#include "scene/scene_support.hpp"
#include "support/random_bodies.hpp"
#include "support/settings.hpp"

namespace galet {

void PrintTo(Law law, std::ostream* out) { *out << name_of(law); }

namespace {

/// Refuses steps that are longer than some length after a time; each that it takes does one joule of work.
class PickyScheme final : public Scheme {
  public:
    PickyScheme(World& world, double step, double longest, double after)
        : world_(world), step_(step), longest_(longest), after_(after) {}

    StepReport step() override {
        StepReport report;
        report.iterations = 10;
        if (step_ > longest_ && world_.time >= after_) {
            report.outcome = Outcome::over_limits;
            report.reason = "too long";
            return report;
        }
        report.energy.work_external = 1;
        report.certificate.error_bound = step_;
        report.external_impulse = {step_, 0, 0};
        world_.count_step(step_);
        return report;
    }
    const ContactProblem& problem() const override { return problem_; }
    const ContactSet& contacts() const override { return contacts_; }
    const std::vector<double>& contact_forces() const override { return none_; }
    const std::vector<double>& contact_impulses() const override { return none_; }
    const std::vector<double>& glue() const override { return none_; }
    double smallest_distance() override { return 1; }

  private:
    World& world_;
    double step_, longest_, after_;
    ContactProblem problem_;
    ContactSet contacts_;
    std::vector<double> none_;
};

StepReport failure() {
    StepReport report;
    report.outcome = Outcome::over_limits;
    report.iterations = 10;
    return report;
}

TEST(Subdivision, PartsAreAsLongAsCanBeTakenAndEndWhereTheStepEnds) {
    constexpr double kStep = 0.1;
    World world;
    world.step = 7;
    world.time = 7 * kStep;
    // The second half of the step has to be taken in quarters.
    Subdivision subdivision(world, Law::coulomb, [&](double step) {
        return std::make_unique<PickyScheme>(world, step, 0.26 * kStep / 2, 7.4 * kStep);
    });
    ASSERT_TRUE(subdivision.take(kStep, failure()));
    EXPECT_EQ(world.step, 8);
    EXPECT_EQ(world.time, 8 * kStep);
    const StepReport& report = subdivision.report();
    EXPECT_EQ(report.outcome, Outcome::solved);
    EXPECT_EQ(report.energy.work_external, 5);  // parts
    EXPECT_DOUBLE_EQ(report.external_impulse[0], kStep);
    EXPECT_EQ(report.certificate.error_bound, kStep / 2);    // the worst
    EXPECT_EQ(report.iterations, 10 * (1 + 1 + 1 + 2 + 4));  // of attempts, too
}

TEST(Subdivision, EndsWithTheReasonWhereNoPartIsShortEnough) {
    World world;
    Subdivision subdivision(world, Law::coulomb,
                            [&](double step) { return std::make_unique<PickyScheme>(world, step, 0.0, 0.0); });
    EXPECT_FALSE(subdivision.take(1.0, failure()));
    EXPECT_EQ(subdivision.report().outcome, Outcome::over_limits);
    EXPECT_NE(subdivision.report().reason.find("too long"), std::string::npos);
    EXPECT_EQ(subdivision.report().iterations, 10 * (1 + Subdivision::kMostHalvings));
}

/// Two halves are two steps of half the length, to the last bit, whatever contacts remember.
class Halves : public testing::TestWithParam<Law> {};

TEST_P(Halves, AreStepsOfHalfTheLength) {
    const auto world_of = [] {
        World world;
        world.bodies = test::random_bodies(2, 60, 1.0, 0.04, 2, 0.5, 3);
        add_obstacle(world.obstacles, Box{{-0.1, -0.1, 0}, {1.1, 3, 0}}, 2);
        world.forces.push_back(make_gravity(select_all(world.bodies), {0, -9.81, 0}));
        return world;
    };
    Settings settings = test::settings_of(2, 0.005, 0.3);
    settings.contact.law = GetParam();
    settings.contact.viscosity = 1e-3;
    settings.contact.range = 0.01;
    Simulation fine(world_of(), settings);
    while (!fine.finished()) ASSERT_TRUE(fine.step()) << fine.report().reason;

    World world = world_of();
    SchemeSettings scheme;
    scheme.law = settings.contact;
    scheme.length_scale = fine.totals().length_scale;
    scheme.margin = settings.margin * scheme.length_scale;
    scheme.limits.error_bound = settings.tolerance;
    scheme.limits.violation = settings.violation * scheme.length_scale;
    scheme.limits.max_iterations = settings.max_iterations;
    Subdivision subdivision(world, GetParam(), [&](double step) {
        scheme.step = step;
        return std::make_unique<MauryScheme>(world, scheme);
    });
    for (int n = 0; n < 30; ++n) ASSERT_TRUE(subdivision.take(0.01, failure())) << subdivision.report().reason;
    EXPECT_EQ(world.step, 30);
    EXPECT_EQ(world.bodies.position, fine.world().bodies.position);
    EXPECT_EQ(world.bodies.velocity, fine.world().bodies.velocity);
}

INSTANTIATE_TEST_SUITE_P(Laws, Halves, testing::Values(Law::inelastic, Law::gluey, Law::viscous));

/// A disc that glances off one pole and then hits another one. One sweep solves one contact, not two at once.
std::string two_poles(const std::string& policy) {
    return R"(
[simulation]
dimension = 2
step = 2.0
end = 4.0
[contact]
margin = 0.0
[solver]
method = "nlgs"
max_iterations = 2
on_failure = ")" +
           policy + R"("
[[bodies]]
position = [[0.0, 0.0]]
velocity = [[1.0, 0.0]]
radius = 0.25
mass = 1.0
[[obstacles]]
shape = "sphere"
center = [0.8, -0.4]
radius = 0.25
[[obstacles]]
shape = "sphere"
center = [1.2, 0.75]
radius = 0.25
)";
}

TEST(Subdivision, SolvesAStepThatIsNotSolvedInOne) {
    Scene stop = parse(two_poles("stop")), divide = parse(two_poles("subdivide"));
    Simulation refused(std::move(stop.world), stop.settings), taken(std::move(divide.world), divide.settings);
    EXPECT_FALSE(refused.step());
    EXPECT_EQ(refused.world().step, 0);
    while (!taken.finished()) ASSERT_TRUE(taken.step()) << taken.report().reason;
    EXPECT_GE(taken.totals().divided_steps, 1);
    EXPECT_EQ(taken.totals().failed_steps, 0);
    EXPECT_EQ(taken.world().time, 4.0);
    EXPECT_LE(taken.totals().worst_error_bound, 1e-3);
    EXPECT_GE(taken.totals().smallest_distance, -1e-7 * 0.25);
    EXPECT_NEAR(taken.totals().worst_energy_imbalance, 0, 1e-14);
    const HistoryRow& row = taken.row();
    EXPECT_NEAR(row.kinetic_energy + row.dissipated, 0.5, 1e-14);
}

TEST(Subdivision, GoesOnAfterARestartWithTheSameBits) {
    Scene scene = parse(two_poles("subdivide")), other = parse(two_poles("subdivide"));
    Simulation whole(std::move(scene.world), scene.settings), second(std::move(other.world), other.settings);
    ASSERT_TRUE(whole.step());
    second.restore(whole.state());
    ASSERT_TRUE(whole.step());
    ASSERT_TRUE(second.step());
    EXPECT_EQ(second.world().bodies.position, whole.world().bodies.position);
    EXPECT_EQ(second.world().bodies.velocity, whole.world().bodies.velocity);
}

TEST(Subdivision, AStepThatIsNotSolvedInAnyPartsChangesNothing) {
    // A box that closes over a ball leaves no motion, however short the step.
    Scene scene = parse(R"(
[simulation]
dimension = 1
step = 0.1
end = 1
[solver]
on_failure = "subdivide"
[[bodies]]
position = [[0.0]]
radius = 0.5
mass = 1
[[obstacles]]
shape = "half-space"
point = [-0.55]
normal = [1]
velocity = [1.0]
[[obstacles]]
shape = "half-space"
point = [0.55]
normal = [-1]
velocity = [-1.0]
)");
    Simulation simulation(std::move(scene.world), scene.settings);
    EXPECT_FALSE(simulation.step());
    EXPECT_EQ(simulation.world().step, 0);
    EXPECT_EQ(simulation.world().time, 0);
    EXPECT_EQ(simulation.world().bodies.position[0], 0);
    EXPECT_EQ(simulation.world().bodies.velocity[0], 0);
    EXPECT_NE(simulation.report().reason.find("not even in steps of"), std::string::npos) << simulation.report().reason;
    EXPECT_FALSE(simulation.step());
}

}  // namespace
}  // namespace galet
