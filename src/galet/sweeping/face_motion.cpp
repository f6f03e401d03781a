#include "galet/sweeping/face_motion.hpp"

#include <cassert>
#include <cmath>
#include <numbers>

namespace galet::sweeping {
namespace {

constexpr int kPoints = 17;

// Of the largest offset, or of 1 for a normal.
constexpr double kNegligible = 1e-15;  ///< coefficients that are rounding
constexpr double kTail = 1e-14;        ///< what the last coefficients may be
constexpr double kAgreement = 1e-13;   ///< between points, polynomials and motion

Vector entries_of(const MovingSet& set, double t) {
    const std::optional<Polyhedron> faces = faces_of(set.at(t));
    assert(faces);
    Vector entries(faces->normals.size() + faces->offsets.size());
    entries << faces->normals.reshaped(), faces->offsets;
    return entries;
}

/// T_0(s) .. T_{kPoints-1}(s)
Vector polynomials(double s) {
    Vector T(kPoints);
    T[0] = 1, T[1] = s;
    for (int k = 2; k < kPoints; ++k) T[k] = 2 * s * T[k - 1] - T[k - 2];
    return T;
}

/// Their derivatives: T_k' = k U_{k-1}.
Vector slopes(double s) {
    Vector U(kPoints), D(kPoints);
    U[0] = 1, U[1] = 2 * s;
    for (int k = 2; k < kPoints; ++k) U[k] = 2 * s * U[k - 1] - U[k - 2];
    D[0] = 0;
    for (int k = 1; k < kPoints; ++k) D[k] = k * U[k - 1];
    return D;
}

}  // namespace

FaceMotion::FaceMotion(const MovingSet& set, double from, double to, double size) : from_(from), to_(to), size_(size) {
    const std::optional<Polyhedron> first = faces_of(set.at(from));
    assert(first);
    faces_ = first->normals.rows(), dimension_ = first->normals.cols();
    const auto time = [&](double s) { return std::min(to, from + (to - from) * (1 + s) / 2); };
    Matrix values(faces_ * (dimension_ + 1), kPoints), T(kPoints, kPoints);
    for (int j = 0; j < kPoints; ++j) {
        const double s = std::cos(std::numbers::pi * (j + 0.5) / kPoints);
        values.col(j) = entries_of(set, time(s));
        T.row(j) = polynomials(s);
    }
    coefficients_ = 2.0 / kPoints * values * T;
    coefficients_.col(0) /= 2;
    size_ = std::max(size_, values.bottomRows(faces_).cwiseAbs().maxCoeff());
    if (size_ == 0) size_ = 1;
    Vector scale = Vector::Ones(values.rows());
    scale.tail(faces_).setConstant(1 / size_);
    const auto scaled_size = [&](const Matrix& entries) -> Matrix { return (scale.asDiagonal() * entries).cwiseAbs(); };
    coefficients_ = (scaled_size(coefficients_).array() > kNegligible).select(coefficients_, 0.0);
    double off = 0;
    for (const double s : {-1.0, -0.71, -0.13, 0.29, 0.83, 1.0}) {
        off = std::max(off, scaled_size(coefficients_ * polynomials(s) - entries_of(set, time(s))).maxCoeff());
    }
    resolved_ = off <= kAgreement && scaled_size(coefficients_.rightCols(2)).maxCoeff() <= kTail;
}

bool FaceMotion::turns() const {
    return (coefficients_.topRightCorner(faces_ * dimension_, kPoints - 1).array() != 0).any();
}

Polyhedron FaceMotion::shaped(const Vector& entries) const {
    return {entries.head(faces_ * dimension_).reshaped(faces_, dimension_), entries.tail(faces_)};
}

Polyhedron FaceMotion::place(double t) const { return shaped(coefficients_ * polynomials(scaled(t))); }

Polyhedron FaceMotion::rate(double t) const { return shaped(2 / (to_ - from_) * (coefficients_ * slopes(scaled(t)))); }

}  // namespace galet::sweeping
