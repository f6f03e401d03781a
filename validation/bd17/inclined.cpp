// 500 balls on a rough inclined plane (BD17 5.3, table 3, fig. 3-4).
//
// Radii 0.6 to 1 mm, slope 10 degrees, 10,000 steps of 1e-5 s, epsilon_glob = 1e-7; the balls in contact with the plane
// stick to it. Here: a plane problem in axes along the slope, a row of balls of the same sizes fixed on the floor, and
// 500 free ones above them, from a jittered lattice 50 wide; density 2500 kg/m3, no restitution (none of these is
// given). Every 100th step is solved again by all local solvers from no impulses (comparison.hpp). Figure 4 shows
// epsilon_glob by sweep at step 1000; the last step is drawn as well, because at step 1000 (0.01 s) few of our balls
// touch yet.
//
// Three times: by scheme maury, by the paper's scheme theta, and by theta with friction (theta_run.hpp). tan(10
// degrees) is 0.18 and friction 0.3: once on the slope, balls with friction slow down.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "galet/core/random.hpp"
#include "validation/bd17/bd17.hpp"
#include "validation/bd17/comparison.hpp"
#include "validation/bd17/theta_run.hpp"
#include "validation/follow.hpp"

namespace galet::validation {
namespace {

constexpr double kGravity = 9.81, kSlope = 10 * std::numbers::pi / 180;       ///< [m/s^2], [rad]
constexpr double kSmallest = 0.6e-3, kLargest = 1e-3;                         ///< radii [m]
constexpr std::int64_t kEvery = 100, kEveryByRho = 2000, kFigureStep = 1000;  ///< steps
constexpr double kEnd = 0.1;                                                  ///< [s]

const Published kPublished = {"table 3", {2.22, 2.19, 1.30, 1.21}};

constexpr const char* kBodies = R"(
simulation = {{ dimension = 2, step = 1e-5, end = 0.1 }}
forces = [{{ type = "gravity", acceleration = [{}, {}] }}]
[[bodies]]
count = 500
radius = {{ uniform = [0.0006, 0.001] }}
density = 2500.0
placement = {{ lattice = {{ min = [0.0, 0.002], counts = [50, 10], spacing = 0.00205, jitter = 0.9 }} }}
[[obstacles]]
shape = "half-space"
point = [0.0, 0.0]
normal = [0.0, 1.0]
)";

/// The scene with its row of fixed balls, one beside the other, longer than the heap can slide in 0.1 s.
std::string scene_text() {
    constexpr double kFrom = -0.025, kTo = 0.145;  // [m]
    constexpr std::uint64_t kSeed = 17, kStream = 5;
    std::string text = fmt::format(kBodies, kGravity * std::sin(kSlope), -kGravity * std::cos(kSlope));
    RandomStream random(kSeed, kStream);
    for (double x = kFrom; x < kTo;) {
        const double r = random.uniform(kSmallest, kLargest);
        text += fmt::format("[[obstacles]]\nshape = \"sphere\"\ncenter = [{}, {}]\nradius = {}\n", x + r, r, r);
        x += 2 * r;
    }
    return text;
}

/// A step whose convergence is drawn.
struct Shown {
    std::int64_t step;
    ContactProblem problem;
};

struct Curve {
    const char* name;
    SolverSettings settings;
    bool dashed;
};

figures::Panel panel_of(const std::string& title, const std::string& label, double low) {
    return {title, {"sweep", false, 0, {}}, {label, true, low, {}}, {}, {}, {}, figures::Legend::top_right};
}

/// epsilon_glob by sweep and, beside it, the complementarity that eq. 42 cannot see.
std::vector<figures::Panel> convergence_panels(const ContactProblem& problem, std::int64_t step) {
    figures::Panel epsilon = panel_of(fmt::format("Step {}, {} constraints: BD17 eq. 42", step, problem.contacts()),
                                      "ε_glob [m/s]", 0.1 * kEpsilon);
    epsilon.lines = {{figures::ReferenceLine::Across::y, kEpsilon, "limit"}};
    figures::Panel complementarity =
        panel_of(fmt::format("Step {}: complementarity", step), "Σ|w p| / ΣWp² (pure number)", 0.01 * kComplementarity);
    complementarity.lines = {{figures::ReferenceLine::Across::y, kComplementarity, "limit"}};
    for (const Curve& curve : {Curve{"sbp, ρW = 0.43", gauss_seidel("sbp"), false},
                               Curve{"pdas", gauss_seidel("pdas"), false}, Curve{"eal", gauss_seidel("eal"), true}}) {
        std::vector<TracePoint> trace;
        solve_afresh(problem, curve.settings, &trace);
        figures::Series total{curve.name, {}, {}, figures::Mark::line, curve.dashed, {}}, share = total;
        for (const TracePoint& point : trace) {
            total.x.push_back(static_cast<double>(point.iteration));
            total.y.push_back(point.epsilon.total());
            share.y.push_back(point.epsilon.complementarity);
        }
        share.x = total.x;
        epsilon.series.push_back(total);
        complementarity.series.push_back(share);
    }
    return {epsilon, complementarity};
}

void draw_convergence(const std::vector<Shown>& shown, const std::filesystem::path& png) {
    figures::Chart chart;
    chart.title = "Balls on a rough slope (BD17, fig. 4): eal and pdas are one method, sbp differs by ρ";
    chart.columns = 2;
    for (const Shown& one : shown) {
        for (const figures::Panel& panel : convergence_panels(one.problem, one.step)) chart.panels.push_back(panel);
    }
    figures::write_chart(chart, png);
}

void draw_state(const Simulation& simulation, const std::string& title, const std::filesystem::path& png) {
    const World& world = simulation.world();
    const std::vector<double> speed = speeds(world.bodies);
    figures::PictureStyle style;
    style.title = title;
    style.quantity = "speed [m/s]";
    figures::write_picture({2, world.bodies.position, world.bodies.radius, speed, &world.obstacles, nullptr,
                            figures::time_caption(world.time, world.step)},
                           style, png);
}

void slide_by_maury(const Request& request, Verdict& verdict) {
    Scene scene = parse_scene(kSolverLine + scene_text(), "inclined", ".", {});
    Simulation simulation(std::move(scene.world), scene.settings);
    Comparison comparison("", false, kPublished);
    std::vector<ContactProblem> some;
    std::vector<Shown> shown;
    follow(simulation, request, [&](const Simulation& now) {
        const std::int64_t step = now.world().step;
        if (step == kFigureStep || now.finished()) shown.push_back({step, now.problem()});
        if (step == 0 || step % kEvery != 0 || now.problem().contacts() == 0) return;
        comparison.add(now.problem());
        if (step % kEveryByRho == 0) some.push_back(now.problem());
    });
    verdict.near("balls", simulation.world().bodies.size(), 500, 0);
    verdict.at_least("smallest distance of all steps", simulation.totals().smallest_distance, 0, "m");
    comparison.judge(verdict);
    draw_work_by_rho(some, kPublished.ratio.front(), "Balls on a rough slope (BD17, table 3)",
                     request.folder / "rho.png", verdict);
    draw_convergence(shown, request.folder / "figure.png");
    draw_state(simulation, "500 balls on a rough slope of 10 degrees, axes along the slope (BD17, fig. 3)",
               request.folder / "state.png");
}

/// Mean speed down the slope after a part of the time [m/s].
double speed_after(const ThetaRun& run, double part) {
    const std::vector<double>& momentum = run.history().momentum;
    return momentum[static_cast<std::size_t>(part * static_cast<double>(momentum.size() - 1))] / run.mass();
}

void draw_theta(const ThetaRun& smooth, const ThetaRun& rough, const std::filesystem::path& folder) {
    draw_state(rough.simulation(), "500 balls on a rough slope of 10 degrees, friction 0.3, scheme theta",
               folder / "friction-state.png");
    figures::Chart chart;
    chart.title = "Balls on a rough slope by scheme theta, with friction and without";
    chart.columns = 2;
    chart.width = 2000;
    chart.panels = {history_panel("How fast they slide", "mean speed down the slope [m/s]", {&smooth, &rough},
                                  &ThetaHistory::momentum, rough.mass()),
                    rough.work_panel()};
    chart.panels.front().series.push_back(
        {"g sin(10°) t", {0, kEnd}, {0, kGravity * std::sin(kSlope) * kEnd}, figures::Mark::line, true, {}});
    figures::write_chart(chart, folder / "friction.png");
}

void slide_by_theta(const Request& request, Verdict& verdict) {
    const ThetaPlan plan{scene_text(), kEnd, kEvery, std::numeric_limits<std::int64_t>::max(), kPublished};
    const ThetaPair pair(plan, request, verdict);
    const ThetaRun &smooth = pair.smooth, &rough = pair.rough;
    verdict.at_most("theta: mean speed at the end without friction, of g sin(10 degrees) t",
                    speed_after(smooth, 1) / (kGravity * std::sin(kSlope) * kEnd), 1);
    verdict.at_most("theta: mean speed at the end with friction, of that without",
                    speed_after(rough, 1) / speed_after(smooth, 1), 1);
    verdict.at_most(rough.name() + ": mean speed at the end, of that after half of the time",
                    speed_after(rough, 1) / speed_after(rough, 0.5), 1);
    draw_theta(smooth, rough, request.folder);
}

}  // namespace

void inclined(const Request& request, Verdict& verdict) {
    slide_by_maury(request, verdict);
    slide_by_theta(request, verdict);
    note_comparison(verdict);
}

}  // namespace galet::validation
