// Detection with assembly, by number of bodies.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/benchmarks.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/random.hpp"
#include "galet/core/timer.hpp"
#include "galet/detection/contact_search.hpp"
#include "galet/geometry/mass.hpp"
#include "galet/problem/contact_operator.hpp"
#include "galet/schemes/assembly.hpp"

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

}  // namespace

nlohmann::json bench_detection() {
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

}  // namespace galet::app
