// A simulation as Python holds it: what is stepped, its scene, the Python code it calls, the views of its state and,
// during a recorded run, the recorder.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "body_views.hpp"
#include "callables.hpp"
#include "galet/io/recorder.hpp"
#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::python {

class Running : public std::enable_shared_from_this<Running> {
  public:
    /// `code`: what no text can hold, as galet/scene.py collects it.
    static std::shared_ptr<Running> parse(const std::string& text, const std::string& name, const py::dict& code);
    static std::shared_ptr<Running> of(Scene scene);

    /// From the last checkpoint of a result, which is recorded on.
    static std::shared_ptr<Running> resume(const std::filesystem::path& folder);

    /// Takes one step, and records it where a record is kept. Throws StepError where it is not taken. What code of the
    /// user's raises comes out again; the state is then that before the step.
    void step();

    void extend(const std::string& text, const py::dict& code);

    /// Puts bodies elsewhere: they must not overlap.
    void move_bodies(const Numbers& position);

    void record(const std::filesystem::path& folder, bool force, const std::string& command);
    bool recording() const { return recorder_.has_value(); }
    void finish_record(RunEnd end);

    py::array view(Field field);
    const Simulation& simulation() const { return *simulation_; }
    void set_end(double end);
    const Scene& scene() const { return scene_; }
    Callables& callables() { return callables_; }
    const std::vector<HistoryRow>& rows() const { return rows_; }

    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

  private:
    Running() = default;

    /// Refuses calls from within a step: of a force, or of another thread.
    class Turn;

    SceneCode code_of(const py::dict& code);
    void begin(Scene scene);
    void take_step();
    Bodies& bodies() { return const_cast<Bodies&>(simulation_->world().bodies); }  // to look at, and for velocities

    Callables callables_;
    Scene scene_;  ///< its world is in the simulation
    std::unique_ptr<Simulation> simulation_;
    std::optional<Recorder> recorder_;
    BodyViews views_;
    std::vector<HistoryRow> rows_;
    bool busy_ = false;
    bool writable_ = false;  ///< whether somebody may write velocities
};

}  // namespace galet::python
