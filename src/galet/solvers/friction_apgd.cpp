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
    PackSum<> off;                                     ///< squares of what corrections are off by too much
    Pack<kPackWidth> slip = Pack<kPackWidth>::Zero();  ///< the largest that a correction is off by, as a velocity

    Sums& operator+=(const Sums& other) {
        uphill += other.uphill;
        length += other.length;
        off += other.off;
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
    Limits asked = limits;
    FrictionStopping stopping(op_, asked);
    correction_.resize(op_.contacts());
    part_.resize(op_.contacts());
    last_off_.resize(op_.contacts());
    lipschitz_ = kFirstLipschitz;
    parallel_copy(z_, z_given_);
    parallel_copy(z_, z_best_);
    double best = std::numeric_limits<double>::max(), slip_gap = 0;
    std::int64_t k = 0;
    const bool convex = op_.problem().convex;
    const Stage *stage = convex ? &kConvex : kStages, *const last = convex ? stage : std::end(kStages) - 1;
    const auto begin_stage = [&] {
        asked.residual_unmoved = limits.residual_unmoved;
        // What comes later may do with the leeway.
        if (!stage->with_leeway && stage != last)
            asked.residual_unmoved = std::min(asked.residual_unmoved, limits.error_bound);
        this->begin_stage<dim>(k, *stage);
    };
    for (begin_stage();; ++k) {
        if (stopping.due(k)) {
            if (stopping.done(k, z_, u_)) break;
            const FrictionMeasure& measure = stopping.found().measure;
            pace_.look(k, stage->with_leeway ? measure.residual : measure.residual_unmoved);
            if (measure.residual < best) {
                best = measure.residual;
                parallel_copy(z_, z_best_);
            } else if (!stage->in_turns && measure.residual > kWorse * best) {
                parallel_copy(z_best_, z_);
                begin();
                pace_.slow_down(k);
            }
            if (pace_.since_halved(k) > (stage == last ? patience_ : stage->patience)) {
                if (stage == last) break;
                ++stage;
                begin_stage();
            }
            turns_.look(k, pace_.since_halved(k));
        }
        const Off off = advance<dim>();
        slip_gap = off.slip;
        if (stage->in_turns && turns_.due(k, off.inner, off.outer)) move_corrections<dim>();
    }
    if (stopping.status() == Status::iteration_limit) parallel_copy(z_best_, z_);
    stopping.write(z_, u_, slip_gap, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

template <int dim>
void FrictionApgd::begin_stage(std::int64_t k, const Stage& stage) {
    room_ = stage.with_leeway ? kOfLeeway * op_.problem().leeway / op_.problem().step : 0.0;
    pace_.begin(k, stage);
    turns_.begin(k);
    if (stage.start == Start::none) {
        std::fill(z_.begin(), z_.end(), 0.0);
    } else {
        parallel_copy(stage.start == Start::best ? z_best_ : z_given_, z_);
    }
    begin();
    parallel_for(op_.contacts(), [&](Index c) {
        correction_[c] = op_.correction(c) * op_.row<dim>(c, u_).tangent.norm();
        part_[c] = kMostPart;
        last_off_[c] = 0;
    });
}

void FrictionApgd::Pace::begin(std::int64_t k, const Stage& stage) {
    *this = Pace();
    stage_ = stage;
    halved_at_ = window_at_ = k;
}

void FrictionApgd::Pace::look(std::int64_t k, double residual) {
    least_ = std::min(least_, residual);
    if (residual < 0.5 * halved_) {
        halved_ = residual;
        halved_at_ = k;
    }
    if (!stage_.adapts || k - std::max(halved_at_, window_at_) <= kWindow) return;
    const bool falls = least_ < last_least_;
    last_least_ = least_;
    if (!falls) return slow_down(k);
    stage_.damping = std::max(kLeastDamping, kLess * stage_.damping);
    least_ = kNone;
    window_at_ = k;
}

void FrictionApgd::Pace::slow_down(std::int64_t k) {
    stage_.damping = std::max(stage_.damping, std::min(kMostDamping, kMore * stage_.damping));
    stage_.follow = std::max(stage_.least_follow, kSlower * stage_.follow);
    least_ = kNone;
    window_at_ = k;
}

void FrictionApgd::Turns::begin(std::int64_t k) {
    *this = Turns();
    steady_from_ = moved_at_ = k;
}

void FrictionApgd::Turns::look(std::int64_t k, std::int64_t since_halved) {
    if (std::min(since_halved, k - steady_from_) <= kSteady) return;
    inner_ = std::max(kLeastInner, 0.5 * inner_);
    steady_from_ = k;
}

bool FrictionApgd::Turns::due(std::int64_t k, double inner, double outer) {
    const bool long_enough = static_cast<double>(k - moved_at_) > kMostInner * (kInner / inner_);
    if (inner > inner_ * outer && !long_enough) return false;
    moved_at_ = k;
    return true;
}

/// From z, without momentum.
void FrictionApgd::begin() {
    t_ = 1;
    beta_ = 0;
    op_.velocity(z_, u_);
    parallel_copy(u_, u_y_);
    parallel_copy(z_, z_last_);
}

/// Towards what they should be at the point where the next gradient is taken.
template <int dim>
void FrictionApgd::move_corrections() {
    parallel_for(op_.contacts(), [&](Index c) {
        const double room = room_ * op_.coefficients(c).scale_normal;
        const double off = op_.correction(c) * op_.row<dim>(c, u_y_).tangent.norm() - correction_[c];
        const double beyond = off - std::clamp(off, -room, room);
        if (beyond == 0) return;
        part_[c] = beyond * last_off_[c] < 0 ? std::max(kLeastPart, kTurned * part_[c])
                                             : std::min(kMostPart, kStraight * part_[c]);
        last_off_[c] = beyond;
        correction_[c] += part_[c] * beyond;
    });
}

/// One iteration.
template <int dim>
FrictionApgd::Off FrictionApgd::advance() {
    using Op = FrictionOperator;
    const Sums sums = op_.scatter<dim, Sums>(
        [follow = pace_.follow(), room = room_, inverse = 1 / lipschitz_, beta = beta_, convex = op_.problem().convex,
         zs = z_.data(), lasts = z_last_.data(), corrections = correction_.data(),
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
            const Numbers enough = room * rows.template coefficient<kWidth>(c, &Op::Coefficients::scale_normal);
            const Numbers beyond = off - off.max(-enough).min(enough);
            const Numbers correction = known + follow * beyond;
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
            const Numbers idle = where_at_least<kWidth>(Numbers::Zero(), next.normal, Numbers::Ones());
            part.off.template add<kWidth>((1 - idle) * beyond.square());
            const Numbers slip = off.abs() / rows.template coefficient<kWidth>(c, &Op::Coefficients::scale_normal);
            auto largest = part.slip.template head<kWidth>();
            largest = largest.max((1 - idle) * slip);
            store_vectors<dim, kWidth>(lasts, c, joined);
            return next;
        });
    std::swap(z_, z_last_);
    const double length = sums.length.total();
    const Off off{lipschitz_ * std::sqrt(length), std::sqrt(sums.off.total()), sums.slip.maxCoeff()};
    if (pace_.minimises() && sums.uphill.total() > 0) {
        t_ = 1;
        beta_ = 0;
    } else {
        const double next = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_));
        beta_ = std::min((t_ - 1) / next, 1 - pace_.damping());
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
    return off;
}

}  // namespace galet
