// Radii and obstacles that change with time in a prescribed way.
//
// A scheme takes them at the end of a step while positions are those of its start; `closing` is what that does to a
// distance (BL10 eq. 1.11-1.15).
#pragma once

#include <functional>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"

namespace galet {

class Prescribed {
  public:
    using Radius = std::function<double(double t)>;
    using Shape = std::function<ObstacleShape(double t)>;

    /// The radius [m] of bodies [first, last) at time t.
    void add_radius(Index first, Index last, Radius radius);

    /// What obstacle `index` is at time t: always the same kind of shape.
    void add_obstacle(Index index, Shape shape);

    bool empty() const { return radii_.empty() && shapes_.empty(); }

    /// Sets radii and walls to those of time t. Constraints of the user's own learn the time.
    void apply(double t, Bodies& bodies, Obstacles& obstacles) const;

  private:
    struct RadiusOf {
        Index first, last;
        Radius radius;
    };
    struct ShapeOf {
        Index index;
        Shape shape;
    };
    std::vector<RadiusOf> radii_;
    std::vector<ShapeOf> shapes_;
};

}  // namespace galet
