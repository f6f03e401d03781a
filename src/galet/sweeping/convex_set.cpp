#include "galet/sweeping/convex_set.hpp"

#include <cassert>

namespace galet::sweeping {
namespace {

template <class... Calls>
struct Overloaded : Calls... {
    using Calls::operator()...;
};
template <class... Calls>
Overloaded(Calls...) -> Overloaded<Calls...>;  // clang 14 does not deduce it

ConvexFunction translated(const ConvexFunction& function, const Vector& by) {
    ConvexFunction moved;
    moved.value = [f = function.value, by](const Vector& x) { return f(x - by); };
    if (function.gradient) moved.gradient = [g = function.gradient, by](const Vector& x) { return g(x - by); };
    return moved;
}

}  // namespace

int dimension_of(const ConvexSet& set) {
    const auto dimension = std::visit(
        Overloaded{[](const HalfSpace& s) { return s.normal.size(); }, [](const Ball& s) { return s.center.size(); },
                   [](const Box& s) { return s.low.size(); }, [](const Polyhedron& s) { return s.normals.cols(); },
                   [](const Inequalities& s) { return Eigen::Index{s.dimension}; }},
        set);
    return static_cast<int>(dimension);
}

HalfSpace half_space(const Vector& point, const Vector& inward) {
    assert(inward.norm() > 0);
    const Vector outward = -inward.stableNormalized();
    return {outward, outward.dot(point)};
}

Polyhedron polyhedron(const std::vector<HalfSpace>& faces) {
    assert(!faces.empty());
    const auto m = static_cast<Eigen::Index>(faces.size());
    Polyhedron set{Matrix(m, faces.front().normal.size()), Vector(m)};
    for (Eigen::Index k = 0; k < m; ++k) {
        set.normals.row(k) = faces[k].normal;
        set.offsets[k] = faces[k].offset;
    }
    return set;
}

ConvexSet translated(ConvexSet set, const Vector& by) {
    std::visit(
        Overloaded{[&](HalfSpace& s) { s.offset += s.normal.dot(by); }, [&](Ball& s) { s.center += by; },
                   [&](Box& s) { s.low += by, s.high += by; }, [&](Polyhedron& s) { s.offsets += s.normals * by; },
                   [&](Inequalities& s) {
                       for (ConvexFunction& function : s.functions) function = translated(function, by);
                   }},
        set);
    return set;
}

std::optional<Polyhedron> faces_of(const ConvexSet& set) {
    if (const auto* all = std::get_if<Polyhedron>(&set)) return *all;
    if (const auto* one = std::get_if<HalfSpace>(&set)) return polyhedron({*one});
    const auto* box = std::get_if<Box>(&set);
    if (!box) return {};
    const Eigen::Index n = box->low.size();
    Polyhedron faces{Matrix(2 * n, n), Vector(2 * n)};
    faces.normals << -Matrix::Identity(n, n), Matrix::Identity(n, n);
    faces.offsets << -box->low, box->high;
    return faces;
}

MovingSet moved(ConvexSet set, std::function<Vector(double t)> motion, std::vector<double> breaks) {
    const int dimension = dimension_of(set);
    return {dimension,
            [set = std::move(set), motion = std::move(motion)](double t) { return translated(set, motion(t)); },
            std::move(breaks)};
}

}  // namespace galet::sweeping
