// The cone |x_t| <= x_0 of one contact and what an interior-point method needs of it (AG03): its product
// x o y = (x.y, x_0 y_t + y_0 x_t), with e = (1, 0) its unit, and the scaling of Nesterov and Todd.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/types.hpp"

namespace galet::lorentz {

template <int dim>
using Square = Eigen::Matrix<double, dim, dim>;

/// x_0^2 - |x_t|^2: positive inside the cone.
template <int dim>
double determinant(const Vec<dim>& x) {
    const double length = x.template tail<dim - 1>().norm();
    return (x[0] - length) * (x[0] + length);
}

template <int dim>
Vec<dim> product(const Vec<dim>& x, const Vec<dim>& y) {
    Vec<dim> r = x[0] * y + y[0] * x;
    r[0] = x.dot(y);
    return r;
}

/// The r with x o r = y, for x inside the cone.
template <int dim>
Vec<dim> divide(const Vec<dim>& y, const Vec<dim>& x) {
    Vec<dim> r;
    r[0] = (x[0] * y[0] - x.template tail<dim - 1>().dot(y.template tail<dim - 1>())) / determinant<dim>(x);
    r.template tail<dim - 1>() = (y.template tail<dim - 1>() - r[0] * x.template tail<dim - 1>()) / x[0];
    return r;
}

/// The largest a with x + a d in the cone, x being inside of it.
template <int dim>
double longest_step(const Vec<dim>& x, const Vec<dim>& d) {
    const auto x_t = x.template tail<dim - 1>(), d_t = d.template tail<dim - 1>();
    // A a^2 + 2 B a + C is the determinant on the way; C > 0.
    const double A = d[0] * d[0] - d_t.squaredNorm(), B = x[0] * d[0] - x_t.dot(d_t), C = determinant<dim>(x);
    double longest = d[0] < 0 ? -x[0] / d[0] : std::numeric_limits<double>::infinity();
    const double discriminant = B * B - A * C;
    if (discriminant < 0) return longest;
    const double q = -(B + std::copysign(std::sqrt(discriminant), B));
    for (const double root : {A != 0 ? q / A : -1.0, q != 0 ? C / q : -1.0}) {
        if (root > 0) longest = std::min(longest, root);
    }
    return longest;
}

/// The symmetric F with F z = F^-1 y, for z and y inside the cone. Its eigenvectors are (1, +-h) with |h| = 1 and all
/// (0, t) across h; functions of it are put together from its eigenvalues, which keeps small ones beside large ones.
template <int dim>
class Scaling {
  public:
    Scaling() = default;
    Scaling(const Vec<dim>& z, const Vec<dim>& y) {
        constexpr double kLeast = std::numeric_limits<double>::min();
        const double size_z = std::sqrt(std::max(determinant<dim>(z), kLeast)),
                     size_y = std::sqrt(std::max(determinant<dim>(y), kLeast));
        Vec<dim> mirrored = -z / size_z;
        mirrored[0] *= -1;
        const double gamma = std::sqrt((1 + z.dot(y) / (size_z * size_y)) / 2);
        const Vec<dim> w = (y / size_y + mirrored) / (2 * gamma);
        const double length = w.template tail<dim - 1>().norm();
        h_.setZero();
        if (length > 0) h_ = w.template tail<dim - 1>() / length;
        across_ = std::sqrt(size_y / size_z);
        stretch_ = w[0] + length;
    }

    Square<dim> F() const {
        return of([](double f) { return f; });
    }
    Square<dim> inverse() const {
        return of([](double f) { return 1 / f; });
    }
    /// (F^2 + epsilon)^-1
    Square<dim> softened(double epsilon) const {
        return of([epsilon](double f) { return 1 / (f * f + epsilon); });
    }

  private:
    template <class Function>
    Square<dim> of(Function&& function) const {
        const double more = function(across_ * stretch_), less = function(across_ / stretch_);
        const double sum = 0.5 * (more + less), difference = 0.5 * (more - less), across = function(across_);
        Square<dim> matrix;
        matrix(0, 0) = sum;
        matrix.template block<1, dim - 1>(0, 1) = difference * h_.transpose();
        matrix.template block<dim - 1, 1>(1, 0) = difference * h_;
        matrix.template block<dim - 1, dim - 1>(1, 1) =
            across * Square<dim - 1>::Identity() + (sum - across) * h_ * h_.transpose();
        return matrix;
    }

    Eigen::Matrix<double, dim - 1, 1> h_;
    double across_ = 1;   ///< eigenvalue across h
    double stretch_ = 1;  ///< those of (1, +-h) are across_ times this, and over this
};

}  // namespace galet::lorentz
