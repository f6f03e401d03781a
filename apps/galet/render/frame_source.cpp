#include "render/frame_source.hpp"

#include <fmt/core.h>

#include "figures/sheet.hpp"
#include "galet/core/error.hpp"
#include "render/clip.hpp"
#include "show/bodies_result.hpp"

namespace galet::app {
namespace {

constexpr double kSigned = 1e-9;    ///< smallest ratio of both sides of 0 for colours that tell them apart
constexpr double kFollowed = 0.25;  ///< of the start's extent: so far bodies are followed that leave the obstacles
constexpr int kPictureWidth = 1600, kFilmWidth = 1280;  ///< [pixel]

Bodies bodies_of(const Frame& frame) {
    Bodies bodies;
    bodies.dimension = frame.dimension;
    bodies.position = frame.position;
    bodies.velocity = frame.velocity;
    bodies.radius = frame.radius;
    return bodies;
}

figures::CrowdField field_of(const std::string& name) {
    return name == "density" ? figures::CrowdField::density : figures::CrowdField::pressure;
}

std::vector<std::string> names_of(const std::vector<Group>& groups) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < groups.size(); ++k)
        names.push_back(groups[k].name.empty() ? fmt::format("bodies {}", k) : groups[k].name);
    return names;
}

/// Obstacles that have an end.
Obstacles finite(const Obstacles& all) {
    Obstacles some;
    for (const ObstacleShape& shape : all.shapes)
        if (!std::holds_alternative<HalfSpace>(shape) && !std::holds_alternative<UserWall>(shape))
            some.shapes.push_back(shape);
    return some;
}

figures::View enlarged(figures::View box, double part) {
    double extent = 0;
    for (int k = 0; k < 3; ++k) extent = std::max(extent, box.max[k] - box.min[k]);
    for (int k = 0; k < 3; ++k) box.min[k] -= part * extent, box.max[k] += part * extent;
    return box;
}

std::vector<ClipPlane> sides(const figures::View& box, int dimension) {
    std::vector<ClipPlane> planes;
    for (int k = 0; k < dimension; ++k) planes.insert(planes.end(), {{k, false, box.min[k]}, {k, true, box.max[k]}});
    return planes;
}

}  // namespace

figures::Snapshot ShownFrame::snapshot() const {
    if (field_) {
        figures::Snapshot cells = map_.snapshot();
        cells.obstacles = &obstacles_;
        return cells;
    }
    figures::Snapshot state{frame_.dimension,
                            frame_.position,
                            frame_.radius,
                            values_,
                            &obstacles_,
                            contacts_ ? &frame_.contacts : nullptr,
                            figures::time_caption(frame_.time, frame_.step)};
    if (rotation_) state.orientation = frame_.orientation;
    return state;
}

FrameSource::FrameSource(const RenderOptions& options)
    : options_(options),
      files_(files_with_bodies(options.folder)),
      trajectory_(files_.trajectory()),
      stage_(load_stage(files_.scene().string())),
      colour_(options.field.empty() ? body_value(options.colour) : std::nullopt) {
    const int dimension = trajectory_.dimension();
    check_options(options, dimension);
    check_result();
    for (const std::string& text : options.clip) clip_.push_back(read_clip(text, dimension));
    if (!options.field.empty()) {
        const double given = stage_.settings.field_cell;
        cell_ = given > 0 || trajectory_.frames() == 0 ? given : 5 * length_scale(bodies_of(trajectory_.read(0)));
    }
    style_ = asked_style();
    home_ = home();
}

void FrameSource::check_result() const {
    if (colour_ && !has_value(*colour_, trajectory_, stage_.settings.contact.law == Law::gluey))
        throw InputError("--colour " + options_.colour + ": this result has none");
    if (options_.rotation && !trajectory_.rotate())
        throw InputError("--rotation: the bodies of this result do not rotate; those with friction do");
    if (!options_.field.empty() && (stage_.settings.scheme != "first-order" || trajectory_.dimension() != 2))
        throw InputError("--field " + options_.field + ": only crowds in two dimensions have fields");
}

