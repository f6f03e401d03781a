// Sedimentation of 500 balls in a box (BD17 5.2, table 2, fig. 2).
//
// Radii 0.25 to 0.5 mm, 1000 steps of 5e-5 s, epsilon_glob = 1e-7. Not given, and chosen here: three dimensions,
// density 2500 kg/m3, no restitution, a box 8.4 mm wide, and balls that start from a jittered lattice and have
// fallen by the end, 0.05 s. Every 20th step is solved again by all local solvers from no impulses (comparison.hpp).
//
// Three times: by scheme maury, by the paper's scheme theta, and by theta with friction (theta_run.hpp). The last two
// go on for as long again, until the balls with friction are at rest. Friction holds balls up: their heap is looser.
#include <algorithm>

#include "figures/picture.hpp"
#include "validation/bd17/bd17.hpp"
#include "validation/bd17/comparison.hpp"
#include "validation/bd17/theta_run.hpp"
#include "validation/follow.hpp"

namespace galet::validation {
namespace {

constexpr std::int64_t kEvery = 20;        ///< steps
constexpr std::int64_t kEveryByRho = 200;  ///< steps
constexpr std::int64_t kPaperSteps = 1000;
constexpr double kGravity = 9.81;  ///< [m/s^2]

const Published kPublished = {"table 2", {1.96, 1.92, 1.06, 1.10}};

constexpr const char* kScene = R"(
simulation = { dimension = 3, step = 5e-5, end = 0.05 }
obstacles = [{ shape = "box", min = [0.0, 0.0, 0.0], max = [0.0084, 0.0084, 0.02] }]
forces = [{ type = "gravity", acceleration = [0.0, 0.0, -9.81] }]
[[bodies]]
count = 500
radius = { uniform = [0.00025, 0.0005] }
density = 2500.0
placement = { lattice = { min = [0.0, 0.0, 0.0], counts = [8, 8, 8], spacing = 0.00105, jitter = 0.9 } }
)";

struct Frame {
    std::vector<double> position, speed;
    std::string caption;
};

Frame frame_of(const World& world, const std::string& which) {
    return {world.bodies.position, speeds(world.bodies), which + figures::time_caption(world.time, world.step)};
}

void draw(const Bodies& bodies, const std::vector<Frame>& frames, const std::string& title,
          const std::filesystem::path& png) {
    std::vector<figures::Snapshot> states;
    for (const Frame& frame : frames) {
        states.push_back({3, frame.position, bodies.radius, frame.speed, nullptr, nullptr, frame.caption});
    }
    figures::PictureStyle style;
    style.title = title;
    style.quantity = "speed [m/s]";
    figures::write_contact_sheet(states, 2, style, png);
}

void settle_by_maury(const Request& request, Verdict& verdict) {
    Scene scene = parse_scene(std::string(kSolverLine) + kScene, "sedimentation", ".", {});
    Simulation simulation(std::move(scene.world), scene.settings);
    Comparison comparison("", false, kPublished);
    std::vector<ContactProblem> some;
    std::vector<Frame> frames;
    follow(simulation, request, [&](const Simulation& now) {
        const std::int64_t step = now.world().step;
        if (step == 0 || now.finished()) frames.push_back(frame_of(now.world(), ""));
        if (step == 0 || step % kEvery != 0 || now.problem().contacts() == 0) return;
        comparison.add(now.problem());
        if (step % kEveryByRho == 0) some.push_back(now.problem());
    });
    verdict.near("balls", simulation.world().bodies.size(), 500, 0);
    verdict.at_least("smallest distance of all steps", simulation.totals().smallest_distance, 0, "m");
    comparison.judge(verdict);
    draw_work_by_rho(some, kPublished.ratio.front(), "Sedimentation (BD17, table 2)", request.folder / "rho.png",
                     verdict);
    draw(simulation.world().bodies, frames, "500 balls settle in a box (BD17, fig. 2)", request.folder / "figure.png");
}

/// Height of the centre of mass [m].
double height(const ThetaRun& run) { return run.simulation().row().potential_energy / (run.mass() * kGravity); }

/// Part of the balls that are slower than what gravity gives in a step.
double part_at_rest(const Simulation& simulation) {
    const std::vector<double> speed = speeds(simulation.world().bodies);
    const double slow = kGravity * simulation.settings().step;
    return static_cast<double>(std::count_if(speed.begin(), speed.end(), [&](double v) { return v < slow; })) /
           static_cast<double>(speed.size());
}

void draw_theta(const ThetaRun& smooth, const ThetaRun& rough, const std::filesystem::path& folder) {
    draw(rough.simulation().world().bodies,
         {frame_of(smooth.simulation().world(), smooth.name() + ", "),
          frame_of(rough.simulation().world(), rough.name() + ", ")},
         "500 balls settled by scheme theta, without friction and with it", folder / "friction-state.png");
    figures::Chart chart;
    chart.title = "Sedimentation by scheme theta, with friction and without";
    chart.columns = 2;
    chart.width = 2000;
    chart.panels = {
        history_panel("How balls come to rest", "kinetic energy [J]", {&smooth, &rough}, &ThetaHistory::kinetic, 1),
        rough.work_panel()};
    chart.panels.front().y = {"kinetic energy [J]", true, 1e-10, {}};
    figures::write_chart(chart, folder / "friction.png");
}

void settle_by_theta(const Request& request, Verdict& verdict) {
    constexpr double kEnd = 0.1;  // [s]
    const ThetaPlan plan{kScene, kEnd, kEvery, kPaperSteps, kPublished};
    const ThetaPair pair(plan, request, verdict);
    const ThetaRun &smooth = pair.smooth, &rough = pair.rough;
    verdict.at_least(rough.name() + ": part of the balls slower than g h at the end", part_at_rest(rough.simulation()),
                     0.9);
    verdict.at_least("theta: height of the centre of mass at the end with friction, of that without",
                     height(rough) / height(smooth), 1);
    draw_theta(smooth, rough, request.folder);
}

}  // namespace

void sedimentation(const Request& request, Verdict& verdict) {
    settle_by_maury(request, verdict);
    settle_by_theta(request, verdict);
    note_comparison(verdict);
}

}  // namespace galet::validation
