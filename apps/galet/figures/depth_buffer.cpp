#include "figures/depth_buffer.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace galet::figures {
namespace {

// Light from the upper left, before the sheet; y points downwards.
const Vec<3> kLight = Vec<3>(-0.40, -0.62, 0.68).normalized();
const Vec<3> kHalfway = (kLight + Vec<3>(0, 0, 1)).normalized();
constexpr double kAmbient = 0.42, kDiffuse = 0.66, kGloss = 0.22, kShininess = 24;
constexpr double kBuriedShade = 0.85;  ///< of the light is lost where all is covered
constexpr float kLeastRise = 0.15f;    ///< slope that casts no shade yet
constexpr double kHaze = 0.38;         ///< share of paper in what is farthest

unsigned packed(const Colour& c) {
    const auto byte = [](double v) { return static_cast<unsigned>(std::lround(255 * std::clamp(v, 0.0, 1.0))); };
    return byte(c.red) << 16 | byte(c.green) << 8 | byte(c.blue);
}

Colour sum(const Colour& a, const Colour& b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }
Colour scaled(const Colour& a, double s) { return {s * a.red, s * a.green, s * a.blue}; }

}  // namespace

DepthBuffer::DepthBuffer(int width, int height, int samples)
    : width_(width),
      height_(height),
      samples_(samples),
      columns_(width * samples),
      rows_(height * samples),
      depth_(static_cast<std::size_t>(columns_) * rows_, kEmpty),
      surface_(depth_.size()) {}

DepthBuffer::Span DepthBuffer::covered(double low, double high, int count) {
    const auto cell = [count](double v) { return static_cast<int>(std::clamp(v, 0.0, double(count))); };
    return {cell(std::ceil(low - 0.5)), cell(std::floor(high - 0.5) + 1)};
}

void DepthBuffer::offer(int x, int y, double depth, std::uint32_t surface) {
    const std::size_t k = index(x, y);
    if (static_cast<float>(depth) <= depth_[k]) return;
    depth_[k] = static_cast<float>(depth);
    surface_[k] = surface;
}

void DepthBuffer::add_sphere(const Sample& center, double radius, const Colour& colour) {
    surfaces_.push_back({center, radius, colour});
    add_sphere_samples(center, radius, static_cast<std::uint32_t>(surfaces_.size() - 1));
}

void DepthBuffer::add_sphere_samples(const Sample& center, double radius, std::uint32_t surface) {
    if (!center.allFinite()) return;
    const Span ys = covered(center.y() - radius, center.y() + radius, rows_);
    for (int y = ys.first; y < ys.last; ++y) {
        const double dy = y + 0.5 - center.y(), half = std::sqrt(std::max(0.0, radius * radius - dy * dy));
        const Span xs = covered(center.x() - half, center.x() + half, columns_);
        for (int x = xs.first; x < xs.last; ++x) {
            const double dx = x + 0.5 - center.x();
            offer(x, y, center.z() + std::sqrt(std::max(0.0, half * half - dx * dx)), surface);
        }
    }
}

void DepthBuffer::add_rod(const Sample& from, const Sample& to, double radius, const Colour& colour) {
    if (!from.allFinite() || !to.allFinite()) return;
    // A row of spheres, close enough to look smooth.
    const int pieces =
        static_cast<int>(std::min(1e5, std::ceil((to - from).norm() / std::max(0.4, 0.12 * radius)))) + 1;
    for (int k = 0; k <= pieces; ++k) add_sphere(from + (to - from) * (double(k) / pieces), radius, colour);
}

void DepthBuffer::add_face(std::span<const Sample> corners, const Colour& colour) {
    if (corners.size() < 3) return;
    // Newell's normal; one seen from its edge hides nothing.
    Vec<3> normal = Vec<3>::Zero(), low = corners[0], high = corners[0];
    for (std::size_t k = 0; k < corners.size(); ++k) {
        normal += corners[k].cross(corners[(k + 1) % corners.size()]);
        low = low.cwiseMin(corners[k]);
        high = high.cwiseMax(corners[k]);
    }
    normal.normalize();
    if (!normal.allFinite() || std::abs(normal.z()) < 1e-6) return;
    const double side = normal.z() > 0 ? 1 : -1;
    surfaces_.push_back({side * normal, 0, colour});
    const auto inside = [&](double x, double y) {
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const Sample &a = corners[k], &b = corners[(k + 1) % corners.size()];
            if (side * ((b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x())) < 0) return false;
        }
        return true;
    };
    const Span xs = covered(low.x(), high.x(), columns_), ys = covered(low.y(), high.y(), rows_);
    for (int y = ys.first; y < ys.last; ++y)
        for (int x = xs.first; x < xs.last; ++x) {
            if (!inside(x + 0.5, y + 0.5)) continue;
            const double dx = x + 0.5 - corners[0].x(), dy = y + 0.5 - corners[0].y();
            offer(x, y, corners[0].z() - (normal.x() * dx + normal.y() * dy) / normal.z(),
                  static_cast<std::uint32_t>(surfaces_.size() - 1));
        }
}

