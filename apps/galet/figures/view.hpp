// What a picture shows: a state of the bodies, the part of space and the range of values that frames may share.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "galet/bodies/obstacles.hpp"
#include "galet/simulation/records.hpp"

namespace galet::figures {

/// One state to draw. It refers to arrays of the caller, who keeps them until the picture is written.
struct Snapshot {
    int dimension = 2;
    std::span<const double> position;         ///< q [m], body by body
    std::span<const double> radius;           ///< [m]
    std::span<const double> value;            ///< one a body, shown as colour; empty: all bodies alike
    const Obstacles* obstacles = nullptr;     ///< none: not drawn
    const FrameContacts* contacts = nullptr;  ///< none: no force network
    std::string caption = {};                 ///< under the picture; see time_caption
    /// How bodies have turned, shown by marks: an angle [rad] in two dimensions, a unit quaternion w, x, y, z in three;
    /// empty: no marks.
    std::span<const double> orientation = {};

    std::size_t size() const { return radius.size(); }
};

/// An axis-parallel box [m]; components beyond the dimension are ignored.
struct View {
    Point min{}, max{};
};

/// Values from `low` to `high`, in the unit of what they measure.
struct Range {
    double low = 0, high = 1;
};

/// The smallest box around all bodies and the obstacles near them, a little enlarged. Obstacles beyond twice the extent
/// of the bodies are cut off.
View view_of(std::span<const Snapshot> states);
View joined(const View& a, const View& b);

/// Of all finite values; {0, 1} where there is none.
Range range_of(std::span<const Snapshot> states);

/// What frames share, found by looking at one after the other.
class Survey {
  public:
    void add(const Snapshot& state);

    View view() const;                                                     ///< see view_of
    Range range() const;                                                   ///< see range_of
    double largest_impulse() const { return largest_impulse_; }            ///< of the force networks [N s]
    double mean_radius() const { return count_ > 0 ? sum_ / count_ : 0; }  ///< of all bodies of all states [m]

  private:
    int dimension_ = 0;  ///< 0: nothing seen yet
    View box_{};
    std::optional<Range> range_;
    double largest_impulse_ = 0, sum_ = 0, count_ = 0;
};

/// "t = 0.30 s, step 3".
std::string time_caption(double time, std::int64_t step);

}  // namespace galet::figures
