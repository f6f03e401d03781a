#include "galet/io/recorder.hpp"

#include <fmt/format.h>

#include "galet/core/version.hpp"
#include "galet/io/final_state.hpp"
#include "galet/io/xdmf.hpp"

namespace galet {
namespace {

HistoryColumns history_columns(const Simulation& simulation) {
    return {simulation.settings().dimension, simulation.world().bodies.rotate()};
}

TrajectoryContents trajectory_contents(const Simulation& simulation) {
    const Bodies& bodies = simulation.world().bodies;
    return {bodies.dimension, bodies.size(), bodies.rotate(), simulation.crowd(), bodies.groups};
}

}  // namespace

Recorder::Recorder(ResultFolder folder, const Simulation& simulation, const std::string& scene_text)
    : folder_(std::move(folder)),
      simulation_(simulation),
      history_(files().history(), history_columns(simulation)),
      trajectory_(files().trajectory(), trajectory_contents(simulation)) {
    open_crowd_logs(nullptr);
    scene_text_ = scene_text;
    write_atomically(files().scene(), scene_text_);
    write_frame();
    checkpoint();
}

Recorder::Recorder(ResultFolder folder, const Simulation& simulation, const OutputPosition& position)
    : folder_(std::move(folder)),
      simulation_(simulation),
      history_(files().history(), history_columns(simulation), position.history_bytes),
      trajectory_(TrajectoryWriter::reopen(files().trajectory(), position.frames)) {
    open_crowd_logs(&position);
    scene_text_ = read_text(files().scene());
}

void Recorder::open_crowd_logs(const OutputPosition* position) {
    using Bytes = std::optional<std::uint64_t>;
    if (!simulation_.world().exits.empty())
        flow_.emplace(files().flow(), position ? Bytes(position->flow_bytes) : Bytes());
    if (simulation_.crowd() && simulation_.settings().dimension == 2)
        fields_.emplace(files().fields(), position ? Bytes(position->fields_bytes) : Bytes());
}

void Recorder::record() {
    history_.append(simulation_.row());
    if (flow_) flow_->append(simulation_.world(), simulation_.settings().step);
    const Settings& settings = simulation_.settings();
    const std::int64_t step = simulation_.world().step;
    if (step % settings.every == 0 || simulation_.finished()) write_frame();
    if (step % settings.checkpoint_every == 0) checkpoint();
}

void Recorder::write_frame() {
    trajectory_.append(simulation_.world().step, simulation_.world().time, simulation_.world().bodies,
                       simulation_.contacts(), simulation_.pressure());
    if (fields_) fields_->append(simulation_);
}

/// Rows and frames that a checkpoint counts on must not be lost with the machine's power, nor by a hand that tidies up.
void Recorder::sync() {
    folder_.hold();
    if (!std::filesystem::exists(files().scene())) write_atomically(files().scene(), scene_text_);
    history_.sync();
    trajectory_.sync();
    if (flow_) flow_->sync();
    if (fields_) fields_->sync();
}

void Recorder::checkpoint() {
    sync();
    write_checkpoint(
        files(), simulation_.state(),
        {history_.bytes(), trajectory_.frames(), flow_ ? flow_->bytes() : 0, fields_ ? fields_->bytes() : 0});
    last_checkpoint_ = simulation_.world().step;
}

void Recorder::finish(const Summary& summary) {
    if (last_checkpoint_ != simulation_.world().step)
        checkpoint();
    else
        sync();
    trajectory_.close();
    write_final_csv(files().final_state(), simulation_.world().bodies);
    write_xdmf(files().folder);
    write_summary(files().summary(), summary);
}

std::string recorded_scene(const std::string& resolved, const std::string& command) {
    return fmt::format("# As run by galet {}: {}\n# All defaults are written out.\n{}", kVersion, command, resolved);
}

}  // namespace galet
