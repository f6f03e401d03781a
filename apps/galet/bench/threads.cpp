// One thread against all.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <thread>

#include "bench/benchmarks.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {
namespace {

/// Wall-clock seconds of the first steps of an example.
double example_seconds(const std::string& name, int steps, int threads) {
    set_thread_count(threads);
    Scene scene = load_scene(name);
    Simulation simulation(std::move(scene.world), scene.settings);
    const Timer timer;
    for (int n = 0; n < steps && simulation.step(); ++n) continue;
    return timer.seconds();
}

}  // namespace

nlohmann::json bench_threads(const BenchOptions& /*options*/) {
    constexpr int kSteps = 100;
    const int many = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    fmt::print(stderr, "example fifty-thousand, first {} steps\n", kSteps);
    // Alternating, the best of two each: the machine's mood changes within minutes.
    double one = 1e300, all = 1e300;
    for (int repeat = 0; repeat < 2; ++repeat) {
        one = std::min(one, example_seconds("fifty-thousand", kSteps, 1));
        all = std::min(all, example_seconds("fifty-thousand", kSteps, many));
    }
    fmt::print(stderr, "  1 thread {:.1f} s, {} threads {:.1f} s, ratio {:.2f}\n", one, many, all, one / all);
    return {{"example", "fifty-thousand"}, {"steps", kSteps}, {"threads", many}, {"ratio", one / all}};
}

}  // namespace galet::app