figures::PictureStyle FrameSource::asked_style() const {
    figures::PictureStyle style;
    const bool film = !options_.film.empty();
    style.width = options_.width > 0 ? options_.width : film ? kFilmWidth : kPictureWidth;
    style.height = options_.height;
    if (film) style.width += style.width % 2, style.height += style.height % 2;
    style.dark = options_.dark;
    style.azimuth = options_.azimuth.value_or(style.azimuth);
    style.elevation = options_.elevation.value_or(style.elevation);
    style.view = read_view(options_.view, trajectory_.dimension());
    style.range = read_range(options_.range);
    if (colour_) style.quantity = label_of(*colour_, trajectory_);
    if (colour_ == BodyValue::group) style.names = names_of(trajectory_.groups());
    style.diverging = colour_ == BodyValue::spin && trajectory_.dimension() == 2;
    if (!options_.field.empty()) style.quantity = figures::quantity_of(field_of(options_.field));
    return style;
}

figures::SheetShape FrameSource::shape(int panels, int columns) const {
    return {trajectory_.dimension(), panels, columns, colour_.has_value() || !options_.field.empty(), true};
}

figures::DrawState FrameSource::drawing() const {
    return options_.field.empty() ? figures::drawing_of(trajectory_.dimension()) : figures::draw_cells;
}

FrameParts FrameSource::parts() const {
    FrameParts parts = colour_ ? parts_of(*colour_, trajectory_.crowd()) : FrameParts{};
    parts.position = parts.radius = true;
    parts.rotation |= options_.rotation;
    if (options_.contacts) parts.impulse = parts.geometry = true;
    if (!options_.field.empty()) parts.velocity = parts.pressure = true;
    return parts;
}

ShownFrame FrameSource::read(std::int64_t frame, bool surveyed) const {
    ShownFrame shown;
    shown.frame_ = trajectory_.read(frame, parts());
    shown.obstacles_ = stage_.obstacles_at(shown.frame_.time);  // where they were
    shown.contacts_ = options_.contacts;
    shown.rotation_ = options_.rotation;
    shown.field_ = !options_.field.empty();
    if (shown.field_) {
        const auto cells = coarse_field(bodies_of(shown.frame_), shown.frame_.pressure, cell_);
        shown.map_ = figures::map_of(field_of(options_.field), cells, cell_, nullptr,
                                     figures::time_caption(shown.frame_.time, shown.frame_.step));
        return shown;
    }
    if (colour_) shown.values_ = values_of(*colour_, shown.frame_, trajectory_.groups());
    number_by_place(shown.frame_);
    const std::vector<ClipPlane>& planes = surveyed ? home_ : clip_;
    if (!planes.empty()) clip_frame(shown.frame_, shown.values_, planes);
    return shown;
}

std::vector<ClipPlane> FrameSource::home() const {
    const Obstacles apparatus = finite(stage_.obstacles_at(0));
    if (apparatus.shapes.empty() || trajectory_.frames() == 0) return {};
    FrameParts parts;
    parts.position = parts.radius = true;
    const Frame start = trajectory_.read(0, parts);
    figures::Survey survey;
    survey.add({start.dimension, start.position, start.radius, {}, &apparatus, nullptr, ""});
    return sides(enlarged(survey.view(), kFollowed), start.dimension);
}

figures::PictureStyle FrameSource::completed(const figures::Survey& survey) const {
    figures::PictureStyle style = style_;
    const figures::Range range = survey.range();
    // Values on both sides of 0, by more than rounding.
    if (style.names.empty() && range.low < -kSigned * range.high && range.high > -kSigned * range.low)
        style.diverging = true;
    // A field cannot be below 0.
    if (!options_.field.empty() && !style.range) style.range = figures::Range{0.0, range.high};
    if (!options_.field.empty())
        style.title = fmt::format("{}{}{}, cells of {:.3g} m", stage_.title, stage_.title.empty() ? "" : ": ",
                                  options_.field, cell_);
    return figures::completed(style, survey);
}

}  // namespace galet::app
