// Pictures and films of a result, without a browser.
#include <fmt/core.h>

#include <memory>

#include "commands/commands.hpp"
#include "galet/core/parallel.hpp"
#include "render/film.hpp"
#include "render/pictures.hpp"

namespace galet::app {
namespace {

constexpr int kDone = 0, kInterrupted = 130;

int render(const RenderOptions& options) {
    set_thread_count(options.threads);
    const FrameSource source(options);
    Work work;
    try {
        options.film.empty() ? render_pictures(source, options, work) : render_film(source, options, work);
    } catch (const Stopped&) {
        fmt::print(stderr, "galet: interrupted; {}\n",
                   options.film.empty() ? "pictures made before are kept" : "no film was written");
        return kInterrupted;
    }
    return kDone;
}

}  // namespace

void add_render(CLI::App& app, int& status) {
    auto* command =
        app.add_subcommand("render", "Pictures of a result as PNG files and a sheet with all of them, or a film");
    auto options = std::make_shared<RenderOptions>();
    add_options(*command, *options);
    command->callback([options, &status] { status = render(*options); });
}

}  // namespace galet::app
