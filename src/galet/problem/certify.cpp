#include "galet/problem/certify.hpp"

#include <algorithm>
#include <cmath>

namespace galet {
namespace {

struct Sums {
    double violation = 0;  ///< [m]
    double gap = 0;        ///< mu.max(s, 0) [J]
    double product = 0;    ///< z.w [J], without the leeway
};

Sums combine(const Sums& a, const Sums& b) {
    return {std::max(a.violation, b.violation), a.gap + b.gap, a.product + b.product};
}

/// Sums over all contacts. With `drop_remnants` a force smaller than what its own slack would take away counts as none.
Sums sum_slacks(const ContactOperator& op, std::span<const double> z, const LaneArray& u, bool drop_remnants) {
    const double h = op.problem().step, leeway = op.problem().leeway;
    return with_dimension(op.problem().dimension, [&](auto dim) {
        return ordered_reduce(
            op.contacts(), Sums{},
            [&](Index first, Index last) {
                Sums sums;
                for (Index c = first; c < last; ++c) {
                    const double w = op.row<dim()>(c, u);
                    const double s = h * w / op.sigma(c) - leeway;
                    const bool pushes = z[c] > 0 && !(drop_remnants && z[c] * op.diagonal(c) < w);
                    sums.product += z[c] * w;
                    if (pushes && s > 0) sums.gap += z[c] * (s * op.sigma(c) / h);
                    sums.violation = std::max(sums.violation, pushes ? std::abs(s) : -s);
                }
                return sums;
            },
            combine);
    });
}

/// sqrt(2 gap) over the larger of the mass norms of U and u.
double relative_error(const ContactOperator& op, const LaneArray& u, double gap) {
    if (gap <= 0) return 0;
    const auto square = [&](const LaneArray& v) {
        return with_dimension(op.problem().dimension, [&](auto dim) {
            return ordered_sum(op.bodies(),
                               [&](Index i) { return op.mass(i) * load_lanes<dim()>(v, i).squaredNorm(); });
        });
    };
    return std::sqrt(2 * gap / (std::max(square(op.free_velocity()), square(u)) + op.problem().energy_outside));
}

}  // namespace

Certificate Certifier::certify(const ContactOperator& op, std::span<const double> z, const LaneArray& u) const {
    const Sums sums = sum_slacks(op, z, u, false);
    return {sums.violation, sums.gap, relative_error(op, u, sums.gap)};
}

Certifier::Estimate Certifier::estimate(const ContactOperator& op, std::span<const double> z,
                                        const LaneArray& u) const {
    const Sums sums = sum_slacks(op, z, u, true);
    return {{sums.violation, sums.gap, relative_error(op, u, sums.gap)}, 0.5 * op.push_energy(u) - sums.product};
}

Certificate Certifier::finish(ContactOperator& op, std::span<double> z, LaneArray& u) const {
    with_dimension(op.problem().dimension, [&](auto dim) {
        parallel_for(op.contacts(), [&](Index c) {
            if (z[c] * op.diagonal(c) < op.row<dim()>(c, u)) z[c] = 0;
        });
    });
    op.velocity(z, u);
    const double energy = op.push_energy(u);
    if (energy > 0) {
        const double t = std::max(0.0, 1 - sum_slacks(op, z, u, false).product / energy);
        parallel_for(op.contacts(), [&](Index c) { z[c] *= t; });
        op.velocity(z, u);
    }
    return certify(op, z, u);
}

}  // namespace galet
