// Frames of a result as pictures need them, read one at a time.
#pragma once

#include "figures/field_map.hpp"
#include "figures/picture.hpp"
#include "galet/io/result_folder.hpp"
#include "galet/scene/scene.hpp"
#include "render/options.hpp"
#include "show/body_values.hpp"

namespace galet::app {

/// One frame with all that its picture refers to.
class ShownFrame {
  public:
    figures::Snapshot snapshot() const;
    std::int64_t step() const { return frame_.step; }

  private:
    friend class FrameSource;
    Frame frame_;
    std::vector<double> values_;
    Obstacles obstacles_;
    figures::FieldMap map_;
    bool contacts_ = false, rotation_ = false, field_ = false;
};

class FrameSource {
  public:
    /// Opens the result and checks the options against it. FileError: not a result, or one that cannot be read;
    /// InputError: no bodies to show, or options that do not fit.
    explicit FrameSource(const RenderOptions& options);

    const TrajectoryReader& trajectory() const { return trajectory_; }
    const Stage& stage() const { return stage_; }
    std::filesystem::path folder() const { return files_.folder; }

    /// As asked for; what frames share is still open where it was not given.
    const figures::PictureStyle& style() const { return style_; }
    figures::SheetShape shape(int panels, int columns) const;
    figures::DrawState drawing() const;

    /// `surveyed`: to find view and colours, for which bodies count that are clipped away, but not those that have gone
    /// far from where they started and from the obstacles that have an end: grains that have run out of a hopper fall
    /// for ever, and a view that held them all would show nothing.
    ShownFrame read(std::int64_t frame, bool surveyed) const;

    /// The style with what the surveyed frames share.
    figures::PictureStyle completed(const figures::Survey& survey) const;

  private:
    void check_result() const;
    FrameParts parts() const;
    figures::PictureStyle asked_style() const;
    std::vector<ClipPlane> home() const;

    RenderOptions options_;
    ResultFiles files_;
    TrajectoryReader trajectory_;
    Stage stage_;
    std::optional<BodyValue> colour_;
    std::vector<ClipPlane> clip_, home_;
    double cell_ = 0;  ///< edge of the cells of a field [m]
    figures::PictureStyle style_;
};

}  // namespace galet::app
