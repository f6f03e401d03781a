#include "galet/solvers/apgd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/solvers/stopping.hpp"

namespace galet {
namespace {

template <class Real>
struct Sums {
    PackSum<Real> uphill;  ///< w(y).(z_{k+1} - z_k)
    PackSum<Real> length;  ///< |z_{k+1} - y|^2
    PackSum<Real> yields;  ///< what films add to (z_{k+1} - y)'W(z_{k+1} - y)

    Sums& operator+=(const Sums& other) {
        uphill += other.uphill;
        length += other.length;
        yields += other.yields;
        return *this;
    }
};

}  // namespace

template <class Real>
void AcceleratedGradient<Real>::start(ContactOperator& op, std::span<const double> z) {
    op_ = &op;
    const Index m = op.contacts();
    parallel_copy(z, base_);
    unit_ = with_dimension(op.problem().dimension, [&](auto dim) {
        return ordered_max(m, 0.0, [&](Index c) { return std::abs(op.row<dim()>(c, op.free_velocity())); });
    });
    if (!(unit_ > 0)) unit_ = 1;
    floor_.resize(m);
    w_.resize(m);
    e_.assign(m, Real(0));
    e_last_.assign(m, Real(0));
    x_.assign(op.velocity_size(), Real(0));
    x_y_.assign(op.velocity_size(), Real(0));
    passes_ = 0;
    compute_slopes();
    t_ = 1;
    beta_ = 0;
    lipschitz_ = 0;
    residual_ = std::numeric_limits<double>::max();
}

/// u, w and the floor of the base.
template <class Real>
void AcceleratedGradient<Real>::compute_slopes() {
    op_->velocity(base_, u_);
    with_dimension(op_->problem().dimension, [&](auto dim) {
        parallel_for(op_->contacts(), [&](Index c) {
            w_[c] = static_cast<Real>(op_->row<dim()>(c, base_, u_) / unit_);
            floor_[c] = c < op_->pushing() ? static_cast<Real>(-base_[c] / unit_) : std::numeric_limits<Real>::lowest();
        });
    });
    moved_ = false;
    passes_ += 2;
}

template <class Real>
void AcceleratedGradient<Real>::rebase() {
    if (!moved_) return;
    parallel_for(op_->contacts(), [&](Index c) {
        const double corrected = base_[c] + unit_ * static_cast<double>(e_[c]);
        const double pushed = e_[c] > floor_[c] ? std::max(0.0, corrected) : 0.0;
        base_[c] = c < op_->pushing() ? pushed : corrected;
        e_last_[c] -= e_[c];
        e_[c] = 0;
    });
    op_->share_out(base_);
    parallel_for(static_cast<Index>(x_.size()), [&](Index k) {
        x_y_[k] -= x_[k];
        x_[k] = 0;
    });
    compute_slopes();
}

template <class Real>
void AcceleratedGradient<Real>::iterate() {
    if (lipschitz_ == 0) {
        lipschitz_ = op_->eigenvalue_estimate(kPowerIterations);
        passes_ += kPowerIterations;
    }
    with_dimension(op_->problem().dimension,
                   [&](auto dim) { op_->has_films() ? iterate<dim(), true>() : iterate<dim(), false>(); });
    moved_ = true;
    passes_ += 1;
}

template <class Real>
template <int dim, bool films>
void AcceleratedGradient<Real>::iterate() {
    ContactOperator& op = *op_;
    const auto sums = op.scatter<dim, Sums<Real>, Real>(
        [inverse = static_cast<Real>(1 / lipschitz_), beta = static_cast<Real>(beta_), e_now = e_.data(),
         e_last = e_last_.data(), x = x_y_.data(), base = w_.data(), floor = floor_.data(),
         softness = op.softness<Real>()](auto width, Index c, const auto& rows, Sums<Real>& part) {
            using Numbers = Pack<width(), Real>;
            const Numbers e = load_pack<width()>(e_now, c);
            const Numbers y = e + beta * (e - load_pack<width()>(e_last, c));
            Numbers w = rows.template slopes<width()>(c, x) + load_pack<width()>(base, c);
            if constexpr (films) w += load_pack<width()>(softness, c) * y;
            const Numbers next = (y - w * inverse).max(load_pack<width()>(floor, c));
            part.uphill.template add<width()>(w * (next - e));
            part.length.template add<width()>((next - y).square());
            if constexpr (films)
                part.yields.template add<width()>(load_pack<width()>(softness, c) * (next - y).square());
            store_pack<width()>(e_last, c, next);
            return next;
        });
    const double uphill = sums.uphill.total(), length = sums.length.total();
    residual_ = lipschitz_ * unit_ * std::sqrt(length);
    std::swap(e_, e_last_);

    if (uphill > 0) {
        t_ = 1;
        beta_ = 0;
    } else {
        const double t = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_));
        beta_ = (t_ - 1) / t;
        t_ = t;
    }

    const double bent =
        sums.yields.total() + op.spread<dim>(x_y_,
                                             [beta = static_cast<Real>(beta_), xs = x_.data(), x_y = x_y_.data()](
                                                 Index i, Real mass, const Lanes<dim, Real>& next,
                                                 Lanes<dim, Real>& squares) -> Lanes<dim, Real> {
                                                 const Lanes<dim, Real> x = load_lanes<dim>(xs, i);
                                                 squares += mass * (next - load_lanes<dim>(x_y, i)).cwiseAbs2();
                                                 store_lanes<dim>(xs, i, next);
                                                 return next + beta * (next - x);
                                             });

    // d'Wd = |x(z_{k+1}) - x(y_k)|_M^2 for the step d that was made: it is kept, the next one is shorter or longer. The
    // largest eigenvalue of a matrix with a unit diagonal is at least 1.
    constexpr double kShorter = 1.3, kLonger = 0.98;
    lipschitz_ = bent > lipschitz_ * length ? std::max(kShorter * lipschitz_, bent / length)
                                            : std::max(kLonger * lipschitz_, 1.0);
}

template class AcceleratedGradient<double>;
template class AcceleratedGradient<float>;

void Apgd::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    start_.resize(op_.contacts());
    op_.from_force(solution.force, start_);
    gradient_.start(op_, start_);

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    for (;; ++k) {
        if (stopping.due(k, gradient_.residual()) || k == limits.max_iterations) {
            gradient_.rebase();
            if (stopping.done(k, gradient_.z(), gradient_.u(), gradient_.residual()) || k == limits.max_iterations)
                break;
        }
        gradient_.iterate();
    }
    stopping.write(gradient_.z(), gradient_.u(), solution);
    solution.iterations = k;
    solution.passes = gradient_.passes() + stopping.passes();
}

}  // namespace galet
