#include "galet/solvers/friction_apgd.hpp"

#include <algorithm>
#include <cmath>

#include "galet/laws/coulomb.hpp"
#include "galet/solvers/friction_stopping.hpp"

namespace galet {
namespace {

struct Sums {
    PackSum<> uphill;                                  ///< gradient times change
    PackSum<> length;                                  ///< |z_{k+1} - y|^2
    Pack<kPackWidth> slip = Pack<kPackWidth>::Zero();  ///< the largest that a correction is off by, as a velocity

    Sums& operator+=(const Sums& other) {
        uphill += other.uphill;
        length += other.length;
        slip = slip.max(other.slip);
        return *this;
    }
};

}  // namespace

void FrictionApgd::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem);
    op_.from_force(solution.force, solution.tangential, z_);
    with_plane_or_space(problem.dimension, [&](auto dim) {
        parallel_for(op_.contacts(), [&](Index c) {
            ContactVector<dim()> z = op_.split<dim()>(c, load_lanes<dim()>(z_, c));
            project_on_cone(z.normal, z.tangent, op_.coefficients(c).friction);
            store_lanes<dim()>(z_.data(), c, op_.join<dim()>(c, z));
        });
        iterate<dim()>(limits, solution);
    });
}

template <int dim>
void FrictionApgd::iterate(const Limits& limits, Solution& solution) {
    FrictionStopping stopping(op_, limits);
    correction_.resize(op_.contacts());
    lipschitz_ = kFirstLipschitz;
    follow_ = kFollow;
    begin();
    parallel_for(op_.contacts(),
                 [&](Index c) { correction_[c] = op_.correction(c) * op_.row<dim>(c, u_).tangent.norm(); });

    double best = std::numeric_limits<double>::max(), slip_gap = 0;
    double halved = best;
    std::int64_t halved_at = 0;
    std::int64_t longest = std::numeric_limits<std::int64_t>::max(), since = 0, k = 0;
    for (;; ++k) {
        if (stopping.due(k)) {
            if (stopping.done(k, z_, u_)) break;
            const double residual = stopping.found().measure.residual;
            if (residual < 0.5 * halved) {
                halved = residual;
                halved_at = k;
            }
            if (k - halved_at > patience_) break;
            if (residual < best) {
                best = residual;
                parallel_copy(z_, z_best_);
            } else if (residual > kWorse * best) {
                parallel_copy(z_best_, z_);
                begin();
                longest = std::max<std::int64_t>(kShortest, std::min(longest, since) / 2);
                follow_ = std::max(kLeastFollow, follow_ / 2);
                since = 0;
            }
        }
        if (++since > longest) {
            begin();
            since = 0;
        }
        slip_gap = advance<dim>();
    }
    stopping.write(z_, u_, slip_gap, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

/// From z, without momentum.
void FrictionApgd::begin() {
    t_ = 1;
    beta_ = 0;
    op_.velocity(z_, u_);
    parallel_copy(u_, u_y_);
    parallel_copy(z_, z_last_);
}

/// One iteration; returns the largest change of a correction, as a velocity.
template <int dim>
double FrictionApgd::advance() {
    using Op = FrictionOperator;
    const Sums sums = op_.scatter<dim, Sums>(
        [follow = follow_, inverse = 1 / lipschitz_, beta = beta_, convex = op_.problem().convex, zs = z_.data(),
         lasts = z_last_.data(), corrections = correction_.data(),
         us = u_y_.data()](auto width, Index c, const auto& n, const Op::Rows<dim>& rows, Sums& part) {
            constexpr int kWidth = width();
            using Numbers = Pack<kWidth>;
            using Vectors = PackVectors<dim, kWidth>;
            const Vectors z = load_vectors<dim, kWidth>(zs, c);
            const Vectors y = z + beta * (z - load_vectors<dim, kWidth>(lasts, c));
            const Numbers friction = rows.template coefficient<kWidth>(c, &Op::Coefficients::friction);
            ContactVectors<dim, kWidth> w = rows.template row_pack<kWidth>(c, n, us);
            const Numbers known = load_pack<kWidth>(corrections, c);
            Numbers off = -known;
            if (!convex) off += friction * dot(w.tangent, w.tangent).sqrt();
            const Numbers correction = known + follow * off;
            store_pack<kWidth>(corrections, c, correction);
            w.normal += correction;
            const Numbers y_n = dot(n, y);
            ContactVectors<dim, kWidth> next{y_n - inverse * w.normal, y - y_n * n - inverse * w.tangent};
            const Numbers shrink =
                project_on_cone<kWidth>(next.normal, Numbers(dot(next.tangent, next.tangent).sqrt()), friction);
            next.tangent *= shrink;
            const Vectors joined = next.normal * n + next.tangent, change = joined - z, moved = joined - y;
            part.uphill.template add<kWidth>(w.normal * dot(n, change) + dot(w.tangent, change));
            part.length.template add<kWidth>(dot(moved, moved));
            // Where nothing pushes there is no slip.
            const Numbers slip = off.abs() / rows.template coefficient<kWidth>(c, &Op::Coefficients::scale_normal);
            auto largest = part.slip.template head<kWidth>();
            largest = largest.max(slip - where_at_least<kWidth>(Numbers::Zero(), next.normal, slip));
            store_vectors<dim, kWidth>(lasts, c, joined);
            return next;
        });
    std::swap(z_, z_last_);
    const double length = sums.length.total();
    if (sums.uphill.total() > 0) {
        t_ = 1;
        beta_ = 0;
    } else {
        const double next = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_));
        beta_ = (t_ - 1) / next;
        t_ = next;
    }
    const double bent = op_.spread<dim>([beta = beta_, frees = op_.free_velocity().data(), us = u_.data(),
                                         ys = u_y_.data(),
                                         &op = op_](Index i, const Lanes<dim>& push, const Lanes<dim>& twisted) {
        const double *const free = Op::twist<dim>(frees, i), *const last = Op::twist<dim>(us, i),
                            *const at = Op::twist<dim>(ys, i);
        const Lanes<dim> v = Op::velocity_of<dim>(free) + push, s = Op::spin_of<dim>(free) + twisted;
        const double square = op.template mass_square<dim>(i, v - Op::velocity_of<dim>(at), s - Op::spin_of<dim>(at));
        Op::store_twist<dim>(ys, i, v + beta * (v - Op::velocity_of<dim>(last)),
                             s + beta * (s - Op::spin_of<dim>(last)));
        Op::store_twist<dim>(us, i, v, s);
        return square;
    });
    // d'Wd for the step d that was made: it is kept, the next one is shorter or longer.
    constexpr double kShorter = 1.3, kLonger = 0.98;
    lipschitz_ = bent > lipschitz_ * length ? std::max(kShorter * lipschitz_, bent / length)
                                            : std::max(kLonger * lipschitz_, 1.0);
    return sums.slip.maxCoeff();
}

}  // namespace galet
