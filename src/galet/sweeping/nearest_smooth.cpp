#include "galet/sweeping/nearest_smooth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/derivative.hpp"

namespace galet::sweeping {
namespace {

constexpr double kFirstStep = 1.0 / 16;        ///< of the length: widest difference of a gradient
constexpr double kGradientTolerance = 1e-13;   ///< relative
constexpr double kCurvatureStep = 1.0 / 2048;  ///< of the length: error and rounding of second differences meet
constexpr double kCurvatureTolerance = 1e-5;   ///< of the largest second derivative: what differences cannot tell
constexpr int kNewtonSteps = 40, kCutRounds = 200;
constexpr double kFalls = 0.5;  ///< part of the residual that a step of Newton's may leave

/// All functions with their gradients at one point.
struct Linearised {
    Vector value;
    Matrix gradient;  ///< a row each
};

/// (x, y) and how far it is from the conditions [length].
struct Trial {
    Vector x, y;
    Linearised here;
    double residual = std::numeric_limits<double>::infinity();
};

struct Search {
    const Inequalities& set;
    const Vector& z;

    Linearised linearise(const Vector& x) const {
        const auto m = static_cast<Eigen::Index>(set.functions.size());
        Linearised here{Vector(m), Matrix(m, x.size())};
        for (Eigen::Index a = 0; a < m; ++a) {
            here.value[a] = set.functions[a].value(x);
            here.gradient.row(a) = gradient_of(set.functions[a], x, set.length);
        }
        return here;
    }

    double size(const Vector& x) const {
        return std::max({set.length, x.cwiseAbs().maxCoeff(), z.cwiseAbs().maxCoeff()});
    }

    Trial trial(Vector x, Vector y) const {
        Trial t{std::move(x), std::move(y), {}, 0};
        t.here = linearise(t.x);
        t.residual = (t.x - z + t.here.gradient.transpose() * t.y).norm();
        for (Eigen::Index a = 0; a < t.y.size(); ++a) {
            const double slope = t.here.gradient.row(a).norm();
            if (slope == 0 && t.here.value[a] <= 0) continue;
            const double gap = t.here.value[a] / slope;  // distance to the boundary, to first order
            t.residual = std::max(t.residual, t.y[a] > 0 ? std::abs(gap) : gap);
        }
        if (!std::isfinite(t.residual)) t.residual = std::numeric_limits<double>::infinity();
        return t;
    }

    Trial newton_step(const Trial& from) const;
    Trial newton(Trial from, int& rounds) const;
};

/// { d : value + gradient.d <= 0 } in the variable v, d = back v; `scale` are the lengths of its rows. Functions
/// without a slope say nothing.
Polyhedron linear_set(const Linearised& here, const Matrix& back, Vector& scale) {
    Polyhedron set{here.gradient * back, -here.value};
    scale = set.normals.rowwise().norm();
    for (Eigen::Index a = 0; a < scale.size(); ++a) {
        if (scale[a] > 0) {
            set.normals.row(a) /= scale[a];
            set.offsets[a] /= scale[a];
        } else {
            set.offsets[a] = std::max(0.0, set.offsets[a]);
        }
    }
    return set;
}

Trial Search::newton_step(const Trial& from) const {
    const Eigen::Index n = z.size();
    Matrix H = Matrix::Identity(n, n);
    for (Eigen::Index a = 0; a < from.y.size(); ++a) {
        if (from.y[a] > 0) H += from.y[a] * curvature_of(set.functions[a], from.x, set.length);
    }
    const Eigen::LLT<Matrix> factor(H);
    if (factor.info() != Eigen::Success) return {};
    const Matrix back = factor.matrixU().solve(Matrix::Identity(n, n));
    Vector scale;
    const Polyhedron linear = linear_set(from.here, back, scale);
    const Nearest v = nearest(linear, Vector(back.transpose() * (z - from.x)));
    if (v.outcome != Outcome::found) return {};
    const Vector y = (scale.array() > 0).select(v.multipliers.array() / scale.array(), 0.0);
    return trial(from.x + back * v.point, y);
}

/// Steps while they help.
Trial Search::newton(Trial from, int& rounds) const {
    for (int k = 0; k < kNewtonSteps; ++k) {
        ++rounds;
        Trial next = newton_step(from);
        if (!(next.residual < from.residual)) break;
        const bool slow = next.residual > kFalls * from.residual;
        from = std::move(next);
        if (slow) break;
    }
    return from;
}

/// Half-spaces that hold the whole set, and which function each came from.
struct Cuts {
    std::vector<HalfSpace> planes;
    std::vector<Eigen::Index> function;
    std::vector<double> slope;
    bool none = false;  ///< a function is positive at its minimum

