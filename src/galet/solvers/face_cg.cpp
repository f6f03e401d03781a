#include "galet/solvers/face_cg.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/solvers/hyperstatic.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {

void FaceCg::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    op_.add_single_precision();
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    k_ = passes_ = 0;
    most_ = limits.max_iterations;
    single_ = true;
    to_beat_ = std::numeric_limits<double>::max();
    by_ = kPatience;
    smallest_.assign(1, std::numeric_limits<double>::max());
    Stopping stopping(op_, limits, trial_z_, trial_u_);
    approaching_ = with_dimension(problem.dimension, [&](auto dim) {
        return std::sqrt(ordered_sum(op_.contacts(), [&](Index c) {
            const double b = op_.row<dim()>(c, op_.free_velocity());
            return b < 0 || c >= op_.pushing() ? b * b : 0.0;
        }));
    });

    op_.velocity(z_, u_);
    ++passes_;
    const double off = with_dimension(problem.dimension, [&](auto dim) {
        return std::sqrt(ordered_sum(op_.contacts(), [&](Index c) {
            const double w = op_.row<dim()>(c, z_, u_);
            return std::pow(c < op_.pushing() ? std::min(w, z_[c]) : w, 2);
        }));
    });
    approaching_ = std::min(approaching_, kOff * off);
    std::int64_t fewest = 0;
    for (Phase phase = Phase::approach; phase != Phase::over;) {
        if (phase == Phase::approach) {
            phase = single_ ? approach(single_gradient_, stopping, fewest) : approach(gradient_, stopping, fewest);
        } else {
            phase = single_ ? descend(single_descent_, stopping) : descend(descent_, stopping);
            fewest = kRecovery;
        }
    }
    stopping.write(z_, u_, solution);
    solution.iterations = k_;
    solution.passes = passes_ + stopping.passes();
}

/// Keeps the smallest residual, and where it would take too long sets the limit of iterations to here.
void FaceCg::note(double residual, const Stopping& stopping) {
    smallest_.back() = std::min(smallest_.back(), residual);
    if (k_ % kNoted != 0) return;
    smallest_.push_back(smallest_.back());
    if (k_ < outlook_.fewest || !(stopping.wanted() > 0)) return;
    const double now = smallest_.back(), before = smallest_[smallest_.size() / 2];
    const double halves = std::log(now / stopping.wanted()) / std::max(std::log(before / now), 1e-9);
    if (static_cast<double>(k_) * (1 + 0.5 * std::max(0.0, halves)) > static_cast<double>(outlook_.most)) most_ = k_;
}

/// Whether single precision should be left: the residual has not halved for long.
bool FaceCg::helps_no_more(double residual) {
    if (!single_) return false;
    if (residual <= to_beat_) {
        to_beat_ = residual / 2;
        by_ = k_ + kPatience;
    }
    single_ = k_ < by_;
    return !single_;
}

/// Accelerated gradients from z until the residual is small, at least `fewest`.
template <class Real>
FaceCg::Phase FaceCg::approach(AcceleratedGradient<Real>& gradient, Stopping& stopping, std::int64_t fewest) {
    gradient.start(op_, z_);
    const double near = kNear * approaching_;
    Phase next = Phase::over;
    for (std::int64_t j = 0;; ++j) {
        const double residual = gradient.residual();
        note(residual, stopping);
        const bool look = stopping.due(k_, residual) || k_ == most_;
        const bool is_near = j >= fewest && j % kGradientInterval == 0 && residual <= near;
        const bool leave = helps_no_more(residual);
        if (look || is_near || leave) gradient.rebase();
        if ((look && stopping.done(k_, gradient.z(), gradient.u(), residual)) || k_ == most_) break;
        if (leave) {
            next = Phase::approach;
            break;
        }
        if (is_near && !is_hyperstatic(op_.problem(), gradient.z())) {
            next = Phase::descent;
            break;
        }
        gradient.iterate();
        ++k_;
    }
    passes_ += gradient.passes();
    parallel_copy(gradient.z(), z_);
    parallel_copy(gradient.u(), u_);
    return next;
}

/// Conjugate gradients from z until the solve is over or there is a setback: then z is the last good iterate.
template <class Real>
FaceCg::Phase FaceCg::descend(FaceDescent<Real>& descent, Stopping& stopping) {
    descent.start(op_, z_);
    bool over = false, on = true;
    for (std::int64_t since = 1; on && !over; ++since) {
        descent.iterate();
        ++k_;
        const double residual = descent.residual();
        note(residual, stopping);
        const bool last = k_ == most_, leave = helps_no_more(residual);
        const bool look = last || (stopping.due(k_, residual) && since >= kFaceInterval);
        if (look || leave || since >= kRefresh || (descent.wants_to_move() && since >= kFaceInterval)) {
            on = descent.move_face() && !leave;
            since = 0;
        }
        over = (look && stopping.done(k_, descent.z(), descent.u(), residual)) || last;
    }
    passes_ += descent.passes();
    parallel_copy(descent.z(), z_);
    parallel_copy(descent.u(), u_);
    return over ? Phase::over : Phase::approach;
}

}  // namespace galet
