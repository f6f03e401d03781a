// Closed convex sets of R^n at an instant, as values; and one that moves: C(t).
//
//   half-space    { x : n.x <= b }             n outward, |n| = 1
//   ball          { x : |x - c| <= R }
//   box           { x : low <= x <= high }
//   polyhedron    { x : N x <= b }             rows of N outward and of length 1
//   inequalities  { x : c_a(x) <= 0, all a }   c_a smooth and convex, with a gradient that is not 0 where c_a = 0
//
// (Moreau99 eq. 10 is the last of them; the sign of all is his.)
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

namespace galet::sweeping {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

struct HalfSpace {
    Vector normal;
    double offset = 0;
};

struct Ball {
    Vector center;
    double radius = 0;  ///< >= 0
};

struct Box {
    Vector low, high;  ///< low <= high
};

struct Polyhedron {
    Matrix normals;
    Vector offsets;
};

struct ConvexFunction {
    std::function<double(const Vector&)> value;
    std::function<Vector(const Vector&)> gradient;  ///< empty: from differences of the value
};

struct Inequalities {
    int dimension = 0;
    std::vector<ConvexFunction> functions;
    double length = 1;  ///< over which the functions change: differences are taken within a part of it
};

using ConvexSet = std::variant<HalfSpace, Ball, Box, Polyhedron, Inequalities>;

int dimension_of(const ConvexSet& set);

/// The half-space on the side to which `inward` points, any length but 0, with `point` on its boundary.
HalfSpace half_space(const Vector& point, const Vector& inward);

/// The intersection of half-spaces, at least one.
Polyhedron polyhedron(const std::vector<HalfSpace>& faces);

/// { x + by : x in the set }
ConvexSet translated(ConvexSet set, const Vector& by);

/// The same set as an intersection of half-spaces, where it is one.
std::optional<Polyhedron> faces_of(const ConvexSet& set);

/// t -> C(t), nonempty, closed and convex. It may jump: C(t) is then its limit from the right (Moreau99 6).
struct MovingSet {
    int dimension = 0;
    std::function<ConvexSet(double t)> at;
    /// Times where it jumps or its velocity does, ascending. Where a method can do without, they may be left out.
    std::vector<double> breaks;
};

/// C(t) = C + a(t)  (Moreau99 3.1)
MovingSet moved(ConvexSet set, std::function<Vector(double t)> motion, std::vector<double> breaks = {});

}  // namespace galet::sweeping
