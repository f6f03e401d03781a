// The result of a sweeping process: scene.toml, history.csv with one row for the start and one a step, summary.json.
//
// Numbers are the shortest that read back to the same double; one that is not finite is refused, never written.
#pragma once

#include <cstdint>
#include <string>

#include "galet/io/result_folder.hpp"
#include "galet/io/summary.hpp"
#include "galet/sweeping/sweep.hpp"

namespace galet {

/// Totals of a run. Lengths are in the unit of the scene.
struct SweepingSummary {
    std::string scene, title, method;
    RunEnd end = RunEnd::finished;
    std::string reason;  ///< why it was stopped
    std::int64_t steps = 0;
    double time = 0, seconds = 0;   ///< [s], [s of wall clock]
    sweeping::Vector start, point;  ///< u at the start and at the end
    double worst_distance = 0;      ///< of u to C(t), over all nodes
    double path = 0, jumps = 0;     ///< length of the way, and of its jumps
    std::int64_t projections = 0, events = 0;
};

class SweepingRecorder {
  public:
    /// `coordinates` name the columns u_x, u_y, ...
    SweepingRecorder(ResultFolder folder, const std::string& scene_text, const std::vector<std::string>& coordinates);

    /// Writes a row and adds it to the totals. Throws std::domain_error where a number is not finite.
    void record(const sweeping::Sweep& sweep, SweepingSummary& totals);
    void finish(const SweepingSummary& summary);

    const ResultFiles& files() const { return folder_.files(); }

  private:
    ResultFolder folder_;
    OutputFile history_;
};

}  // namespace galet
