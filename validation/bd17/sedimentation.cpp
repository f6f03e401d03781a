// Sedimentation of 500 balls in a box (BD17 5.2, table 2, fig. 2).
//
// Radii 0.25 to 0.5 mm, 1000 steps of 5e-5 s, epsilon_glob = 1e-7. Not given, and chosen here: three dimensions,
// density 2500 kg/m3, no restitution, a box 8.4 mm wide, and balls that start from a jittered lattice and come to rest
// within the 0.05 s. Every 20th step is solved again by all local solvers from no impulses (comparison.hpp).
#include <fmt/format.h>

#include "figures/picture.hpp"
#include "validation/bd17/bd17.hpp"
#include "validation/bd17/comparison.hpp"
#include "validation/follow.hpp"

namespace galet::validation {
namespace {

constexpr std::int64_t kEvery = 20;                             ///< steps
constexpr std::int64_t kEveryByRho = 200;                       ///< steps
constexpr double kPublishedTotal[] = {1.96, 1.92, 1.06, 1.10};  ///< sbp, sal, ebp, eal: seconds over those of pdas

constexpr const char* kScene = R"(
simulation = { dimension = 3, step = 5e-5, end = 0.05 }
solver = { method = "nlgs", local = "pdas", criterion = "epsilon-glob", epsilon = 1e-7 }
obstacles = [{ shape = "box", min = [0.0, 0.0, 0.0], max = [0.0084, 0.0084, 0.02] }]
forces = [{ type = "gravity", acceleration = [0.0, 0.0, -9.81] }]
[[bodies]]
count = 500
radius = { uniform = [0.00025, 0.0005] }
density = 2500.0
placement = { lattice = { min = [0.0, 0.0, 0.0], counts = [8, 8, 8], spacing = 0.00105, jitter = 0.9 } }
)";

struct Frame {
    std::int64_t step;
    double time;
    std::vector<double> position, speed;
};

void draw(const Simulation& simulation, const std::vector<Frame>& frames, const std::filesystem::path& png) {
    std::vector<figures::Snapshot> states;
    for (const Frame& frame : frames) {
        states.push_back({3, frame.position, simulation.world().bodies.radius, frame.speed, nullptr, nullptr,
                          figures::time_caption(frame.time, frame.step)});
    }
    figures::PictureStyle style;
    style.title = "500 balls settle in a box (BD17, fig. 2)";
    style.quantity = "speed [m/s]";
    figures::write_contact_sheet(states, 2, style, png);
}

}  // namespace

void sedimentation(const Request& request, Verdict& verdict) {
    Scene scene = parse_scene(kScene, "sedimentation", ".", {});
    Simulation simulation(std::move(scene.world), scene.settings);
    Comparison comparison({std::begin(kPublishedTotal), std::end(kPublishedTotal)});
    std::vector<ContactProblem> some;
    std::vector<Frame> frames;
    follow(simulation, request, [&](const Simulation& now) {
        const std::int64_t step = now.world().step;
        if (step == 0 || now.finished()) {
            frames.push_back({step, now.world().time, now.world().bodies.position, speeds(now.world().bodies)});
        }
        if (step == 0 || step % kEvery != 0 || now.problem().contacts() == 0) return;
        comparison.add(now.problem());
        if (step % kEveryByRho == 0) some.push_back(now.problem());
    });
    verdict.near("balls", simulation.world().bodies.size(), 500, 0);
    verdict.at_least("smallest distance of all steps", simulation.totals().smallest_distance, 0, "m");
    comparison.judge("table 2", verdict);
    draw_work_by_rho(some, kPublishedTotal[0], "Sedimentation (BD17, table 2)", request.folder / "rho.png", verdict);
    draw(simulation, frames, request.folder / "figure.png");
}

}  // namespace galet::validation
