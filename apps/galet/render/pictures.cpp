#include "render/pictures.hpp"

#include <fmt/core.h>

#include <cmath>
#include <optional>

#include "figures/sheet.hpp"
#include "galet/core/error.hpp"
#include "render/frame_choice.hpp"

namespace galet::app {
namespace {

std::filesystem::path make_folder(const FrameSource& source, const RenderOptions& options) {
    const std::filesystem::path out =
        options.out.empty() ? source.folder() / "pictures" : std::filesystem::path(options.out);
    std::error_code error;
    std::filesystem::create_directories(out, error);
    if (error) throw FileError(out.string() + ": could not make the folder: " + error.message());
    return out;
}

int columns_of(const RenderOptions& options, std::size_t panels) {
    const int count = static_cast<int>(panels);
    if (options.sheet_columns > 0) return std::min(options.sheet_columns, count);
    return count <= 4 ? std::min(count, 2) : static_cast<int>(std::ceil(std::sqrt(static_cast<double>(panels))));
}

void write(const figures::Sheet& sheet, const std::filesystem::path& png) {
    sheet.canvas().write_png(png);
    fmt::print("{}\n", png.string());
    std::fflush(stdout);
}

}  // namespace

figures::PictureStyle style_of(const FrameSource& source, const std::vector<std::int64_t>& frames, Work& work) {
    figures::Survey survey;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        work.tell("looking at", k, frames.size());
        if (k > 0 && frames[k] == frames[k - 1]) continue;
        survey.add(source.read(frames[k], true).snapshot());
    }
    return source.completed(survey);
}

void render_pictures(const FrameSource& source, const RenderOptions& options, Work& work) {
    const std::vector<std::int64_t> frames = chosen_frames(options, source.trajectory().frames());
    const bool field = !options.field.empty();  // is only shown as a sheet
    const figures::PictureStyle style = style_of(source, frames, work);
    std::optional<figures::Sheet> sheet;
    if (field || (!options.no_sheet && frames.size() > 1)) {
        figures::PictureStyle titled = style;
        if (!field) titled.title = source.stage().title, titled.height = 0;
        sheet.emplace(titled, source.shape(static_cast<int>(frames.size()), columns_of(options, frames.size())),
                      source.drawing());
    }
    const std::filesystem::path out = make_folder(source, options);
    for (std::size_t k = 0; k < frames.size(); ++k) {
        work.tell("drawing", k, frames.size());
        const ShownFrame shown = source.read(frames[k], false);
        if (sheet) sheet->draw(static_cast<int>(k), shown.snapshot());
        if (field) continue;
        figures::Sheet picture(style, source.shape(1, 1), source.drawing());
        picture.draw(0, shown.snapshot());
        write(picture, out / fmt::format("step-{:06}.png", shown.step()));
    }
    if (sheet) write(*sheet, out / (field ? options.field + ".png" : "sheet.png"));
}

}  // namespace galet::app
