#include "figures/depth_shading.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "galet/core/parallel.hpp"

namespace galet::figures {
namespace {

// Light from the upper left, before the sheet; y points downwards.
const Vec<3> kLight = Vec<3>(-0.40, -0.62, 0.68).normalized();
const Vec<3> kHalfway = (kLight + Vec<3>(0, 0, 1)).normalized();
constexpr double kAmbient = 0.42, kDiffuse = 0.66, kGloss = 0.22;
constexpr double kBuriedShade = 0.85;  ///< of the light is lost where all is covered
constexpr float kLeastRise = 0.15f;    ///< slope that casts no shade yet
constexpr double kHaze = 0.38;         ///< share of paper in what is farthest
constexpr double kPaleHalf = 0.72;     ///< white in the paler half of a marked sphere
constexpr Colour kWhite{1, 1, 1};
constexpr Index kRows = 8;  ///< of pixels that one thread shades at a time

unsigned packed(const Colour& c) {
    const auto byte = [](double v) { return static_cast<unsigned>(255 * std::clamp(v, 0.0, 1.0) + 0.5); };
    return byte(c.red) << 16 | byte(c.green) << 8 | byte(c.blue);
}

Colour sum(const Colour& a, const Colour& b) { return {a.red + b.red, a.green + b.green, a.blue + b.blue}; }
Colour scaled(const Colour& a, double s) { return {s * a.red, s * a.green, s * a.blue}; }

/// Phong's power 24 by squares: std::pow takes longer than all the rest of a sample.
double shine(double cosine) {
    const double c2 = cosine * cosine, c4 = c2 * c2, c8 = c4 * c4;
    return c8 * c8 * c8;
}

/// Where to look for what shades a sample, and how far that is [sample].
struct Neighbour {
    int dx, dy;
    float distance;
};

std::vector<Neighbour> neighbours(double reach) {
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

struct Shading {
    const DepthBuffer& buffer;
    int samples;
    Colour paper;
    std::vector<Neighbour> around;
    double nearest, farthest;

    /// 1 where nothing near rises above the tangent plane of the sample, 0 where all around it does.
    double openness(int x, int y, const Vec<3>& normal) const {
        const Eigen::Vector3f n = normal.cast<float>();
        const float here = buffer.depth(x, y), slope_x = -n.x() / std::max(n.z(), 0.2f),
                    slope_y = -n.y() / std::max(n.z(), 0.2f);
        float covered_by = 0;
        for (const auto& [dx, dy, distance] : around) {
            const int nx = x + dx, ny = y + dy;
            if (nx < 0 || ny < 0 || nx >= buffer.columns() || ny >= buffer.rows()) continue;
            const float plane = here + slope_x * static_cast<float>(dx) + slope_y * static_cast<float>(dy);
            const float rise = std::max(0.0f, (buffer.depth(nx, ny) - plane) / distance - kLeastRise);
            // What is far in front casts less shade: it is not near in space.
            covered_by += std::min(rise, 1.0f) / (1 + 0.25f * rise * rise);
        }
        return 1 - static_cast<double>(covered_by) / static_cast<double>(around.size());
    }

    static Colour lit(const Surface& s, const Vec<3>& n) {
        // Faces are lit softly all around, so that none of a room is dark.
        if (s.kind == Surface::Kind::face) return scaled(s.colour, 0.80 + 0.2 * n.dot(kLight));
        const Colour colour = s.two_coloured && n.dot(s.axis) < 0 ? mix(s.colour, kWhite, kPaleHalf) : s.colour;
        const double gloss = kGloss * shine(std::max(0.0, n.dot(kHalfway)));
        return mix(scaled(colour, kAmbient + kDiffuse * std::max(0.0, n.dot(kLight))), kWhite, gloss);
    }

    Colour pixel(int x, int y) const {
        Colour total;
        double light = -1;
        for (int k = 0; k < samples * samples; ++k) {
            const int sx = x * samples + k % samples, sy = y * samples + k / samples;
            if (buffer.empty(sx, sy)) {
                total = sum(total, paper);
                continue;
            }
            const Vec<3> normal = buffer.normal(sx, sy);
            // Shade varies slowly, and costs most: once a pixel is enough.
            if (light < 0) light = 1 - kBuriedShade * (1 - openness(sx, sy, normal));
            const double depth = static_cast<double>(buffer.depth(sx, sy));
            const double haze = nearest > farthest ? kHaze * (nearest - depth) / (nearest - farthest) : 0;
            total = sum(total, mix(scaled(lit(buffer.surface(sx, sy), normal), light), paper, haze));
        }
        return scaled(total, 1.0 / (samples * samples));
    }
};

/// Depths of what is nearest and farthest.
std::pair<double, double> depths(const DepthBuffer& buffer) {
    float nearest = -std::numeric_limits<float>::infinity(), farthest = -nearest;
    for (int y = 0; y < buffer.rows(); ++y)
        for (int x = 0; x < buffer.columns(); ++x) {
            if (buffer.empty(x, y)) continue;
            nearest = std::max(nearest, buffer.depth(x, y));
            farthest = std::min(farthest, buffer.depth(x, y));
        }
    return {static_cast<double>(nearest), static_cast<double>(farthest)};
}

}  // namespace

std::vector<unsigned> shaded_picture(const DepthBuffer& buffer, int samples, double body_radius, const Colour& paper) {
    const auto [nearest, farthest] = depths(buffer);
    const Shading shading{buffer, samples, paper, neighbours(std::max(3.0, body_radius)), nearest, farthest};
    const int width = buffer.columns() / samples, height = buffer.rows() / samples;
    std::vector<unsigned> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    parallel_blocks(height, kRows, [&](std::size_t, Index first, Index last) {
        for (int y = static_cast<int>(first); y < static_cast<int>(last); ++y)
            for (int x = 0; x < width; ++x)
                pixels[static_cast<std::size_t>(y) * width + x] = packed(shading.pixel(x, y));
    });
    return pixels;
}

}  // namespace galet::figures
