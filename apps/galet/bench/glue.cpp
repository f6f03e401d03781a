// Gluey grains against the same dry ones: ten thousand discs that fall into a box and settle.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "bench/benchmarks.hpp"
#include "galet/core/timer.hpp"
#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {
namespace {

/// Steps while the grains fall and pile up, and further ones at rest.
constexpr int kFalling = 115, kSettled = 30;

struct StepSeconds {
    double falling = 0, settled = 0;  ///< mean wall-clock seconds of a step

    double all() const { return (kFalling * falling + kSettled * settled) / (kFalling + kSettled); }
};

StepSeconds measure(const std::string& law) {
    Scene scene = load_scene("gluey-suspension", {{"contact.law", "\"" + law + "\""},
                                                  {"bodies.0.count", "10000"},
                                                  {"bodies.0.placement.lattice.counts", "[125, 80]"},
                                                  {"obstacles.0.max", "[5.04, 4.0]"}});
    Simulation simulation(std::move(scene.world), scene.settings);
    const auto mean_of = [&](int steps) {
        const Timer timer;
        for (int n = 0; n < steps && simulation.step(); ++n) continue;
        return timer.seconds() / steps;
    };
    StepSeconds seconds;
    seconds.falling = mean_of(kFalling);
    seconds.settled = mean_of(kSettled);
    return seconds;
}

}  // namespace

nlohmann::json bench_glue(const BenchOptions& /*options*/) {
    fmt::print(stderr, "example gluey-suspension with 10,000 discs, seconds a step: {} steps of falling, {} at rest\n",
               kFalling, kSettled);
    // Alternating, the best of two each: the machine's mood changes within minutes.
    StepSeconds dry{1e300, 1e300}, gluey = dry;
    for (int repeat = 0; repeat < 2; ++repeat) {
        for (const auto& [law, best] : {std::pair("inelastic", &dry), std::pair("gluey", &gluey)}) {
            const StepSeconds now = measure(law);
            best->falling = std::min(best->falling, now.falling);
            best->settled = std::min(best->settled, now.settled);
        }
    }
    const double falling = gluey.falling / dry.falling, settled = gluey.settled / dry.settled;
    const double all = gluey.all() / dry.all();
    fmt::print(stderr, "  falling: dry {:.3f} s, gluey {:.3f} s, ratio {:.2f}\n", dry.falling, gluey.falling, falling);
    fmt::print(stderr, "  at rest: dry {:.3f} s, gluey {:.3f} s, ratio {:.2f}\n", dry.settled, gluey.settled, settled);
    fmt::print(stderr, "  all:     dry {:.3f} s, gluey {:.3f} s, ratio {:.2f}\n", dry.all(), gluey.all(), all);
    return {{"bodies", 10000}, {"ratio_falling", falling}, {"ratio_settled", settled}, {"ratio_all", all}};
}

}  // namespace galet::app
