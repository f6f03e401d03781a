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
        constexpr Clearance kClearance{1e-6, 1e-6, 0};
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

/// Packings of one size, a million bodies in all. In a simulation other work comes between two detections; a small
/// packing repeated alone would find its data, and its branches, as it left them.
class DetectionCases {
  public:
    explicit DetectionCases(Index count) : count_(count) {
        constexpr Index kBodies = 1000000;
        for (Index k = 0; k < kBodies / count; ++k) cases_.push_back(std::make_unique<DetectionCase>(count, k + 1));
    }

    void measure() {
        const Timer timer;
        for (const auto& each : cases_) each->detect_and_assemble();
        best_ = std::min(best_, timer.seconds() / (static_cast<double>(count_) * static_cast<double>(cases_.size())));
    }

    Index count() const { return count_; }
    double best() const { return best_; }  ///< seconds a body

  private:
    Index count_;
    std::vector<std::unique_ptr<DetectionCase>> cases_;
    double best_ = 1e300;
};

}  // namespace

nlohmann::json bench_detection(const BenchOptions& options) {
    // Sizes take turns and the best of several rounds counts: other work on the machine can only slow it down, and it
    // comes and goes within seconds.
    constexpr int kRounds = 12;
    set_thread_count(1);
    std::vector<DetectionCases> sizes;
    for (const Index count : {10000, 100000, 1000000}) {
        if (options.wants(count)) sizes.emplace_back(count);
    }
    for (int round = 0; round < kRounds; ++round) {
        for (DetectionCases& size : sizes) size.measure();
    }
    nlohmann::json rows = nlohmann::json::array();
    fmt::print(stderr, "detection with assembly, 3D, one thread\n");
    for (const DetectionCases& size : sizes) {
        const double ratio = size.best() / sizes.front().best();
        rows.push_back({{"bodies", size.count()}, {"ns_per_body", size.best() * 1e9}, {"ratio_to_first", ratio}});
        fmt::print(stderr, "  {:>8} bodies  {:6.0f} ns a body  ratio {:.2f}\n", size.count(), size.best() * 1e9, ratio);
    }
    return rows;
}

}  // namespace galet::app
