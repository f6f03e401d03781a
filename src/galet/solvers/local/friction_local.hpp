// The one-contact solvers of Gauss-Seidel with friction (BD17 4.1-4.3; the last one extended to sticking and sliding).
//
// A contact is handed its impulse p, its velocity u with that impulse, each in its own axes n, t[, t'], its own block W
// and its friction f; it answers with the impulse p' that the law asks for while all others are held:
// u' = u + W (p' - p), laws/coulomb.hpp for (p', u'). rho and gamma come without unit: rho_hat over the mean of W's
// diagonal, gamma_hat over its entries.
#pragma once

#include <Eigen/LU>
#include <cassert>
#include <cmath>

#include "galet/core/types.hpp"
#include "galet/laws/coulomb.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

template <int dim>
using Mat = Eigen::Matrix<double, dim, dim>;

/// One contact as its local solver sees it.
template <int dim>
struct LocalContact {
    Vec<dim> p;  ///< impulse [N s]
    Vec<dim> u;  ///< velocity with it [m/s]
    Mat<dim> W;  ///< [1/kg]
    double friction;
    bool unit = false;  ///< W is the unit matrix

    double normal_scale() const { return W(0, 0); }
    double tangent_scale() const { return W.diagonal().template tail<dim - 1>().mean(); }
    /// W (p' - p) is what changes u.
    Vec<dim> velocity_at(const Vec<dim>& next) const { return u + W * (next - p); }
};

namespace local {

template <int dim>
using Tangent = Eigen::Matrix<double, dim - 1, 1>;

template <int dim>
inline void project_on_cone_at(Vec<dim>& p, double friction) {
    Tangent<dim> t = p.template tail<dim - 1>();
    project_on_cone(p[0], t, friction);
    p.template tail<dim - 1>() = t;
}

/// The projections that the five solvers are built around, tau = p - rho u: on the cone, of the corrected velocity ...
template <int dim>
struct OnCone {
    static Vec<dim> project(const LocalContact<dim>& c, const Vec<dim>& p, const Vec<dim>& u, double rho) {
        Vec<dim> tau = p - rho * u;
        tau[0] -= rho * c.friction * u.template tail<dim - 1>().norm();
        project_on_cone_at<dim>(tau, c.friction);
        return tau;
    }

    /// Derivative of p - project(p, u(p)) by p.
    static Mat<dim> derivative(const LocalContact<dim>& c, const Vec<dim>& p, const Vec<dim>& u, double rho) {
        const Tangent<dim> slip = u.template tail<dim - 1>();
        const double speed = slip.norm(), f = c.friction;
        Mat<dim> inner = Mat<dim>::Identity() - rho * c.W;
        Vec<dim> tau = p - rho * u;
        if (speed > 0) {
            tau[0] -= rho * c.friction * speed;
            inner.row(0) -= (rho * c.friction / speed) * (slip.transpose() * c.W.template bottomRows<dim - 1>());
        }
        const Tangent<dim> t = tau.template tail<dim - 1>();
        const double length = t.norm();
        Mat<dim> projection = Mat<dim>::Identity();
        if (length > f * tau[0]) {
            projection.setZero();
            if (f * length > -tau[0]) {
                const Tangent<dim> along = t / length;
                const double square = 1 + f * f, on_cone = (tau[0] + f * length) / square;
                projection(0, 0) = 1 / square;
                projection.template block<1, dim - 1>(0, 1) = (f / square) * along.transpose();
                projection.template block<dim - 1, 1>(1, 0) = (f / square) * along;
                projection.template block<dim - 1, dim - 1>(1, 1) =
                    (f * f / square) * along * along.transpose() +
                    (f * on_cone / length) *
                        (Eigen::Matrix<double, dim - 1, dim - 1>::Identity() - along * along.transpose());
            }
        }
        return Mat<dim>::Identity() - projection * inner;
    }
};

/// ... and on the half cylinder whose radius the normal part gives.
template <int dim>
struct OnCylinder {
    static Vec<dim> project(const LocalContact<dim>& c, const Vec<dim>& p, const Vec<dim>& u, double rho) {
        Vec<dim> tau = p - rho * u;
        tau[0] = std::max(tau[0], 0.0);
        const double radius = c.friction * tau[0], length = tau.template tail<dim - 1>().norm();
        if (length > radius) tau.template tail<dim - 1>() *= length > 0 ? radius / length : 0.0;
        return tau;
    }

