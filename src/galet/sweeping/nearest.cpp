#include "galet/sweeping/nearest.hpp"

#include <algorithm>
#include <cmath>

#include "galet/solvers/lawson_hanson.hpp"
#include "galet/sweeping/nearest_smooth.hpp"

namespace galet::sweeping {
namespace {

constexpr double kRounding = 1e-14;  ///< of the sizes: what counts as a face that is not violated
constexpr double kFar = 1e4;         ///< sizes within which there must be a point of a set
constexpr int kMends = 2;            ///< of the point on its faces

Nearest found(Vector point) { return {Outcome::found, std::move(point), {}, 0}; }

Nearest nearest(const HalfSpace& set, const Vector& z) {
    const double beyond = set.normal.dot(z) - set.offset;
    return found(beyond > 0 ? Vector(z - beyond * set.normal) : z);
}

Nearest nearest(const Ball& set, const Vector& z) {
    if (set.radius < 0) return {Outcome::empty, z, {}, 0};
    const Vector from = z - set.center;
    const double distance = from.stableNorm();
    return found(distance > set.radius ? Vector(set.center + set.radius / distance * from) : z);
}

Nearest nearest(const Box& set, const Vector& z) {
    if ((set.low.array() > set.high.array()).any()) return {Outcome::empty, z, {}, 0};
    return found(z.cwiseMax(set.low).cwiseMin(set.high));
}

/// The faces that push.
std::vector<int> support(const Vector& y) {
    std::vector<int> faces;
    for (int k = 0; k < y.size(); ++k) {
        if (y[k] > 0) faces.push_back(k);
    }
    return faces;
}

/// By the shortest way onto all these faces: rounding of the dual problem is not rounding of the point.
void mend(const Polyhedron& set, const std::vector<int>& faces, Vector& x) {
    if (faces.empty()) return;
    const Matrix N = set.normals(faces, Eigen::all);
    const Eigen::CompleteOrthogonalDecomposition<Matrix> factor(N);
    for (int k = 0; k < kMends; ++k) x -= factor.solve(N * x - set.offsets(faces));
}

/// Whether some y >= 0 proves that there is no point: any p of the set has y'N (p - z) <= -y.beyond, beyond = N z - b,
/// and so is at least y.beyond / |N'y| away. The best y has N'y = 0 and y.beyond > 0: by least squares.
bool is_empty(const Polyhedron& set, const Vector& beyond, double size) {
    const Vector h = beyond / size;
    const Matrix W = set.normals * set.normals.transpose() + h * h.transpose();
    const Vector y = lawson_hanson(W, -h, kRounding);
    return y.allFinite() && y.dot(h) > kFar * (set.normals.transpose() * y).norm();
}

}  // namespace

Nearest nearest(const Polyhedron& set, const Vector& z) {
    const Vector beyond = set.normals * z - set.offsets;
    if (beyond.size() == 0 || beyond.maxCoeff() <= 0) return {Outcome::found, z, Vector::Zero(beyond.size()), 0};
    const double size = std::max(z.cwiseAbs().maxCoeff(), set.offsets.cwiseAbs().maxCoeff());
    Nearest answer;
    answer.multipliers = lawson_hanson(set.normals * set.normals.transpose(), -beyond, kRounding * size);
    answer.point = z - set.normals.transpose() * answer.multipliers;
    mend(set, support(answer.multipliers), answer.point);
    const double violation = (set.normals * answer.point - set.offsets).maxCoeff();
    if (violation <= kAccuracy * size) return answer;
    answer.outcome = is_empty(set, beyond, size) ? Outcome::empty : Outcome::not_found;
    return answer;
}

Nearest nearest(const ConvexSet& set, const Vector& z) {
    return std::visit([&](const auto& kind) { return nearest(kind, z); }, set);
}

}  // namespace galet::sweeping
