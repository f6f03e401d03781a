// Spheres and obstacles in space, shaded, through a depth buffer.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "figures/depth_shading.hpp"
#include "figures/draw.hpp"

namespace galet::figures {
namespace {

constexpr double kMostSamples = 64e6;  ///< above, one sample a pixel: 0.5 GB
constexpr double kShrunk = 0.35;       ///< bodies are drawn this small under a force network

using Corners = std::vector<Vec<3>>;

/// Puts things of space into the buffer.
struct Stage {
    DepthBuffer& buffer;
    const Placement& at;
    Rect panel;
    int samples;
    View view;
    double unit;
    const Theme& theme;

    Sample sample(const Vec<3>& point) const {
        const Seen seen = at(point);
        return Sample(seen.x - panel.x, seen.y - panel.y, seen.depth) * samples;
    }
    double length(double metres) const { return metres * at.scale * samples; }
    /// A direction of space as one of samples.
    Vec<3> direction(const Vec<3>& way) const {
        return {at.camera.right.dot(way), -at.camera.up.dot(way), at.camera.toward.dot(way)};
    }
    bool faces_viewer(const Vec<3>& normal) const { return normal.dot(at.camera.toward) > 0; }

    void face(const Corners& corners, const Colour& colour) const {
        std::vector<Sample> seen;
        for (const Vec<3>& corner : corners) seen.push_back(sample(corner));
        buffer.add_face(seen, colour);
    }
    void edge(const Vec<3>& a, const Vec<3>& b) const {
        buffer.add_rod(sample(a), sample(b), 0.55 * unit * samples, mix(theme.ink, theme.paper, 0.3));
    }

    void operator()(const HalfSpace& shape) const;
    void operator()(const Box& shape) const { cuboid(to_vec<3>(shape.min), to_vec<3>(shape.max), -1, theme.room); }
    void operator()(const Block& shape) const { cuboid(to_vec<3>(shape.min), to_vec<3>(shape.max), 1, theme.obstacle); }
    void operator()(const Ball& shape) const {
        buffer.add_sphere(sample(to_vec<3>(shape.center)), length(shape.radius), theme.obstacle);
    }
    void operator()(const UserWall&) const {}  // has no shape to draw

    void operator()(const Segment& shape) const {
        buffer.add_rod(sample(to_vec<3>(shape.from)), sample(to_vec<3>(shape.to)), 1.5 * unit * samples, theme.ink);
    }

    void operator()(const FloorPlan& shape) const {
        for (const Segment& line : shape.lines) (*this)(line);
    }

    /// Faces whose normal, outwards (side 1) or inwards (-1), points to the viewer; all edges.
    void cuboid(const Vec<3>& min, const Vec<3>& max, double side, const Colour& colour) const;
};

/// The four corners of a cuboid where coordinate `axis` is that of `end`.
Corners cuboid_face(const Vec<3>& min, const Vec<3>& max, int axis, const Vec<3>& end) {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    Corners corners(4, min);
    corners[1][a] = corners[2][a] = max[a];
    corners[2][b] = corners[3][b] = max[b];
    for (Vec<3>& corner : corners) corner[axis] = end[axis];
    return corners;
}

void Stage::cuboid(const Vec<3>& min, const Vec<3>& max, double side, const Colour& colour) const {
    for (int axis = 0; axis < 3; ++axis)
        for (const bool upper : {false, true}) {
            const Corners corners = cuboid_face(min, max, axis, upper ? max : min);
            if (faces_viewer(side * (upper ? 1 : -1) * Vec<3>::Unit(axis))) face(corners, colour);
            for (int k = 0; k < 4; ++k) edge(corners[k], corners[(k + 1) % 4]);
        }
}

/// The part of a convex polygon where sign (p - limit) [axis] <= 0.
Corners cut(const Corners& polygon, int axis, double limit, double sign) {
    Corners kept;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
        const Vec<3>&a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
        const double at_a = sign * (a[axis] - limit), at_b = sign * (b[axis] - limit);
        if (at_a <= 0) kept.push_back(a);
        if ((at_a <= 0) != (at_b <= 0)) kept.push_back(a + (b - a) * (at_a / (at_a - at_b)));
    }
    return kept;
}

/// The part of its plane within the view; filled where seen from the side of the bodies, else it would hide them.
void Stage::operator()(const HalfSpace& shape) const {
    const Vec<3> normal = to_vec<3>(shape.normal), low = to_vec<3>(view.min), high = to_vec<3>(view.max);
    const Vec<3> middle = (low + high) / 2, foot = middle - normal * normal.dot(middle - to_vec<3>(shape.point));
    const Vec<3> a = normal.unitOrthogonal() * (high - low).norm() * 2, b = normal.cross(a);
    Corners patch = {foot - a - b, foot + a - b, foot + a + b, foot - a + b};
    for (int axis = 0; axis < 3; ++axis) patch = cut(cut(patch, axis, high[axis], 1), axis, low[axis], -1);
    if (faces_viewer(normal)) face(patch, theme.room);
    for (std::size_t k = 0; k < patch.size(); ++k) edge(patch[k], patch[(k + 1) % patch.size()]);
}

void add_forces(const Stage& stage, const Snapshot& state, const Shared& shared) {
    for (std::size_t c = 0; c < state.contacts->impulse.size(); ++c) {
        const double width = shared.line_width * std::abs(state.contacts->impulse[c]) / shared.widest;
        if (!(width > 0.05)) continue;
        const auto [from, to] = force_line(state, c);
        stage.buffer.add_rod(stage.sample(from), stage.sample(to), std::max(0.6, width / 2 * stage.samples),
                             state.contacts->impulse[c] < 0 ? stage.theme.pull : stage.theme.force);
    }
}

/// Adds the bodies; returns their mean radius [sample].
double add_bodies(const Stage& stage, const Snapshot& state, const Shared& shared, double size) {
    double sum = 0;
    for (std::size_t i = 0; i < state.size(); ++i) {
        const double radius = stage.length(state.radius[i]) * size;
        const Sample center = stage.sample(center_of(state, i));
        const Colour colour = body_colour(state, shared, i);
        sum += radius;
        if (state.orientation.empty()) {
            stage.buffer.add_sphere(center, radius, colour);
            continue;
        }
        const double* q = &state.orientation[4 * i];
        const Eigen::Quaterniond turn(q[0], q[1], q[2], q[3]);
        stage.buffer.add_marked_sphere(center, radius, colour, stage.direction(turn * Vec<3>::UnitZ()));
    }
    return state.size() > 0 ? sum / static_cast<double>(state.size()) : 0;
}

}  // namespace

void draw_solid(Canvas& canvas, const Snapshot& state, const Placement& at, const Rect& panel, const Shared& shared) {
    const int width = static_cast<int>(panel.width), height = static_cast<int>(panel.height);
    const int samples = 4.0 * width * height <= kMostSamples ? 2 : 1;
    DepthBuffer buffer(width * samples, height * samples);
    const Stage stage{buffer, at, panel, samples, shared.view, shared.unit, shared.theme};
    const bool forces = state.contacts && shared.widest > 0;
    const double mean_radius = add_bodies(stage, state, shared, forces ? kShrunk : 1);
    if (state.obstacles)
        for (const ObstacleShape& shape : state.obstacles->shapes) std::visit(stage, shape);
    if (forces) add_forces(stage, state, shared);
    buffer.fill();
    canvas.put_pixels(static_cast<int>(panel.x), static_cast<int>(panel.y), width, height,
                      shaded_picture(buffer, samples, mean_radius, shared.theme.paper));
}

}  // namespace galet::figures
