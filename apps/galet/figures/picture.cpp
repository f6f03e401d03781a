#include "figures/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>

#include "figures/draw.hpp"
#include "figures/legend.hpp"
#include "galet/core/error.hpp"

namespace galet::figures {
namespace {

/// Width of the widest force line, of a mean diameter.
constexpr double kForceWidth = 0.35;

double mean_radius(std::span<const Snapshot> states) {
    double sum = 0, count = 0;
    for (const Snapshot& state : states)
        for (const double r : state.radius) sum += r, ++count;
    return count > 0 ? sum / count : 0;
}

void check(std::span<const Snapshot> states, [[maybe_unused]] int columns, const PictureStyle& style) {
    assert(!states.empty() && columns >= 1);
    const auto fits = [](int size) { return size >= 200 && size <= 10000; };
    if (!fits(style.width) || (style.height != 0 && !fits(style.height)))
        throw InputError(
            fmt::format("a picture of {} x {} pixels: 200 to 10000 are admissible", style.width, style.height));
    for ([[maybe_unused]] const Snapshot& state : states) {
        assert(state.dimension == states[0].dimension && state.dimension >= 1 && state.dimension <= 3);
        assert(state.position.size() == state.size() * static_cast<std::size_t>(state.dimension));
        assert(state.value.empty() || state.value.size() == state.size());
    }
}

/// In one and two dimensions a view has no depth, on a line no height.
View flattened(View view, int dimension) {
    for (int k = dimension; k < 3; ++k) view.min[k] = view.max[k] = 0;
    return view;
}

}  // namespace

Colour body_colour(const Snapshot& state, const Range& range, std::size_t i) {
    if (state.value.empty()) return state.contacts ? kPaleBody : kBody;
    const double span = range.high - range.low, value = state.value[i];
    const double fraction = span > 0 ? (value - range.low) / span : 0.5;
    const Colour colour = std::isfinite(value) ? value_colour(fraction) : kNoValue;
    return state.contacts ? mix(colour, kPaper, 0.5) : colour;
}

std::pair<Vec<3>, Vec<3>> force_line(const Snapshot& state, std::size_t c) {
    const FrameContacts& contacts = *state.contacts;
    const auto first = static_cast<std::size_t>(contacts.first[c]);
    const Vec<3> from = center_of(state, first);
    if (contacts.second[c] >= 0) return {from, center_of(state, static_cast<std::size_t>(contacts.second[c]))};
    Vec<3> normal = Vec<3>::Zero();
    for (int k = 0; k < state.dimension; ++k) normal[k] = contacts.normal[c * state.dimension + k];
    return {from, from + state.radius[first] * normal};
}

void write_picture(const Snapshot& state, const PictureStyle& style, const std::filesystem::path& png) {
    write_contact_sheet({&state, 1}, 1, style, png);
}

void write_contact_sheet(std::span<const Snapshot> states, int columns, const PictureStyle& style,
                         const std::filesystem::path& png) {
    assert(!states.empty());
    write_sheet(states, columns, style, states[0].dimension == 3 ? draw_solid : draw_flat, png);
}

void write_sheet(std::span<const Snapshot> states, int columns, const PictureStyle& style, DrawState draw,
                 const std::filesystem::path& png) {
    check(states, columns, style);
    const int dimension = states[0].dimension;
    const View view = flattened(style.view ? *style.view : view_of(states), dimension);
    const Layout plan = plan_layout(style, states, std::min(columns, static_cast<int>(states.size())), view);
    const Camera camera = camera_of(dimension, style);
    const double scale = place(view, camera, plan.panels[0]).scale;
    const double line_width = std::clamp(kForceWidth * 2 * mean_radius(states) * scale, 2 * plan.unit, 16 * plan.unit);
    const Shared shared{view, style.range ? *style.range : range_of(states),
                        style.widest ? *style.widest : largest_impulse(states), line_width, plan.unit};

    Canvas canvas(plan.width, plan.height);
    for (std::size_t k = 0; k < states.size(); ++k) {
        const Rect& panel = plan.panels[k];
        draw(canvas, states[k], place(view, camera, panel), panel, shared);
        if (dimension < 3 || states.size() > 1) canvas.frame(panel, kFaint, plan.unit);
    }
    draw_captions(canvas, plan, style.title, states);
    draw_scale_bar(canvas, plan, scale);
    if (plan.colour_bar.width > 0) draw_colour_bar(canvas, plan, shared.range, style.quantity);
    if (shared.widest > 0) draw_force_key(canvas, plan, line_width, shared.widest);
    canvas.write_png(png);
}

}  // namespace galet::figures
