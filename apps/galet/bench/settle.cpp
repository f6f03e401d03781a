// One second of N spheres settling in a box: the scene that other systems were measured on. Spheres of 4 to 6 mm,
// density 2500 kg/m3, frictionless and inelastic, floor and four walls, open above; certified 1e-3, no overlap in any
// step.
#include <fmt/core.h>

#include <algorithm>
#include <ctime>

#include "bench/benchmarks.hpp"
#include "bench/problem_set.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {
namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

nlohmann::json settle(Index bodies, double step) {
    Scene scene = settling_scene(bodies, step, 1.0);
    Simulation simulation(std::move(scene.world), scene.settings);
    double smallest = 1e300, bound = 0;
    std::int64_t passes = 0;
    const double start = cpu_seconds();
    while (!simulation.finished() && simulation.step()) {
        smallest = std::min(smallest, simulation.row().min_distance);
        bound = std::max(bound, simulation.row().error_bound);
        passes += simulation.report().passes;
    }
    const double seconds = cpu_seconds() - start;
    fmt::print(stderr,
               "  {:>6} spheres, h = {:.3f} s: {:7.2f} CPU s, {} passes, smallest distance {:.1e} m, bound {:.1e}{}\n",
               bodies, step, seconds, passes, smallest, bound, simulation.finished() ? "" : "  STOPPED EARLY");
    return {
        {"bodies", bodies},           {"step_s", step},       {"cpu_seconds", seconds},           {"passes", passes},
        {"min_distance_m", smallest}, {"error_bound", bound}, {"finished", simulation.finished()}};
}

}  // namespace

nlohmann::json bench_settle(const BenchOptions& options) {
    set_thread_count(1);
    fmt::print(stderr, "one second of settling, one thread\n");
    nlohmann::json rows = nlohmann::json::array();
    constexpr double kStep = 0.005;
    for (const Index bodies : {1000, 10000}) {
        if (options.wants(bodies)) rows.push_back(settle(bodies, kStep));
    }
    return rows;
}

}  // namespace galet::app
