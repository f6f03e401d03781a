#include "figures/depth_buffer.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "galet/core/parallel.hpp"

namespace galet::figures {
namespace {

constexpr int kBand = 64;  ///< rows that one thread fills at a time

/// Depth of a rod over a place p = (x, y, z) seen from its first end: with the unit axis a and the length l,
/// |p|^2 - (p . a)^2 = r^2 where 0 <= p . a <= l, else the sphere around an end; minus infinity beside the rod.
class RodDepth {
  public:
    RodDepth(const Vec<3>& axis, double radius)
        : axis_(axis), length_(axis.norm()), unit_(axis / (length_ > 0 ? length_ : 1)), square_(radius * radius) {}

    double operator()(double x, double y) const {
        double highest = -std::numeric_limits<double>::infinity();
        const double along = x * unit_.x() + y * unit_.y(), slant = 1 - unit_.z() * unit_.z();
        const double root = along * along * unit_.z() * unit_.z() - slant * (x * x + y * y - along * along - square_);
        if (slant > kUpright && root >= 0) {
            const double z = (along * unit_.z() + std::sqrt(root)) / slant, place = along + z * unit_.z();
            if (place >= 0 && place <= length_) highest = z;
        }
        for (const double end : {0.0, 1.0}) {
            const double ex = x - end * axis_.x(), ey = y - end * axis_.y(), rest = square_ - ex * ex - ey * ey;
            if (rest >= 0) highest = std::max(highest, end * axis_.z() + std::sqrt(rest));
        }
        return highest;
    }

  private:
    static constexpr double kUpright = 1e-12;  ///< seen along its axis a rod is its nearer end

    Vec<3> axis_;
    double length_;
    Vec<3> unit_;
    double square_;
};

}  // namespace

DepthBuffer::DepthBuffer(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      depth_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), kEmpty),
      surface_(depth_.size()) {}

DepthBuffer::Span DepthBuffer::covered(double low, double high, Span within) {
    const auto cell = [within](double v) {
        return static_cast<int>(std::clamp(v, double(within.first), double(within.last)));
    };
    return {cell(std::ceil(low - 0.5)), cell(std::floor(high - 0.5) + 1)};
}

void DepthBuffer::note(Surface surface, double low, double high) {
    const Span span = covered(low, high, {0, rows_});
    if (span.first >= span.last) return;
    surfaces_.push_back(std::move(surface));
    heights_.push_back(span);
}

void DepthBuffer::add_sphere(const Sample& center, double radius, const Colour& colour) {
    if (!center.allFinite()) return;
    note({Surface::Kind::sphere, false, center, Vec<3>::Zero(), radius, colour, {}}, center.y() - radius,
         center.y() + radius);
}

void DepthBuffer::add_marked_sphere(const Sample& center, double radius, const Colour& colour, const Vec<3>& pole) {
    if (!center.allFinite()) return;
    note({Surface::Kind::sphere, true, center, pole, radius, colour, {}}, center.y() - radius, center.y() + radius);
}

void DepthBuffer::add_rod(const Sample& from, const Sample& to, double radius, const Colour& colour) {
    if (!from.allFinite() || !to.allFinite()) return;
    note({Surface::Kind::rod, false, from, to - from, radius, colour, {}}, std::min(from.y(), to.y()) - radius,
         std::max(from.y(), to.y()) + radius);
}

void DepthBuffer::add_face(std::span<const Sample> corners, const Colour& colour) {
    if (corners.size() < 3) return;
    // Newell's normal; one seen from its edge hides nothing.
    Vec<3> normal = Vec<3>::Zero();
    double low = corners[0].y(), high = low;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        normal += corners[k].cross(corners[(k + 1) % corners.size()]);
        low = std::min(low, corners[k].y());
        high = std::max(high, corners[k].y());
    }
    normal.normalize();
    if (!normal.allFinite() || std::abs(normal.z()) < 1e-6) return;
    std::vector<Sample> polygon(corners.begin(), corners.end());
    if (normal.z() < 0) std::reverse(polygon.begin(), polygon.end()), normal = -normal;
    note({Surface::Kind::face, false, polygon[0], normal, 0, colour, std::move(polygon)}, low, high);
}

void DepthBuffer::fill() {
    parallel_blocks(rows_, kBand, [this](std::size_t, Index first, Index last) {
        fill_rows({static_cast<int>(first), static_cast<int>(last)});
    });
}

