#include "figures/sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "figures/legend.hpp"
#include "galet/core/error.hpp"

namespace galet::figures {
namespace {

/// Width of the widest force line, of a mean diameter.
constexpr double kForceWidth = 0.35;

const PictureStyle& checked(const PictureStyle& style) {
    const auto fits = [](int size) { return size >= 200 && size <= 10000; };
    if (!fits(style.width) || (style.height != 0 && !fits(style.height)))
        throw InputError(
            fmt::format("a picture of {} x {} pixels: 200 to 10000 are admissible", style.width, style.height));
    return style;
}

/// In one and two dimensions a view has no depth, on a line no height.
View flattened(View view, int dimension) {
    for (int k = dimension; k < 3; ++k) view.min[k] = view.max[k] = 0;
    return view;
}

}  // namespace

Shared Sheet::shared_of(const PictureStyle& style, const SheetShape& shape, const Layout& plan) {
    const View view = flattened(style.view.value(), shape.dimension);
    const double scale = place(view, camera_of(shape.dimension, style), plan.panels[0]).scale;
    const double line_width =
        std::clamp(kForceWidth * 2 * style.mean_radius.value() * scale, 2 * plan.unit, 16 * plan.unit);
    return {view,
            {style.range.value(), style.diverging, style.names},
            theme_of(style.dark),
            style.widest.value(),
            line_width,
            plan.unit};
}

Sheet::Sheet(const PictureStyle& style, const SheetShape& shape, DrawState drawing)
    : shape_(shape),
      draw_(drawing),
      camera_(camera_of(shape.dimension, style)),
      plan_(plan_layout(checked(style), shape, flattened(style.view.value(), shape.dimension))),
      shared_(shared_of(style, shape, plan_)),
      canvas_(plan_.width, plan_.height, shared_.theme.paper) {
    draw_title(canvas_, plan_, style.title, shared_.theme);
    draw_scale_bar(canvas_, plan_, place(shared_.view, camera_, plan_.panels[0]).scale, shared_.theme);
    if (plan_.colour_bar.width > 0) draw_colours(canvas_, plan_, shared_, style.quantity);
    if (shared_.widest > 0) draw_force_key(canvas_, plan_, shared_);
}

void Sheet::draw(int panel, const Snapshot& state) {
    assert(state.dimension == shape_.dimension && panel >= 0 && panel < shape_.panels);
    assert(state.position.size() == state.size() * static_cast<std::size_t>(state.dimension));
    assert(state.value.empty() || state.value.size() == state.size());
    const Rect& area = plan_.panels[static_cast<std::size_t>(panel)];
    draw_(canvas_, state, place(shared_.view, camera_, area), area, shared_);
    if (shape_.dimension < 3 || shape_.panels > 1) canvas_.frame(area, shared_.theme.faint, plan_.unit);
    draw_caption(canvas_, plan_, panel, state.caption, shared_.theme);
}

DrawState drawing_of(int dimension) { return dimension == 3 ? draw_solid : draw_flat; }

void write_sheet(std::span<const Snapshot> states, int columns, const PictureStyle& style, DrawState draw,
                 const std::filesystem::path& png) {
    assert(!states.empty() && columns >= 1);
    Survey survey;
    for (const Snapshot& state : states) survey.add(state);
    Sheet sheet(completed(style, survey), shape_of(states, columns), draw);
    for (std::size_t k = 0; k < states.size(); ++k) sheet.draw(static_cast<int>(k), states[k]);
    sheet.canvas().write_png(png);
}

}  // namespace galet::figures