    static Mat<dim> derivative(const LocalContact<dim>& c, const Vec<dim>& p, const Vec<dim>& u, double rho) {
        const Vec<dim> tau = p - rho * u;
        const Mat<dim> inner = Mat<dim>::Identity() - rho * c.W;
        Mat<dim> result = Mat<dim>::Identity();
        if (tau[0] <= 0) return result;
        result.row(0) -= inner.row(0);
        const Tangent<dim> t = tau.template tail<dim - 1>();
        const double radius = c.friction * tau[0], length = t.norm();
        if (length <= radius) {
            result.template bottomRows<dim - 1>() -= inner.template bottomRows<dim - 1>();
        } else {
            const Tangent<dim> along = t / length;
            result.template bottomRows<dim - 1>() -=
                c.friction * along * inner.row(0) +
                (radius / length) * (Eigen::Matrix<double, dim - 1, dim - 1>::Identity() - along * along.transpose()) *
                    inner.template bottomRows<dim - 1>();
        }
        return result;
    }
};

/// One projected step.
template <template <int> class Projection, int dim>
Vec<dim> projected_step(const LocalContact<dim>& c, double rho_hat) {
    return Projection<dim>::project(c, c.p, c.u, rho_hat / c.W.diagonal().mean());
}

/// Newton's method on p - project(p - rho u(p)) = 0, damped by halving; what it cannot improve is left to a projected
/// step.
template <template <int> class Projection, int dim>
Vec<dim> newton(const LocalContact<dim>& c, double rho_hat) {
    constexpr int kMostSteps = 30, kMostHalvings = 10;
    constexpr double kSmall = 1e-14;
    const double rho = rho_hat / c.W.diagonal().mean();
    const auto miss = [&](const Vec<dim>& p, const Vec<dim>& u) -> Vec<dim> {
        return p - Projection<dim>::project(c, p, u, rho);
    };
    Vec<dim> p = c.p, u = c.u, f = miss(p, u);
    for (int step = 0; step < kMostSteps; ++step) {
        const double size = f.norm();
        if (!(size > kSmall * (p.norm() + rho * u.norm()))) break;
        const Vec<dim> change = Projection<dim>::derivative(c, p, u, rho).partialPivLu().solve(-f);
        double part = 1;
        bool better = false;
        for (int halving = 0; halving < kMostHalvings && !better; ++halving, part *= 0.5) {
            const Vec<dim> p_try = p + part * change, u_try = c.velocity_at(p_try), f_try = miss(p_try, u_try);
            better = f_try.norm() < size;
            if (better) {
                p = p_try;
                u = u_try;
                f = f_try;
            }
        }
        if (!better) {
            p = Projection<dim>::project(c, p, u, rho);
            u = c.velocity_at(p);
            f = miss(p, u);
        }
    }
    return Projection<dim>::project(c, p, u, rho);
}

}  // namespace local

/// Standard bipotential: one projected step onto the cone (BD17 4.2).
struct FrictionSbp {
    double rho_hat;
    template <int dim>
    Vec<dim> operator()(const LocalContact<dim>& c) const {
        return local::projected_step<local::OnCone>(c, rho_hat);
    }
};

/// Standard augmented Lagrangian: one projected step onto the cylinder (BD17 eq. 24).
struct FrictionSal {
    double rho_hat;
    template <int dim>
    Vec<dim> operator()(const LocalContact<dim>& c) const {
        return local::projected_step<local::OnCylinder>(c, rho_hat);
    }
};

/// Enhanced bipotential: Newton on the cone (BD17 eq. 33).
struct FrictionEbp {
    double rho_hat;
    template <int dim>
    Vec<dim> operator()(const LocalContact<dim>& c) const {
        return local::newton<local::OnCone>(c, rho_hat);
    }
};

/// Enhanced augmented Lagrangian: Newton on the cylinder (BD17 eq. 26).
struct FrictionEal {
    double rho_hat;
    template <int dim>
    Vec<dim> operator()(const LocalContact<dim>& c) const {
        return local::newton<local::OnCylinder>(c, rho_hat);
    }
};

/// Primal-dual active set: decide whether the contact is open, sticks or slides, and in which direction; then solve.
///
///   open    where tau_n < 0:               p' = 0
///   sticks  where |tau_t| <= f tau_n:      u' = 0
///   slides  else:                          u'_n = 0, p'_t = f p'_n tau_t / |tau_t|
struct FrictionPdas {
    double gamma_hat;
    template <int dim>
    Vec<dim> operator()(const LocalContact<dim>& c) const {
        constexpr int kTangents = dim - 1;
        const double tau_n = c.p[0] - gamma_hat * c.u[0] / c.normal_scale();
        const local::Tangent<dim> tau_t =
            c.p.template tail<kTangents>() - (gamma_hat / c.tangent_scale()) * c.u.template tail<kTangents>();
        const double length = tau_t.norm();
        if (tau_n < 0) return Vec<dim>::Zero();
        if (length <= c.friction * tau_n) {
            const Vec<dim> stuck = c.p - (c.unit ? c.u : Vec<dim>(c.W.partialPivLu().solve(c.u)));
            // Decided by the last impulse; what the law does not allow slides.
            if (stuck[0] >= 0 && stuck.template tail<kTangents>().norm() <= c.friction * stuck[0]) return stuck;
            if (stuck[0] < 0) return Vec<dim>::Zero();
        }
        const local::Tangent<dim> along =
            length > 0 ? local::Tangent<dim>(tau_t / length) : local::Tangent<dim>::Zero();
        const auto W_nt = c.W.template block<1, kTangents>(0, 1);
        const double rest = c.u[0] - c.W.row(0).dot(c.p);
        const double bend = c.W(0, 0) + c.friction * W_nt.dot(along);
        Vec<dim> sliding = Vec<dim>::Zero();
        sliding[0] = bend > 0 ? std::max(0.0, -rest / bend) : 0.0;
        sliding.template tail<kTangents>() = c.friction * sliding[0] * along;
        return sliding;
    }
};

/// Calls f(local solver) so that sweeps are compiled for each of them.
template <class F>
decltype(auto) with_friction_solver(const SolverSettings& settings, F&& f) {
    if (settings.local == "sbp") return f(FrictionSbp{settings.rho});
    if (settings.local == "sal") return f(FrictionSal{settings.rho});
    if (settings.local == "ebp") return f(FrictionEbp{settings.rho});
    if (settings.local == "eal") return f(FrictionEal{settings.rho});
    assert(settings.local == "pdas");
    return f(FrictionPdas{settings.gamma});
}

}  // namespace galet
