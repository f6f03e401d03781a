// The nearest surface at each sample of a panel.
//
// A depth buffer rather than painting far bodies first: faces of obstacles and bodies hide each other rightly in any
// order, and depths of neighbouring samples tell which places are buried among bodies and lie in their shade
// (depth_shading.hpp).
//
// Things are first only noted. `fill` then goes through bands of rows, each by one thread and all in the order in which
// they were noted: the same bits for any number of threads.
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

/// A thing to be seen: a sphere, a rod with round ends, or a face.
struct Surface {
    enum class Kind : std::uint8_t { sphere, rod, face };
    Kind kind;
    bool two_coloured = false;  ///< of a sphere: the half away from `axis` is paler
    Sample place;               ///< centre, one end, or a corner
    Vec<3> axis;  ///< of a rod the way to its other end; of a face its normal, toward the viewer; the pole of a sphere
    double radius = 0;
    Colour colour;
    std::vector<Sample> corners;  ///< of a face, anticlockwise where x is to the right and y upwards in their numbers
};

class DepthBuffer {
  public:
    DepthBuffer(int columns, int rows);  ///< samples

    void add_sphere(const Sample& center, double radius, const Colour& colour);
    /// Its half around `pole`, a unit vector, has the colour, the other a paler one.
    void add_marked_sphere(const Sample& center, double radius, const Colour& colour, const Vec<3>& pole);
    /// A convex face.
    void add_face(std::span<const Sample> corners, const Colour& colour);
    void add_rod(const Sample& from, const Sample& to, double radius, const Colour& colour);

    void fill();

    int columns() const { return columns_; }
    int rows() const { return rows_; }
    bool empty(int x, int y) const { return depth_[index(x, y)] == kEmpty; }
    float depth(int x, int y) const { return depth_[index(x, y)]; }  ///< minus infinity where nothing is
    const Surface& surface(int x, int y) const { return surfaces_[surface_[index(x, y)]]; }
    /// Outwards, of the surface there.
    Vec<3> normal(int x, int y) const;

  private:
    /// Indices of samples [first, last).
    struct Span {
        int first, last;
    };

    /// Those whose centres lie in [low, high], cut to `within`.
    static Span covered(double low, double high, Span within);
    std::size_t index(int x, int y) const { return static_cast<std::size_t>(y) * columns_ + x; }
    /// Keeps a thing that covers rows whose centres lie in [low, high], if there are any.
    void note(Surface surface, double low, double high);
    void offer(int x, int y, float depth, std::uint32_t surface);
    void fill_rows(Span rows);
    void fill_sphere(std::uint32_t surface, Span rows);
    void fill_rod(std::uint32_t surface, Span rows);
    void fill_face(std::uint32_t surface, Span rows);

    static constexpr float kEmpty = -std::numeric_limits<float>::infinity();

    int columns_, rows_;
    std::vector<float> depth_;
    std::vector<std::uint32_t> surface_;
    std::vector<Surface> surfaces_;
    std::vector<Span> heights_;  ///< rows that each surface covers
};

}  // namespace galet::figures
