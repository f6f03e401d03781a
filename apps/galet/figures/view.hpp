// What a picture shows: a state of the bodies, the part of space and the range of values that frames may share.
#pragma once

#include <cstdint>
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
    std::string caption;                      ///< under the picture; see time_caption

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

/// Of the force networks [N s]; 0 where there is none.
double largest_impulse(std::span<const Snapshot> states);

/// "t = 0.30 s, step 3".
std::string time_caption(double time, std::int64_t step);

}  // namespace galet::figures
