// What the machine and the program can do, as ratios measured in one run.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "commands/commands.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/random.hpp"
#include "galet/core/timer.hpp"
#include "galet/detection/contact_search.hpp"
#include "galet/geometry/mass.hpp"
#include "galet/problem/contact_operator.hpp"
#include "galet/scene/scene.hpp"
#include "galet/schemes/assembly.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {
namespace {

/// Spheres on a jittered lattice whose surfaces are about as near as in a loose packing; ids in random order of space
/// would be an artefact, so they follow the lattice as in a scene.
Bodies packed_spheres(Index count, std::uint64_t seed) {
    constexpr double kPitch = 2.02;  // diameters of the mean sphere: some six neighbours are near
    RandomStream random(seed, 1);
    Bodies bodies;
    bodies.dimension = 3;
    const Index side = static_cast<Index>(std::ceil(std::cbrt(static_cast<double>(count))));
    for (Index i = 0; i < count; ++i) {
        const Index cell[3] = {i % side, i / side % side, i / side / side};
        const double radius = random.uniform(0.9, 1.0);
        const double room = 0.5 * kPitch - radius;
        for (const Index c : cell) {
            bodies.position.push_back(kPitch * c + random.uniform(-room, room));
            bodies.velocity.push_back(random.uniform(-1, 1));
        }
        bodies.radius.push_back(radius);
        bodies.mass.push_back(sphere_mass(1, radius));
    }
    return bodies;
}

/// A packing with all that a simulation keeps from step to step.
class DetectionCase {
  public:
    DetectionCase(Index count, std::uint64_t seed) : bodies_(packed_spheres(count, seed)), search_(bodies_, none_) {}
    DetectionCase(const DetectionCase&) = delete;
    DetectionCase& operator=(const DetectionCase&) = delete;

    /// Finds the contacts and writes them as the operator of a problem.
    void detect_and_assemble() {
        constexpr double kStep = 1e-3;
        constexpr Clearance kClearance{1e-6, 1e-6};
        search_.find_likely(Motion{bodies_.velocity, kStep, kClearance}, contacts_);
        const FreeMotion motion{bodies_.mass, {}, bodies_.velocity, kStep};
        assembly_.assemble(contacts_, search_.body_order(), motion, kClearance, problem_);
        op_.assign(problem_, RowScaling::unit_diagonal);
    }

  private:
    Bodies bodies_;
    Obstacles none_;
    ContactSearch search_;
    ContactSet contacts_;
    Assembly assembly_;
    ContactProblem problem_;
    ContactOperator op_;
};

/// Seconds a body takes: best of what fits into some seconds, since other work on the machine can only slow it down.
/// Every size handles `kBodies` bodies in one go, packing after packing. In a simulation other work comes between two
/// detections; a small packing repeated alone would find its data, and its branches, as it left them.
double detection_seconds(Index count) {
    constexpr Index kBodies = 1000000;
    constexpr double kSeconds = 4;
    std::vector<std::unique_ptr<DetectionCase>> cases;
    for (Index k = 0; k < kBodies / count; ++k) cases.push_back(std::make_unique<DetectionCase>(count, k + 1));
    double best = 1e300;
    for (const Timer all; all.seconds() < kSeconds;) {
        const Timer timer;
        for (const auto& each : cases) each->detect_and_assemble();
        best = std::min(best, timer.seconds());
    }
    return best / (static_cast<double>(count) * static_cast<double>(cases.size()));
}

/// Wall-clock seconds of the first steps of an example.
double example_seconds(const std::string& name, int steps, int threads) {
    set_thread_count(threads);
    Scene scene = load_scene(name);
    Simulation simulation(std::move(scene.world), scene.settings);
    const Timer timer;
    for (int n = 0; n < steps && simulation.step(); ++n) continue;
    return timer.seconds();
}

nlohmann::json detection_scaling() {
    set_thread_count(1);
    nlohmann::json rows = nlohmann::json::array();
    fmt::print(stderr, "detection with assembly, 3D, one thread\n");
    double first = 0;
    for (const Index count : {10000, 30000, 100000, 300000, 1000000}) {
        const double seconds = detection_seconds(count);
        if (first == 0) first = seconds;
        rows.push_back({{"bodies", count}, {"ns_per_body", seconds * 1e9}, {"ratio_to_first", seconds / first}});
        fmt::print(stderr, "  {:>8} bodies  {:6.0f} ns a body  ratio {:.2f}\n", count, seconds * 1e9, seconds / first);
    }
    return rows;
}

nlohmann::json thread_scaling() {
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

}  // namespace

void add_bench(CLI::App& app, int& status) {
    using Benchmark = nlohmann::json (*)();
    static const std::vector<std::pair<std::string, Benchmark>> kBenchmarks = {{"detection", detection_scaling},
                                                                               {"threads", thread_scaling}};
    auto* command = app.add_subcommand("bench", "Measure: detection by size, speed by threads");
    auto names = std::make_shared<std::vector<std::string>>();
    auto json = std::make_shared<bool>(false);
    std::vector<std::string> known;
    for (const auto& benchmark : kBenchmarks) known.push_back(benchmark.first);
    command->add_option("NAME", *names, "Which benchmarks; all when none is named")->check(CLI::IsMember(known));
    command->add_flag("--json", *json, "Print one JSON object on standard output");
    command->callback([names, json, &status] {
        nlohmann::json result;
        for (const auto& [name, measure] : kBenchmarks) {
            if (names->empty() || std::count(names->begin(), names->end(), name) > 0) result[name] = measure();
        }
        if (*json) fmt::print("{}\n", result.dump(2));
        status = 0;
    });
}

}  // namespace galet::app