    void add(const Linearised& here, const Vector& at) {
        for (Eigen::Index a = 0; a < here.value.size(); ++a) {
            if (!(here.value[a] > 0)) continue;
            const double length = here.gradient.row(a).norm();
            if (length == 0) none = true;
            if (length == 0 || !std::isfinite(length)) continue;
            const Vector normal = here.gradient.row(a).transpose() / length;
            planes.push_back({normal, normal.dot(at) - here.value[a] / length});
            function.push_back(a);
            slope.push_back(length);
        }
    }
};

}  // namespace

Vector gradient_of(const ConvexFunction& function, const Vector& x, double length) {
    if (function.gradient) return function.gradient(x);
    Vector gradient(x.size()), y = x;
    for (Eigen::Index k = 0; k < x.size(); ++k) {
        const auto along = [&](double at) {
            y[k] = at;
            return function.value(y);
        };
        gradient[k] = derivative(along, x[k], kFirstStep * length, kGradientTolerance);
        y[k] = x[k];
    }
    return gradient;
}

Matrix curvature_of(const ConvexFunction& function, const Vector& x, double length) {
    const Eigen::Index n = x.size();
    const double h = kCurvatureStep * length, here = function.value(x);
    const auto at = [&](Eigen::Index i, double a, Eigen::Index j, double b) {
        Vector y = x;
        y[i] += a, y[j] += b;
        return function.value(y);
    };
    Matrix second(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        second(i, i) = (at(i, h, i, 0) - 2 * here + at(i, -h, i, 0)) / (h * h);
        for (Eigen::Index j = 0; j < i; ++j) {
            second(i, j) = (at(i, h, j, h) - at(i, h, j, -h) - at(i, -h, j, h) + at(i, -h, j, -h)) / (4 * h * h);
            second(j, i) = second(i, j);
        }
    }
    return second;
}

bool curves_up(const ConvexFunction& function, const Vector& x, double length) {
    const Matrix second = curvature_of(function, x, length);
    const double noise = std::abs(function.value(x)) * 1e-16 / std::pow(kCurvatureStep * length, 2);
    const Vector eigenvalues = Eigen::SelfAdjointEigenSolver<Matrix>(second, Eigen::EigenvaluesOnly).eigenvalues();
    return eigenvalues.minCoeff() >= -kCurvatureTolerance * eigenvalues.cwiseAbs().maxCoeff() - 100 * noise;
}

Nearest nearest(const Inequalities& set, const Vector& z) {
    const Search search{set, z};
    const auto m = static_cast<Eigen::Index>(set.functions.size());
    Trial best = search.trial(z, Vector::Zero(m));
    Nearest answer{Outcome::found, z, best.y, 0};
    if (m == 0 || (best.here.value.array() <= 0).all()) return answer;
    Cuts cuts;
    Trial from = best;
    for (int round = 0; round < kCutRounds; ++round) {
        const Trial reached = search.newton(from, answer.rounds);
        if (reached.residual < best.residual) best = reached;
        if (best.residual <= kAccuracy * search.size(best.x)) break;
        cuts.add(from.here, from.x);
        cuts.add(reached.here, reached.x);
        if (cuts.none || cuts.planes.empty()) break;
        const Nearest outer = nearest(polyhedron(cuts.planes), z);
        ++answer.rounds;
        if (outer.outcome == Outcome::empty) cuts.none = true;
        if (outer.outcome != Outcome::found) break;
        Vector y = Vector::Zero(m);
        for (std::size_t k = 0; k < cuts.planes.size(); ++k) {
            y[cuts.function[k]] += outer.multipliers[static_cast<Eigen::Index>(k)] / cuts.slope[k];
        }
        from = search.trial(outer.point, y);
    }
    answer.point = best.x;
    answer.multipliers = best.y;
    if (best.residual > kAccuracy * search.size(best.x))
        answer.outcome = cuts.none ? Outcome::empty : Outcome::not_found;
    return answer;
}

}  // namespace galet::sweeping