void DepthBuffer::fill_rows(Span band) {
    for (std::size_t s = 0; s < surfaces_.size(); ++s) {
        const Span rows{std::max(band.first, heights_[s].first), std::min(band.last, heights_[s].last)};
        if (rows.first >= rows.last) continue;
        const auto surface = static_cast<std::uint32_t>(s);
        if (surfaces_[s].kind == Surface::Kind::sphere) fill_sphere(surface, rows);
        if (surfaces_[s].kind == Surface::Kind::rod) fill_rod(surface, rows);
        if (surfaces_[s].kind == Surface::Kind::face) fill_face(surface, rows);
    }
}

void DepthBuffer::offer(int x, int y, float depth, std::uint32_t surface) {
    const std::size_t k = index(x, y);
    if (depth <= depth_[k]) return;
    depth_[k] = depth;
    surface_[k] = surface;
}

void DepthBuffer::fill_sphere(std::uint32_t surface, Span rows) {
    const Surface& s = surfaces_[surface];
    for (int y = rows.first; y < rows.last; ++y) {
        const double dy = y + 0.5 - s.place.y(), square = std::max(0.0, s.radius * s.radius - dy * dy);
        const double half = std::sqrt(square);
        const Span xs = covered(s.place.x() - half, s.place.x() + half, {0, columns_});
        const auto middle = static_cast<float>(s.place.x() - 0.5), height = static_cast<float>(s.place.z());
        const auto rest = static_cast<float>(square);
        for (int x = xs.first; x < xs.last; ++x) {
            const float dx = static_cast<float>(x) - middle;
            offer(x, y, height + std::sqrt(std::max(0.0f, rest - dx * dx)), surface);
        }
    }
}

void DepthBuffer::fill_rod(std::uint32_t surface, Span rows) {
    const Surface& s = surfaces_[surface];
    const RodDepth depth_at(s.axis, s.radius);
    for (int y = rows.first; y < rows.last; ++y) {
        // Ends of the part of the axis that is within a radius of the row.
        const double my = y + 0.5 - s.place.y();
        double first = 0, last = 1;
        if (std::abs(s.axis.y()) > 1e-9) {
            const double t1 = (my - s.radius) / s.axis.y(), t2 = (my + s.radius) / s.axis.y();
            first = std::clamp(std::min(t1, t2), 0.0, 1.0);
            last = std::clamp(std::max(t1, t2), 0.0, 1.0);
        }
        const double x1 = s.place.x() + first * s.axis.x(), x2 = s.place.x() + last * s.axis.x();
        const Span xs = covered(std::min(x1, x2) - s.radius, std::max(x1, x2) + s.radius, {0, columns_});
        for (int x = xs.first; x < xs.last; ++x)
            offer(x, y, static_cast<float>(s.place.z() + depth_at(x + 0.5 - s.place.x(), my)), surface);
    }
}

void DepthBuffer::fill_face(std::uint32_t surface, Span rows) {
    const Surface& s = surfaces_[surface];
    const std::size_t corners = s.corners.size();
    for (int y = rows.first; y < rows.last; ++y) {
        // The row lies on the inner side of all edges between these ends.
        double left = 0, right = columns_;
        for (std::size_t k = 0; k < corners; ++k) {
            const Sample &a = s.corners[k], &b = s.corners[(k + 1) % corners];
            const double rise = b.y() - a.y(), at_zero = (b.x() - a.x()) * (y + 0.5 - a.y()) + rise * a.x();
            if (rise > 0) right = std::min(right, at_zero / rise);
            if (rise < 0) left = std::max(left, at_zero / rise);
            if (rise == 0 && at_zero < 0) right = left - 1;
        }
        const double my = y + 0.5 - s.place.y();
        const Span xs = covered(left, right, {0, columns_});
        for (int x = xs.first; x < xs.last; ++x) {
            const double mx = x + 0.5 - s.place.x();
            offer(x, y, static_cast<float>(s.place.z() - (s.axis.x() * mx + s.axis.y() * my) / s.axis.z()), surface);
        }
    }
}

Vec<3> DepthBuffer::normal(int x, int y) const {
    const Surface& s = surface(x, y);
    if (s.kind == Surface::Kind::face) return s.axis;
    Vec<3> outwards = Vec<3>(x + 0.5, y + 0.5, static_cast<double>(depth(x, y))) - s.place;
    if (s.kind == Surface::Kind::rod && s.axis.squaredNorm() > 0)
        outwards -= std::clamp(outwards.dot(s.axis) / s.axis.squaredNorm(), 0.0, 1.0) * s.axis;
    return outwards / s.radius;
}

}  // namespace galet::figures
