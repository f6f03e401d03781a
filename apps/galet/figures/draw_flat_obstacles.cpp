// Obstacles in the plane and on a line, as in engineering drawings: filled, hatched, with a dark edge.
#include <cmath>
#include <numbers>

#include "figures/draw.hpp"

namespace galet::figures {
namespace {

constexpr double kHatch = 9, kHatchLine = 0.7, kEdge = 1.8;  ///< in units

using Polygon = std::vector<Spot>;

/// The part of a convex polygon where inside(p) = n . p - c >= 0 (Sutherland and Hodgman, 1974).
template <class Inside>
Polygon cut(const Polygon& polygon, Inside inside) {
    Polygon kept;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Spot a = polygon[k], b = polygon[(k + 1) % polygon.size()];
        const double at_a = inside(a), at_b = inside(b);
        if (at_a >= 0) kept.push_back(a);
        if ((at_a >= 0) == (at_b >= 0)) continue;
        const double t = at_a / (at_a - at_b);
        kept.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
    }
    return kept;
}

/// Draws shapes of one panel; each traces a path and fills it, hatched.
struct DrawObstacle {
    Canvas& canvas;
    const Placement& at;
    Rect panel;
    double unit;
    int dimension;
    const Theme& theme;

    cairo_t* pen() const { return canvas.pen(); }

    /// Fills the path; leaves none.
    void fill_hatched() const {
        cairo_save(pen());
        canvas.set_colour(theme.obstacle);
        cairo_fill_preserve(pen());
        cairo_clip(pen());
        double left, top, right, bottom;
        cairo_clip_extents(pen(), &left, &top, &right, &bottom);
        canvas.set_colour(mix(theme.obstacle, theme.ink, 0.35));
        cairo_set_line_width(pen(), kHatchLine * unit);
        // On a raster of the whole sheet, so that neighbouring shapes share their hatching.
        const double gap = kHatch * unit;
        for (double x = gap * std::floor((left + top) / gap); x < right + bottom; x += gap) {
            cairo_move_to(pen(), x - top, top);
            cairo_line_to(pen(), x - bottom, bottom);
        }
        cairo_stroke(pen());
        cairo_restore(pen());
    }

    void trace(const Rect& r) const { cairo_rectangle(pen(), r.x, r.y, r.width, r.height); }

    template <class Trace>
    void solid(Trace trace_path) const {
        trace_path();
        fill_hatched();
        trace_path();
        edge();
    }

    void edge() const {
        canvas.set_colour(theme.ink);
        cairo_set_line_width(pen(), kEdge * unit);
        cairo_stroke(pen());
    }

    /// On a line a shape is as high as the panel.
    Rect seen_box(const Point& low, const Point& high) const {
        const Seen a = at(low), b = at(high);
        const double left = std::min(a.x, b.x), width = std::abs(b.x - a.x);
        if (dimension == 1) return {left, panel.y - kEdge * unit, width, panel.height + 2 * kEdge * unit};
        return {left, std::min(a.y, b.y), width, std::abs(b.y - a.y)};
    }

    void operator()(const HalfSpace& shape) const {
        const Seen p = at(shape.point);
        const Spot normal{shape.normal[0], -shape.normal[1]};
        const double right = panel.x + panel.width, bottom = panel.y + panel.height;
        const Polygon sheet = {{panel.x, panel.y}, {right, panel.y}, {right, bottom}, {panel.x, bottom}};
        const Polygon ground = cut(sheet, [&](Spot s) { return -(normal.x * (s.x - p.x) + normal.y * (s.y - p.y)); });
        if (ground.empty()) return;
        for (const Spot& s : ground) cairo_line_to(pen(), s.x, s.y);
        cairo_close_path(pen());
        fill_hatched();
        const double far = 2 * (panel.width + panel.height) + std::hypot(p.x, p.y);
        canvas.set_colour(theme.ink);
        canvas.line({p.x - far * normal.y, p.y + far * normal.x}, {p.x + far * normal.y, p.y - far * normal.x},
                    kEdge * unit);
    }

    void operator()(const Box& shape) const {
        const Rect inside = seen_box(shape.min, shape.max);
        trace(panel);
        trace(inside);
        cairo_set_fill_rule(pen(), CAIRO_FILL_RULE_EVEN_ODD);
        fill_hatched();
        cairo_set_fill_rule(pen(), CAIRO_FILL_RULE_WINDING);
        trace(inside);
        edge();
    }

    void operator()(const Block& shape) const {
        solid([&] { trace(seen_box(shape.min, shape.max)); });
    }

    void operator()(const Ball& shape) const {
        const double r = shape.radius, x = shape.center[0];
        if (dimension == 1) return (*this)(Block{{x - r, 0, 0}, {x + r, 0, 0}});
        const Seen center = at(shape.center);
        solid([&] {
            cairo_new_sub_path(pen());
            cairo_arc(pen(), center.x, center.y, r * at.scale, 0, 2 * std::numbers::pi);
        });
    }

    void operator()(const UserWall&) const {}  // has no shape to draw

    void operator()(const FloorPlan& shape) const {
        for (const Segment& line : shape.lines) (*this)(line);
    }

    void operator()(const Segment& shape) const {
        if (dimension == 1) return (*this)(Block{shape.from, shape.to});
        const Seen a = at(shape.from), b = at(shape.to);
        canvas.set_colour(theme.ink);
        cairo_set_line_cap(pen(), CAIRO_LINE_CAP_ROUND);
        canvas.line({a.x, a.y}, {b.x, b.y}, 1.6 * kEdge * unit);
        cairo_set_line_cap(pen(), CAIRO_LINE_CAP_BUTT);
    }
};

}  // namespace

void draw_flat_obstacles(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, double unit,
                         const Theme& theme) {
    if (!state.obstacles) return;
    const DrawObstacle draw{canvas, at, panel, unit, state.dimension, theme};
    for (const ObstacleShape& shape : state.obstacles->shapes) std::visit(draw, shape);
}

}  // namespace galet::figures
