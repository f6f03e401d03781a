// Pictures of a result: the frames that are asked for, one PNG each, and all of them on one sheet.
#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <span>

#include "commands/commands.hpp"
#include "figures/field_map.hpp"
#include "figures/picture.hpp"
#include "galet/core/error.hpp"
#include "galet/io/result_folder.hpp"
#include "galet/io/trajectory_reader.hpp"
#include "galet/scene/scene.hpp"
#include "show/body_values.hpp"

namespace galet::app {
namespace {

struct RenderArguments {
    std::string folder, out, colour = "speed", field;
    std::vector<std::int64_t> frames;
    int width = 1600;
    bool contacts = false, sheet = true;
};

constexpr std::int64_t kSheetFrames = 4;  ///< frames shown unless told: spread over the run

std::vector<std::int64_t> chosen_frames(const RenderArguments& arguments, std::int64_t available) {
    if (available == 0) throw InputError(arguments.folder + ": has no frame to show");
    for (const std::int64_t k : arguments.frames) {
        if (k < 0 || k >= available) {
            throw InputError(fmt::format("--frames {}: the result has frames 0 to {}", k, available - 1));
        }
    }
    if (!arguments.frames.empty()) return arguments.frames;
    // Every third of ten steps gives 0, 3, 6, 9: the figures of Maury06.
    const std::int64_t shown = std::min(kSheetFrames, available);
    const std::int64_t stride = shown > 1 ? (available - 1) / (shown - 1) : 1;
    std::vector<std::int64_t> frames;
    for (std::int64_t k = 0; k < shown; ++k) frames.push_back(k * stride);
    return frames;
}

Bodies bodies_of(const Frame& frame) {
    Bodies bodies;
    bodies.dimension = frame.dimension;
    bodies.position = frame.position;
    bodies.velocity = frame.velocity;
    bodies.radius = frame.radius;
    return bodies;
}

/// What a crowd looks like from afar in each of the frames, on the cells of fields.csv; `start` is the first frame of
/// the run.
void render_field(const RenderArguments& arguments, const Stage& stage, const Frame& start,
                  std::span<const Frame> frames, std::span<const Obstacles> obstacles,
                  const std::filesystem::path& out) {
    if (stage.settings.scheme != "first-order" || stage.settings.dimension != 2)
        throw InputError("--field " + arguments.field + ": only crowds in two dimensions have fields");
    const double edge = stage.settings.field_cell > 0 ? stage.settings.field_cell : 5 * length_scale(bodies_of(start));
    const auto field = arguments.field == "density" ? figures::CrowdField::density : figures::CrowdField::pressure;
    std::vector<figures::FieldMap> maps;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const Bodies bodies = bodies_of(frames[k]);
        maps.push_back(figures::map_of(field, coarse_field(bodies, frames[k].pressure, edge), edge, &obstacles[k],
                                       figures::time_caption(frames[k].time, frames[k].step)));
    }
    figures::PictureStyle style;
    style.width = arguments.width;
    style.title =
        fmt::format("{}{}{}, cells of {:.3g} m", stage.title, stage.title.empty() ? "" : ": ", arguments.field, edge);
    style.quantity = figures::quantity_of(field);
    const std::filesystem::path png = out / (arguments.field + ".png");
    figures::write_field_maps(maps, maps.size() > 1 ? 2 : 1, style, png);
    fmt::print("{}\n", png.string());
}

void render(const RenderArguments& arguments) {
    const ResultFiles files{arguments.folder};
    if (!files.any_exists()) throw FileError(arguments.folder + ": not the folder of a result");
    const TrajectoryReader trajectory(files.trajectory());
    const Stage stage = load_stage(files.scene().string());
    const std::filesystem::path out =
        arguments.out.empty() ? files.folder / "pictures" : std::filesystem::path(arguments.out);
    std::error_code error;
    std::filesystem::create_directories(out, error);
    if (error) throw FileError(out.string() + ": could not make the folder: " + error.message());

    const std::optional<BodyValue> colour = body_value(arguments.colour);
    if (colour && !has_value(*colour, trajectory, stage.settings.contact.law == Law::gluey))
        throw InputError("--colour " + arguments.colour + ": this result has none");
    std::vector<Frame> frames;
    std::vector<std::vector<double>> values;
    for (const std::int64_t k : chosen_frames(arguments, trajectory.frames())) {
        frames.push_back(trajectory.read(k));
        number_by_place(frames.back());
        values.push_back(colour ? values_of(*colour, frames.back(), trajectory.groups()) : std::vector<double>{});
    }
    // Obstacles where they were: of each frame.
    std::vector<Obstacles> obstacles;
    for (const Frame& frame : frames) obstacles.push_back(stage.obstacles_at(frame.time));
    if (!arguments.field.empty()) return render_field(arguments, stage, trajectory.read(0), frames, obstacles, out);
    std::vector<figures::Snapshot> states;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        states.push_back({frames[k].dimension, frames[k].position, frames[k].radius, values[k], &obstacles[k],
                          arguments.contacts ? &frames[k].contacts : nullptr,
                          figures::time_caption(frames[k].time, frames[k].step)});
    }
    figures::PictureStyle style;
    style.width = arguments.width;
    style.quantity = colour ? label_of(*colour, trajectory) : "";
    style.view = figures::view_of(states);
    style.range = figures::range_of(states);
    style.widest = figures::largest_impulse(states);
    for (std::size_t k = 0; k < frames.size(); ++k) {
        const std::filesystem::path png = out / fmt::format("step-{:06}.png", frames[k].step);
        figures::write_picture(states[k], style, png);
        fmt::print("{}\n", png.string());
    }
    if (!arguments.sheet || states.size() < 2) return;
    style.title = stage.title;
    const int columns =
        states.size() <= 4 ? 2 : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(states.size()))));
    figures::write_contact_sheet(states, columns, style, out / "sheet.png");
    fmt::print("{}\n", (out / "sheet.png").string());
}

}  // namespace

void add_render(CLI::App& app, int& status) {
    auto* command = app.add_subcommand("render", "Pictures of a result as PNG files, and a sheet with all of them");
    auto arguments = std::make_shared<RenderArguments>();
    command->add_option("DIR", arguments->folder, "Folder of the result")->required();
    command
        ->add_option("--frames", arguments->frames,
                     "Which frames, counted from 0: --frames 0,3,6,9; default: four of the run")
        ->delimiter(',');
    command->add_option("--colour,--color", arguments->colour, "speed, radius, pressure, spin, group, glue or none")
        ->check(CLI::IsMember({"speed", "radius", "pressure", "spin", "group", "glue", "none"}));
    command
        ->add_option("--field", arguments->field,
                     "Of crowds: a map of density or pressure instead, of all frames on one sheet")
        ->check(CLI::IsMember({"density", "pressure"}));
    command->add_flag("--contacts", arguments->contacts, "Draw contact forces as lines as wide as their impulse");
    command->add_option("--width", arguments->width, "Of a picture [pixel]")->check(CLI::Range(200, 10000));
    command->add_option("--out", arguments->out, "Folder of the pictures; default: DIR/pictures");
    command->callback([arguments, &status] {
        render(*arguments);
        status = 0;
    });
}

}  // namespace galet::app
