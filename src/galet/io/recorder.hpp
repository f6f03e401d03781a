// Writes the result of a run into its folder while the simulation goes on: what, when, and in which order, so that at
// any moment a kill leaves a checkpoint and files that go together.
#pragma once

#include <memory>
#include <string>

#include "galet/io/checkpoint.hpp"
#include "galet/io/crowd_log.hpp"
#include "galet/io/history.hpp"
#include "galet/io/result_folder.hpp"
#include "galet/io/summary.hpp"
#include "galet/io/trajectory_writer.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet {

class Recorder {
  public:
    /// A new result: writes the scene as run, the first frame and a checkpoint of the start.
    Recorder(ResultFolder folder, const Simulation& simulation, const std::string& scene_text);

    /// Goes on with a result from a checkpoint, dropping what was written after it.
    Recorder(ResultFolder folder, const Simulation& simulation, const OutputPosition& position);

    /// After each step: the row of the history, and where they are due the frame and the checkpoint.
    void record();

    /// At the end, whatever it is: checkpoint, final state, XDMF and summary.
    void finish(const Summary& summary);

    const ResultFiles& files() const { return folder_.files(); }

  private:
    void open_crowd_logs(const OutputPosition* position);
    void write_frame();
    void sync();
    void checkpoint();

    ResultFolder folder_;
    const Simulation& simulation_;
    std::string scene_text_;  ///< of scene.toml
    HistoryWriter history_;
    TrajectoryWriter trajectory_;
    std::optional<FlowLog> flow_;
    std::optional<FieldLog> fields_;
    std::int64_t last_checkpoint_ = -1;  ///< step of the last one written here
};

/// scene.toml of a result: the scene with its defaults, and the command it was run by.
std::string recorded_scene(const std::string& resolved, const std::string& command);

}  // namespace galet
