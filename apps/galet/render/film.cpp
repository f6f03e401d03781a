#include "render/film.hpp"

#include <fmt/core.h>

#include "figures/film_writer.hpp"
#include "figures/sheet.hpp"
#include "render/frame_choice.hpp"
#include "render/pictures.hpp"

namespace galet::app {
namespace {

void make(const FrameSource& source, const RenderOptions& options, const FilmPlan& plan, Work& work) {
    const figures::PictureStyle style = style_of(source, plan.frames, work);
    const figures::SheetShape shape = source.shape(1, 1);
    const figures::FilmFormat format{style.width, figures::plan_layout(style, shape, *style.view).height, plan.fps};
    figures::FilmWriter film(options.film, format, [&work] { return work.stopped(); });
    std::optional<figures::Sheet> picture;
    for (std::size_t k = 0; k < plan.frames.size(); ++k) {
        work.tell("drawing", k, plan.frames.size());
        if (k == 0 || plan.frames[k] != plan.frames[k - 1]) {
            picture.emplace(style, shape, source.drawing());
            picture->draw(0, source.read(plan.frames[k], false).snapshot());
        }
        film.add(picture->canvas());
    }
    film.finish();
    fmt::print("{}: {} frames, {:.3g} a second, {:.1f} s, {} x {} pixels\n", options.film, plan.frames.size(), plan.fps,
               static_cast<double>(plan.frames.size()) / plan.fps, format.width, format.height);
}

}  // namespace

void render_film(const FrameSource& source, const RenderOptions& options, Work& work) {
    const std::vector<std::int64_t> chosen = chosen_frames(options, source.trajectory().frames());
    try {
        make(source, options, plan_film(options, chosen, source.trajectory().times()), work);
    } catch (const figures::FilmStopped&) {
        throw Stopped{};
    }
}

}  // namespace galet::app
