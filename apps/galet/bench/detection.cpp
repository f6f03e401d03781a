// Detection with assembly, by number of bodies.
#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "bench/benchmarks.hpp"
#include "bench/packed_spheres.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/timer.hpp"
#include "galet/detection/contact_search.hpp"
#include "galet/problem/contact_operator.hpp"
#include "galet/schemes/assembly.hpp"

namespace galet::app {
namespace {

/// A packing with all that a simulation keeps from step to step.
class DetectionCase {
  public:
    /// Lattice pitch over the largest radius: about one neighbour a sphere is near.
    static constexpr double kPitch = 2.02;

    DetectionCase(Index count, std::uint64_t seed)
        : bodies_(packed_spheres(count, kPitch, seed)), search_(bodies_, none_) {}
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

nlohmann::json bench_detection(const BenchOptions& options) {
    set_thread_count(1);
    nlohmann::json rows = nlohmann::json::array();
    fmt::print(stderr, "detection with assembly, 3D, one thread\n");
    double first = 0;
    for (const Index count : {10000, 30000, 100000, 300000, 1000000}) {
        if (!options.wants(count)) continue;
        const double seconds = detection_seconds(count);
        if (first == 0) first = seconds;
        rows.push_back({{"bodies", count}, {"ns_per_body", seconds * 1e9}, {"ratio_to_first", seconds / first}});
        fmt::print(stderr, "  {:>8} bodies  {:6.0f} ns a body  ratio {:.2f}\n", count, seconds * 1e9, seconds / first);
    }
    return rows;
}

}  // namespace galet::app
