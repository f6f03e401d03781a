// One second of N spheres settling in a box: the scene that other systems were measured on. Spheres of 4 to 6 mm,
// density 2500 kg/m3, frictionless and inelastic, with velocities up to 0.1 m/s; floor and four walls, open above;
// certified 1e-3, no overlap in any step. Spheres are kept apart by a thousandth of the smallest radius, and may
// violate that by a tenth of it. Beside it LAMMPS, where it is installed.
#include <fmt/core.h>

#include <algorithm>
#include <ctime>

#include "bench/benchmarks.hpp"
#include "bench/lammps.hpp"
#include "bench/problem_set.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/random.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {
namespace {

constexpr double kStep = 0.005;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Scene starting_scene(Index bodies) {
    constexpr std::uint64_t kSeed = 1, kStream = 7;
    constexpr double kFastest = 0.1;  // [m/s], by component
    Scene scene = settling_scene(bodies, kStep, 1.0);
    std::vector<double>& velocity = scene.world.bodies.velocity;
    for (std::size_t k = 0; k < velocity.size(); ++k) {
        velocity[k] = kFastest * (2 * uniform_draw(kSeed, kStream, k) - 1);
    }
    return scene;
}

nlohmann::json settle(Scene scene) {
    const Index bodies = scene.world.bodies.size();
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
    fmt::print(
        stderr,
        "  {:>6} spheres, galet, h = {:.3f} s: {:7.2f} CPU s, {} passes, smallest distance {:.1e} m, bound {:.1e}{}\n",
        bodies, kStep, seconds, passes, smallest, bound, simulation.finished() ? "" : "  STOPPED EARLY");
    return {
        {"bodies", bodies},           {"step_s", kStep},      {"cpu_seconds", seconds},           {"passes", passes},
        {"min_distance_m", smallest}, {"error_bound", bound}, {"finished", simulation.finished()}};
}

void add_lammps(const Scene& scene, nlohmann::json& row) {
    const Bodies& bodies = scene.world.bodies;
    const LammpsSettings settings;
    const auto other = settle_with_lammps(bodies, settling_side(bodies.size()), settings, "out/bench-lammps");
    if (!other) {
        fmt::print(stderr, "  {:>6} spheres, LAMMPS failed: out/bench-lammps/log.txt\n", bodies.size());
        return;
    }
    const double ratio = other->cpu_seconds / row["cpu_seconds"].get<double>();
    fmt::print(stderr,
               "  {:>6} spheres, LAMMPS, E = {:.0e} Pa, dt = {:.0e} s: {:7.2f} CPU s, overlap {:.1f}%; ratio {:.2f}\n",
               bodies.size(), settings.young, settings.step, other->cpu_seconds, 100 * other->overlap, ratio);
    row["lammps"] = {{"young_Pa", settings.young},
                     {"step_s", settings.step},
                     {"cpu_seconds", other->cpu_seconds},
                     {"overlap_of_mean_radius", other->overlap},
                     {"ratio_to_galet", ratio}};
}

}  // namespace

nlohmann::json bench_settle(const BenchOptions& options) {
    set_thread_count(1);
    const bool compare = has_lammps();
    fmt::print(stderr, "one second of settling, one thread{}\n", compare ? "" : " (LAMMPS is not installed)");
    nlohmann::json rows = nlohmann::json::array();
    for (const Index bodies : {1000, 10000}) {
        if (!options.wants(bodies)) continue;
        const Scene scene = starting_scene(bodies);
        rows.push_back(settle(starting_scene(bodies)));
        if (compare) add_lammps(scene, rows.back());
    }
    return rows;
}

}  // namespace galet::app
