#include "galet/problem/friction_measure.hpp"

#include <algorithm>
#include <cmath>

#include "galet/laws/coulomb.hpp"

namespace galet {
namespace {

/// Largest and sums over contacts.
struct Parts {
    double square = 0, unmoved = 0, primal = 0, dual = 0, violation = 0, gap = 0;

    Parts& operator+=(const Parts& other) {
        square += other.square;
        unmoved += other.unmoved;
        primal = std::max(primal, other.primal);
        dual = std::max(dual, other.dual);
        violation = std::max(violation, other.violation);
        gap += other.gap;
        return *this;
    }
};

/// Distance of an impulse to its cone.
double distance_to_cone(double normal, double slip, double friction) {
    double n = normal;
    Eigen::Matrix<double, 1, 1> t(slip);
    project_on_cone(n, t, friction);
    return std::hypot(normal - n, slip - t[0]);
}

/// |z - proj_K(z - w^)|^2 of a contact.
template <int dim>
double miss_square(const ContactVector<dim>& z, double corrected, const Lanes<dim>& w_t, double friction) {
    ContactVector<dim> next{z.normal - corrected, z.tangent - w_t};
    project_on_cone(next.normal, next.tangent, friction);
    return (z.normal - next.normal) * (z.normal - next.normal) + (z.tangent - next.tangent).squaredNorm();
}

template <int dim>
Parts parts_of(const FrictionOperator& op, const LaneArray& z, const LaneArray& u) {
    const double h = op.problem().step;
    const double room = op.problem().convex ? 0.0 : op.problem().leeway / h;
    return ordered_reduce(
        op.contacts(), Parts{},
        [&](Index first, Index last) {
            Parts sum;
            for (Index c = first; c < last; ++c) {
                const FrictionOperator::Coefficients& k = op.coefficients(c);
                const ContactVector<dim> p = op.split<dim>(c, load_lanes<dim>(z, c)), w = op.row<dim>(c, u);
                const double slip = w.tangent.norm(), corrected = w.normal + op.correction(c) * slip;
                const double moved = std::clamp(w.normal, -room * k.scale_normal, room * k.scale_normal);
                sum.square += miss_square<dim>(p, corrected - moved, w.tangent, k.friction);
                sum.unmoved += miss_square<dim>(p, corrected, w.tangent, k.friction);
                const double friction = op.problem().friction[c];
                sum.primal = std::max(sum.primal, distance_to_cone(k.scale_normal * p.normal,
                                                                   k.scale_tangent * p.tangent.norm(), friction));
                sum.dual = std::max(
                    sum.dual, distance_to_dual_cone(corrected / k.scale_normal, slip / k.scale_tangent, friction));
                const double s = h * w.normal / k.scale_normal;
                sum.violation = std::max(sum.violation, p.normal > 0 && !op.problem().convex ? std::abs(s) : -s);
                sum.gap += std::max(0.0, p.normal * corrected + p.tangent.dot(w.tangent));
            }
            return sum;
        },
        [](Parts a, const Parts& b) { return a += b; });
}

}  // namespace

double residual_without_impulses(const FrictionOperator& op) {
    return with_plane_or_space(op.problem().dimension, [&](auto dim) {
        return std::sqrt(ordered_sum(op.contacts(), [&](Index c) {
            const ContactVector<dim()> b = op.row<dim()>(c, op.free_velocity());
            ContactVector<dim()> pushed{-b.normal - op.correction(c) * b.tangent.norm(), -b.tangent};
            project_on_cone(pushed.normal, pushed.tangent, op.coefficients(c).friction);
            return pushed.normal * pushed.normal + pushed.tangent.squaredNorm();
        }));
    });
}

FrictionCertificate measure_friction(const FrictionOperator& op, const LaneArray& z, const LaneArray& u, double scale) {
    const Parts parts =
        with_plane_or_space(op.problem().dimension, [&](auto dim) { return parts_of<dim()>(op, z, u); });
    const auto relative = [&](double square) { return std::sqrt(square) / (scale > 0 ? scale : 1.0); };
    const double residual = relative(parts.square);
    return {{residual, parts.primal, parts.dual, 0, relative(parts.unmoved)}, {parts.violation, parts.gap, residual}};
}

}  // namespace galet
