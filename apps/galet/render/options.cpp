#include "render/options.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>

#include "figures/film_writer.hpp"
#include "galet/core/error.hpp"

namespace galet::app {
namespace {

constexpr const char* kAxes = "xyz";

std::optional<double> read_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// Numbers with commas between them; none where one is no number.
std::optional<std::vector<double>> read_numbers(std::string_view text) {
    std::vector<double> numbers;
    for (;;) {
        const std::size_t comma = text.find(',');
        const std::optional<double> number = read_number(text.substr(0, comma));
        if (!number) return {};
        numbers.push_back(*number);
        if (comma == std::string_view::npos) return numbers;
        text.remove_prefix(comma + 1);
    }
}

void add_choice_options(CLI::App& command, RenderOptions& options) {
    command.add_option("--frames", options.frames,
                       "Which frames, counted from 0: a list (0,3,6,9), FIRST:LAST:EVERY with the last included "
                       "(0:100:5), or both (0:10,20,last); default: four of the run, of films all");
    command
        .add_option("--colour,--color", options.colour,
                    "speed [m/s], radius [m], pressure [N s; crowds m/s], spin [rad/s], group, glue [N s] or none")
        ->check(CLI::IsMember({"speed", "radius", "pressure", "spin", "group", "glue", "none"}))
        ->capture_default_str();
    command
        .add_option("--field", options.field,
                    "Of crowds: a map of density [1/m2] or pressure [m/s] instead, of all frames on one sheet")
        ->check(CLI::IsMember({"density", "pressure"}));
    command.add_flag("--contacts", options.contacts, "Contact forces as lines as wide as their impulse [N s]");
    command.add_flag("--rotation", options.rotation,
                     "Marks that show how bodies have turned: a line in 2D, two-coloured spheres in 3D");
    command
        .add_option("--clip", options.clip,
                    "Only bodies whose centre is on one side [m]: \"x<0.5\", \"z>0\"; may be repeated")
        ->expected(1)
        ->take_all();
}

void add_look_options(CLI::App& command, RenderOptions& options) {
    command.add_option("--range", options.range,
                       "LOW,HIGH of the colours, in the unit of the value; default: all values");
    command.add_option("--view", options.view,
                       "Part of space [m]: x0,y0,x1,y1 in 2D, x0,y0,z0,x1,y1,z1 in 3D, x0,x1 on a line; default: all");
    command
        .add_option("--azimuth", options.azimuth, "3D: camera turned around z [degree]; default 25; 0 looks along +y")
        ->check(CLI::Range(-360.0, 360.0));
    command.add_option("--elevation", options.elevation, "3D: camera above the horizon [degree]; default 20")
        ->check(CLI::Range(-90.0, 90.0));
    command.add_option("--width", options.width, "Of a picture [pixel]; default 1600, of films 1280")
        ->check(CLI::Range(200, 10000));
    command.add_option("--height", options.height, "Of a picture [pixel]; default: as the view asks for")
        ->check(CLI::Range(200, 10000));
    command.add_flag("--dark", options.dark, "Light on a dark background");
}

void add_output_options(CLI::App& command, RenderOptions& options) {
    CLI::Option* out = command.add_option("--out", options.out, "Folder of the pictures; default: DIR/pictures");
    CLI::Option* columns =
        command.add_option("--sheet-columns", options.sheet_columns, "Columns of the sheet")->check(CLI::Range(1, 100));
    CLI::Option* none =
        command.add_flag("--no-sheet", options.no_sheet, "No sheet with all pictures")->excludes(columns);
    CLI::Option* film = command.add_option(
        "--film", options.film, "A film instead of pictures, made by ffmpeg: FILE.mp4, FILE.webm or FILE.gif");
    film->excludes(out)->excludes(columns)->excludes(none);
    command.add_option("--fps", options.fps, "Frames of the film a second; default: a film of some 10 s")
        ->needs(film)
        ->check(CLI::Range(0.1, 120.0));
    command
        .add_option("--speed", options.speed,
                    "Simulated seconds in a second of the film: 1 is real time, 0.1 ten times slower")
        ->needs(film)
        ->check(CLI::PositiveNumber);
    command.add_option("--threads", options.threads, "Threads that draw; default: one for each core")
        ->check(CLI::Range(1, 1024));
}

}  // namespace

void add_options(CLI::App& command, RenderOptions& options) {
    command.add_option("DIR", options.folder, "Folder of the result")->required();
    add_choice_options(command, options);
    add_look_options(command, options);
    add_output_options(command, options);
}

std::optional<figures::Range> read_range(const std::string& text) {
    if (text.empty()) return {};
    const auto numbers = read_numbers(text);
    if (!numbers || numbers->size() != 2 || !((*numbers)[0] < (*numbers)[1]))
        throw InputError("--range " + text + ": two numbers LOW,HIGH are expected, the first one smaller");
    return figures::Range{(*numbers)[0], (*numbers)[1]};
}

std::optional<figures::View> read_view(const std::string& text, int dimension) {
    if (text.empty()) return {};
    const auto numbers = read_numbers(text);
    const auto d = static_cast<std::size_t>(dimension);
    bool sound = numbers && numbers->size() == 2 * d;
    figures::View view;
    for (std::size_t k = 0; sound && k < d; ++k) {
        view.min[k] = (*numbers)[k];
        view.max[k] = (*numbers)[k + d];
        sound = view.min[k] < view.max[k];
    }
    if (sound) return view;
    static constexpr const char* kExpected[] = {"x0,x1", "x0,y0,x1,y1", "x0,y0,z0,x1,y1,z1"};
    throw InputError(
        fmt::format("--view {}: {} [m] are expected, each lower number before its higher one", text, kExpected[d - 1]));
}

ClipPlane read_clip(const std::string& text, int dimension) {
    const std::size_t axis = text.empty() ? 3 : std::string_view(kAxes).find(text[0]);
    const bool sound = axis < 3 && text.size() > 2 && (text[1] == '<' || text[1] == '>');
    const std::optional<double> limit = sound ? read_number(std::string_view(text).substr(2)) : std::nullopt;
    if (!limit) throw InputError("--clip " + text + ": an axis, < or > and a length [m] are expected, like \"x<0.5\"");
    if (static_cast<int>(axis) >= dimension)
        throw InputError(
            fmt::format("--clip {}: the result has {} dimension{}", text, dimension, dimension > 1 ? "s" : ""));
    return {static_cast<int>(axis), text[1] == '<', *limit};
}

void check_options(const RenderOptions& options, int dimension) {
    if (!options.film.empty() && !figures::is_film(options.film))
        throw InputError("--film " + options.film + ": a name that ends in .mp4, .webm or .gif is expected");
    for (const auto& [name, given] : {std::pair{"--azimuth", options.azimuth}, {"--elevation", options.elevation}}) {
        if (given && dimension < 3)
            throw InputError(fmt::format("{} {}: only results in three dimensions are seen from a side", name, *given));
    }
    if (options.field.empty()) return;
    for (const auto& [name, given] : {std::pair{"--contacts", options.contacts},
                                      {"--rotation", options.rotation},
                                      {"--clip", !options.clip.empty()},
                                      {"--no-sheet", options.no_sheet}}) {
        if (given) throw InputError(fmt::format("{}: not with --field, which shows no single bodies", name));
    }
}

}  // namespace galet::app
