// Discs in the plane; points and segments on a line.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures/draw.hpp"

namespace galet::figures {
namespace {

constexpr double kSmallest = 0.7;                 ///< radius of the smallest disc drawn [pixel]
constexpr double kLane = 14;                      ///< half the height of a segment on a line, in units
constexpr double kPoint = 3.5;                    ///< radius of a point on a line, in units
constexpr double kSmallestMarked = 1.5;           ///< radius of the smallest disc with a mark [pixel]
constexpr double kMark = 0.92, kMarkWidth = 0.2;  ///< of a radius: length and width of the mark of rotation

void paint(Canvas& canvas, const Colour& colour, double outline, const Theme& theme) {
    canvas.set_colour(colour);
    if (outline < 0.2) return cairo_fill(canvas.pen());
    cairo_fill_preserve(canvas.pen());
    canvas.set_colour(mix(colour, theme.outline, theme.outline_part));
    cairo_set_line_width(canvas.pen(), outline);
    cairo_stroke(canvas.pen());
}

/// The outline lies inside the disc, so that discs which touch do not seem to overlap.
void draw_disc(Canvas& canvas, const Seen& center, double radius, const Colour& colour, const Shared& shared) {
    const double outline = radius > 2 ? std::min(0.9 * shared.unit, 0.12 * radius) : 0;
    cairo_new_sub_path(canvas.pen());
    cairo_arc(canvas.pen(), center.x, center.y, std::max(kSmallest, radius - outline / 2), 0, 2 * std::numbers::pi);
    paint(canvas, colour, outline, shared.theme);
}

/// A line from the centre along the body's own x axis, dark on light colours and light on dark ones.
void draw_mark(Canvas& canvas, const Seen& center, double radius, double angle, const Colour& colour) {
    if (!(radius > kSmallestMarked)) return;
    canvas.set_colour(luminance(colour) > 0.45 ? Colour{0, 0, 0} : Colour{1, 1, 1}, 0.85);
    const double reach = kMark * radius;
    canvas.line({center.x, center.y}, {center.x + reach * std::cos(angle), center.y - reach * std::sin(angle)},
                std::max(0.8, kMarkWidth * radius));
}

void draw_on_line(Canvas& canvas, const Seen& center, double radius, const Colour& colour, const Shared& shared) {
    const double unit = shared.unit;
    if (radius < kSmallest) return draw_disc(canvas, center, kPoint * unit, colour, shared);
    const double outline = std::min(0.9 * unit, 0.24 * radius), half = radius - outline / 2;
    cairo_rectangle(canvas.pen(), center.x - half, center.y - kLane * unit, 2 * half, 2 * kLane * unit);
    paint(canvas, colour, outline, shared.theme);
}

void draw_bodies(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, const Shared& shared) {
    for (std::size_t i = 0; i < state.size(); ++i) {
        const Seen center = at(center_of(state, i));
        const double radius = state.radius[i] * at.scale;
        const bool inside = center.x > panel.x - radius && center.x < panel.x + panel.width + radius &&
                            center.y > panel.y - radius && center.y < panel.y + panel.height + radius;
        if (!inside) continue;  // nor where the position is not a number
        const Colour colour = body_colour(state, shared, i);
        const auto draw = state.dimension == 1 ? draw_on_line : draw_disc;
        draw(canvas, center, radius, colour, shared);
        if (!state.orientation.empty()) draw_mark(canvas, center, radius, state.orientation[i], colour);
    }
}

void draw_forces(Canvas& canvas, const Snapshot& state, const Placement& at, const Shared& shared) {
    if (!state.contacts || !(shared.widest > 0)) return;
    cairo_set_line_cap(canvas.pen(), CAIRO_LINE_CAP_ROUND);
    for (std::size_t c = 0; c < state.contacts->impulse.size(); ++c) {
        const double width = shared.line_width * std::abs(state.contacts->impulse[c]) / shared.widest;
        if (!(width > 0.05)) continue;
        const auto [from, to] = force_line(state, c);
        const Seen a = at(from), b = at(to);
        canvas.set_colour(state.contacts->impulse[c] < 0 ? shared.theme.pull : shared.theme.force);
        canvas.line({a.x, a.y}, {b.x, b.y}, width);
    }
    cairo_set_line_cap(canvas.pen(), CAIRO_LINE_CAP_BUTT);
}

}  // namespace

void draw_flat(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, const Shared& shared) {
    const Canvas::Clip clip(canvas, panel);
    draw_flat_obstacles(canvas, state, at, panel, shared.unit, shared.theme);
    if (state.dimension == 1) {
        const double y = at(Vec<3>(0, 0, 0)).y;
        canvas.set_colour(shared.theme.ink);
        canvas.line({panel.x, y}, {panel.x + panel.width, y}, 0.8 * shared.unit);
    }
    draw_bodies(canvas, state, at, panel, shared);
    draw_forces(canvas, state, at, shared);
}

}  // namespace galet::figures
