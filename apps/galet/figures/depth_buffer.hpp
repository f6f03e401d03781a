// The nearest surface at each sample of a panel, and its shaded picture.
//
// A depth buffer rather than painting far bodies first: faces of obstacles and bodies hide each other rightly in any
// order, and depths of neighbouring samples tell which places are buried among bodies and lie in their shade.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "figures/colour.hpp"
#include "galet/core/types.hpp"

namespace galet::figures {

/// In samples: x to the right, y downwards, depth toward the viewer.
using Sample = Vec<3>;

class DepthBuffer {
  public:
    /// `samples` a side of each pixel are averaged.
    DepthBuffer(int width, int height, int samples);

    void add_sphere(const Sample& center, double radius, const Colour& colour);
    /// A convex face.
    void add_face(std::span<const Sample> corners, const Colour& colour);
    /// A round rod.
    void add_rod(const Sample& from, const Sample& to, double radius, const Colour& colour);

    /// Pixels 0x00rrggbb, row by row. Bodies of about `body_radius` [sample] shade each other; what is far is paler.
    std::vector<unsigned> picture(double body_radius) const;

  private:
    /// A sphere, or (radius 0) a plane with the normal `place`.
    struct Surface {
        Vec<3> place;
        double radius;
        Colour colour;
    };
    /// Index range of samples whose centres lie in [low, high], cut to [0, count).
    struct Span {
        int first, last;
    };

    /// Where to look for what shades a sample, and how far that is [sample].
    struct Neighbour {
        int dx, dy;
        float distance;
    };

    static Span covered(double low, double high, int count);
    void add_sphere_samples(const Sample& center, double radius, std::uint32_t surface);
    void offer(int x, int y, double depth, std::uint32_t surface);
    std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * columns_ + x; }
    static std::vector<Neighbour> neighbours(double reach);
    Vec<3> normal(int x, int y) const;
    double openness(int x, int y, std::span<const Neighbour> around) const;
    Colour shaded(int x, int y) const;
    Colour pixel(int x, int y, std::span<const Neighbour> around, double nearest, double farthest) const;

    static constexpr float kEmpty = -std::numeric_limits<float>::infinity();

    int width_, height_, samples_, columns_, rows_;
    std::vector<float> depth_;
    std::vector<std::uint32_t> surface_;
    std::vector<Surface> surfaces_;
};

}  // namespace galet::figures
