// Friction: `auto` against `nlgs` on the problems of spheres that pile up in a box, each certified as in a run, to the
// same residual for distances that differ by no more than the scene allows.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/benchmarks.hpp"
#include "galet/core/timer.hpp"
#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {
namespace {

constexpr double kResidual = 1e-6;
constexpr std::int64_t kMostSweeps = 100000;

/// Steps after which problems are taken, of 1,000 spheres (1 s is 333 steps).
const std::vector<int> kAfter = {30, 45, 60, 90, 150};

Scene spheres(Index count) {
    // As high for its width as 1,000 of them are.
    const double side = 0.1 * std::cbrt(count / 1000.0);
    return load_scene("rough-settling",
                      {{"bodies.0.count", std::to_string(count)},
                       {"bodies.0.placement.box.max", fmt::format("[{0}, {0}, {1}]", side, 2.8 * side)},
                       {"obstacles.0.max", fmt::format("[{0}, {0}, {1}]", side, 10 * side)}});
}

struct Cost {
    double seconds = 0;
    std::int64_t iterations = 0;
    double residual = 0;
    bool solved = false;
};

Cost solve(const ContactProblem& problem, const std::string& method) {
    SolverSettings settings;
    settings.method = method;
    Limits limits;
    limits.error_bound = kResidual;
    limits.violation = problem.leeway;
    limits.max_iterations = kMostSweeps;
    Solution solution;
    solution.force.assign(problem.first.size(), 0.0);
    solution.tangential.assign(problem.normal.size(), 0.0);
    const auto solver = make_solver(settings, true);
    const Timer timer;
    solver->solve(problem, limits, solution);
    return {timer.seconds(), solution.iterations, solution.measure.residual, solution.status == Status::converged};
}

}  // namespace

nlohmann::json bench_friction(const BenchOptions& options) {
    nlohmann::json rows = nlohmann::json::array();
    fmt::print(
        stderr,
        "spheres with friction 0.3 that pile up, one problem from no forces to a residual of {} within the leeway\n",
        kResidual);
    fmt::print(stderr, "  {:>7} {:>5} {:>9} {:>22} {:>22} {:>6}\n", "bodies", "step", "contacts", "auto", "nlgs",
               "ratio");
    for (const Index count : {Index{1000}, Index{10000}}) {
        if (!options.wants(count)) continue;
        Scene scene = spheres(count);
        Simulation simulation(std::move(scene.world), scene.settings);
        for (const int after : kAfter) {
            while (simulation.row().step < after && simulation.step()) continue;
            const ContactProblem problem = simulation.problem();
            const Cost fast = solve(problem, "auto"), sweeps = solve(problem, "nlgs");
            const auto text = [](const Cost& cost) {
                return fmt::format("{} it, {:.3f} s{}", cost.iterations, cost.seconds,
                                   cost.solved ? "" : fmt::format(", only {:.0e}", cost.residual));
            };
            fmt::print(stderr, "  {:>7} {:>5} {:>9} {:>22} {:>22} {:>6.1f}\n", count, simulation.row().step,
                       problem.contacts(), text(fast), text(sweeps), sweeps.seconds / fast.seconds);
            rows.push_back({{"bodies", count},
                            {"step", simulation.row().step},
                            {"contacts", problem.contacts()},
                            {"auto_seconds", fast.seconds},
                            {"auto_residual", fast.residual},
                            {"auto_solved", fast.solved},
                            {"nlgs_seconds", sweeps.seconds},
                            {"nlgs_residual", sweeps.residual},
                            {"nlgs_solved", sweeps.solved},
                            {"ratio", sweeps.seconds / fast.seconds}});
        }
    }
    return rows;
}

}  // namespace galet::app
