#include "galet/problem/certify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace galet {
namespace {

/// The best multiple of forces, where it is smaller than this, is nothing but rounding.
constexpr double kAllRounding = 1e-12;

struct Sums {
    Pack<kPackWidth> violation = Pack<kPackWidth>::Zero();  ///< [m]
    PackSum<> gap;                                          ///< mu.max(s, 0) [J]
    PackSum<> product;                                      ///< z.w [J], without the leeway

    Sums& operator+=(const Sums& other) {
        violation = violation.max(other.violation);
        gap += other.gap;
        product += other.product;
        return *this;
    }
};

struct Totals {
    double violation, gap, product;
};

/// What films add: h |w| / sigma, and z.w.
void add_films(const ContactOperator& op, std::span<const double> z, const LaneArray& u, Totals& totals) {
    if (!op.has_films()) return;
    const Index pushing = op.pushing(), films = op.problem().films();
    with_dimension(op.problem().dimension, [&](auto dim) {
        const auto rate = [&](Index k) { return op.row<dim()>(pushing + k, z, u); };
        const double h = op.problem().step;
        const double worst =
            ordered_max(films, 0.0, [&](Index k) { return h * std::abs(rate(k)) / op.sigma(pushing + k); });
        const double product = ordered_sum(films, [&](Index k) { return z[pushing + k] * rate(k); });
        // The sum is not finite where a rate is none, which the largest of them would not show.
        totals.violation = std::isfinite(product) ? std::max(totals.violation, worst) : product;
        totals.product += product;
    });
}

/// Sums over all contacts. With `drop_remnants` a force smaller than what its own slack would take away counts as none.
Totals sum_slacks(const ContactOperator& op, std::span<const double> z, const LaneArray& u, bool drop_remnants) {
    const Sums sums = with_dimension(op.problem().dimension, [&](auto dim) {
        const RowView<dim()> rows = op.rows_by_body<dim()>();
        // With a large factor nothing but no force at all is a remnant.
        const double remnant = drop_remnants ? 1.0 : 1e200;
        const auto visit = [=, h = op.problem().step, inverse_step = 1 / op.problem().step,
                            leeway = op.problem().leeway, zs = z.data(), us = u.data(), offsets = op.offsets(),
                            sigmas = op.sigmas(), diagonals = op.diagonals()](auto width, Index c, Sums& part) {
            using Numbers = Pack<width()>;
            const Numbers force = load_pack<width()>(zs, c), sigma = load_pack<width()>(sigmas, c);
            const Numbers w = rows.template slopes<width()>(c, us) + load_pack<width()>(offsets, c);
            const Numbers s = h * w / sigma - leeway;
            const Numbers most = force * (remnant * load_pack<width()>(diagonals, c));
            const Numbers open = where_at_least<width()>(most, w, s.max(0.0));
            part.product.template add<width()>(force * w);
            part.gap.template add<width()>(force * (open * sigma * inverse_step));
            auto violation = part.violation.template head<width()>();
            violation = violation.max(open.max(-s));
        };
        return ordered_reduce(
            op.pushing(), Sums{},
            [&visit](Index first, Index last) {
                const auto own = visit;
                Sums part;
                Index c = first;
                for (; c + kPackWidth <= last; c += kPackWidth) own(std::integral_constant<int, kPackWidth>(), c, part);
                for (; c < last; ++c) own(std::integral_constant<int, 1>(), c, part);
                return part;
            },
            [](Sums a, const Sums& b) { return a += b; });
    });
    Totals totals{sums.violation.maxCoeff(), sums.gap.total(), sums.product.total()};
    add_films(op, z, u, totals);
    return totals;
}

/// |v|_M^2
double mass_square(const ContactOperator& op, const LaneArray& v) {
    return with_dimension(op.problem().dimension, [&](auto dim) {
        return ordered_sum(op.bodies(), [&](Index i) { return op.mass(i) * load_lanes<dim()>(v, i).squaredNorm(); });
    });
}

/// sqrt(2 gap) over the larger of the mass norms of U and u.
double relative_error(const ContactOperator& op, const LaneArray& u, double gap) {
    if (gap <= 0) return 0;
    const double largest = std::max(mass_square(op, op.free_velocity()), mass_square(op, u));
    return std::sqrt(2 * gap / (largest + op.problem().energy_outside));
}

/// Whether u has more energy than U and what negative distances allow: forces so large that rounding is all that is
/// left of their sum (of a method that failed in a singular problem).
bool is_all_rounding(const ContactOperator& op, std::span<const double> z, const LaneArray& u) {
    constexpr double kRounding = 1e-10;
    const double allowed = mass_square(op, op.free_velocity()) + 2 * ordered_sum(op.contacts(), [&](Index c) {
                                                                     return std::max(0.0, -z[c] * op.offsets()[c]);
                                                                 });
    return !(mass_square(op, u) <= allowed * (1 + kRounding));
}

/// The largest t (z'Wz - z.w) - t^2/2 z'Wz over t >= 0, given z'Wz and z.w: b'z = z.w - z'Wz.
double best_dual(double energy, double product) {
    const double slope = energy - product;
    if (!(slope > 0)) return slope == slope ? 0.0 : slope;
    // Forces so small that their squares are none, or so large that rounding is all that is left, say nothing.
    if (energy < std::numeric_limits<double>::min() || slope < kAllRounding * energy) return 0;
    return std::min(0.5 * slope * (slope / energy), std::numeric_limits<double>::max());
}

}  // namespace

Certificate Certifier::certify(const ContactOperator& op, std::span<const double> z, const LaneArray& u) const {
    const Totals sums = sum_slacks(op, z, u, false);
    return {sums.violation, sums.gap, relative_error(op, u, sums.gap)};
}

Certifier::Estimate Certifier::estimate(const ContactOperator& op, std::span<const double> z,
                                        const LaneArray& u) const {
    const Totals sums = sum_slacks(op, z, u, true);
    return {{sums.violation, sums.gap, relative_error(op, u, sums.gap)}, best_dual(op.push_energy(z, u), sums.product)};
}

Certificate Certifier::finish(ContactOperator& op, std::span<double> z, LaneArray& u) const {
    with_dimension(op.problem().dimension, [&](auto dim) {
        parallel_for(op.pushing(), [&](Index c) {
            if (z[c] * op.diagonal(c) < op.row<dim()>(c, u)) z[c] = 0;
        });
    });
    op.velocity(z, u);
    const double energy = op.push_energy(z, u);
    if (energy > 0) {
        const double t = 1 - sum_slacks(op, z, u, false).product / energy;
        const double scale = t > kAllRounding ? t : 0.0;
        parallel_for(op.contacts(), [&](Index c) { z[c] *= scale; });
        op.velocity(z, u);
        if (is_all_rounding(op, z, u)) {
            parallel_for(op.contacts(), [&](Index c) { z[c] = 0; });
            op.velocity(z, u);
        }
    }
    return certify(op, z, u);
}

}  // namespace galet