std::vector<DepthBuffer::Neighbour> DepthBuffer::neighbours(double reach) {
    static constexpr double kRings[2] = {0.45, 1.1};
    constexpr int directions = 10;
    std::vector<Neighbour> around;
    for (int k = 0; k < 2 * directions; ++k) {
        // The second ring is turned by half a direction.
        const double angle = (k % directions + 0.5 * (k / directions)) * 2 * std::numbers::pi / directions;
        const double distance = reach * kRings[k / directions];
        around.push_back({static_cast<int>(std::lround(distance * std::cos(angle))),
                          static_cast<int>(std::lround(distance * std::sin(angle))), static_cast<float>(distance)});
    }
    return around;
}

Vec<3> DepthBuffer::normal(int x, int y) const {
    const Surface& s = surfaces_[surface_[index(x, y)]];
    if (s.radius == 0) return s.place;
    return (Vec<3>(x + 0.5, y + 0.5, static_cast<double>(depth_[index(x, y)])) - s.place) / s.radius;
}

/// 1 where nothing near rises above the tangent plane of the sample, 0 where all around it does.
double DepthBuffer::openness(int x, int y, std::span<const Neighbour> around) const {
    const Eigen::Vector3f n = normal(x, y).cast<float>();
    const float here = depth_[index(x, y)], slope_x = -n.x() / std::max(n.z(), 0.2f),
                slope_y = -n.y() / std::max(n.z(), 0.2f);
    float covered_by = 0;
    for (const auto& [dx, dy, distance] : around) {
        const int nx = x + dx, ny = y + dy;
        if (nx < 0 || ny < 0 || nx >= columns_ || ny >= rows_) continue;
        const float plane = here + slope_x * static_cast<float>(dx) + slope_y * static_cast<float>(dy);
        const float rise = std::max(0.0f, (depth_[index(nx, ny)] - plane) / distance - kLeastRise);
        // What is far in front casts less shade: it is not near in space.
        covered_by += std::min(rise, 1.0f) / (1 + 0.25f * rise * rise);
    }
    return 1 - static_cast<double>(covered_by) / static_cast<double>(around.size());
}

Colour DepthBuffer::shaded(int x, int y) const {
    const Surface& s = surfaces_[surface_[index(x, y)]];
    const Vec<3> n = normal(x, y);
    // Faces are lit softly all around, so that none of a room is dark.
    if (s.radius == 0) return scaled(s.colour, 0.80 + 0.2 * n.dot(kLight));
    const double gloss = kGloss * std::pow(std::max(0.0, n.dot(kHalfway)), kShininess);
    return mix(scaled(s.colour, kAmbient + kDiffuse * std::max(0.0, n.dot(kLight))), kPaper, gloss);
}

Colour DepthBuffer::pixel(int x, int y, std::span<const Neighbour> around, double nearest, double farthest) const {
    Colour total;
    double light = -1;
    for (int k = 0; k < samples_ * samples_; ++k) {
        const int sx = x * samples_ + k % samples_, sy = y * samples_ + k / samples_;
        const double depth = static_cast<double>(depth_[index(sx, sy)]);
        if (std::isinf(depth)) {
            total = sum(total, kPaper);
            continue;
        }
        // Shade varies slowly, and costs most: once a pixel is enough.
        if (light < 0) light = 1 - kBuriedShade * (1 - openness(sx, sy, around));
        const double haze = nearest > farthest ? kHaze * (nearest - depth) / (nearest - farthest) : 0;
        total = sum(total, mix(scaled(shaded(sx, sy), light), kPaper, haze));
    }
    return scaled(total, 1.0 / (samples_ * samples_));
}

std::vector<unsigned> DepthBuffer::picture(double body_radius) const {
    double nearest = -std::numeric_limits<double>::infinity(), farthest = -nearest;
    for (const float depth : depth_)
        if (depth > kEmpty) {
            nearest = std::max(nearest, static_cast<double>(depth));
            farthest = std::min(farthest, static_cast<double>(depth));
        }
    const std::vector<Neighbour> around = neighbours(std::max(3.0, body_radius));
    std::vector<unsigned> pixels(static_cast<std::size_t>(width_) * height_);
    for (int y = 0; y < height_; ++y)
        for (int x = 0; x < width_; ++x)
            pixels[static_cast<std::size_t>(y) * width_ + x] = packed(pixel(x, y, around, nearest, farthest));
    return pixels;
}

}  // namespace galet::figures
