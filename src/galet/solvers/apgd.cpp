#include "galet/solvers/apgd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {
namespace {

struct Sums {
    PackSum uphill;  ///< w(y).(z_{k+1} - z_k)
    PackSum length;  ///< |z_{k+1} - y|^2

    Sums& operator+=(const Sums& other) {
        uphill += other.uphill;
        length += other.length;
        return *this;
    }
};

}  // namespace

void AcceleratedGradient::start(ContactOperator& op, std::span<const double> z) {
    op_ = &op;
    parallel_copy(z, z_);
    parallel_copy(z, z_last_);
    b_.resize(z.size());
    with_dimension(op.problem().dimension, [&](auto dim) {
        parallel_for(op.contacts(), [&](Index c) { b_[c] = op.row<dim()>(c, op.free_velocity()); });
    });
    op.push(z_, x_);
    parallel_copy(x_, x_y_);
    moved_ = true;
    t_ = 1;
    beta_ = 0;
    lipschitz_ = 0;
    residual_ = std::numeric_limits<double>::max();
}

const LaneArray& AcceleratedGradient::u() {
    if (moved_) {
        u_.resize(x_.size());
        with_dimension(op_->problem().dimension, [&](auto dim) {
            const BodyView<dim()> view = op_->body_view<dim()>();
            parallel_for(op_->bodies(),
                         [dim, view, free = op_->free_velocity().data(), x = x_.data(), u = u_.data()](Index i) {
                             view.set_velocity(u, i, load_lanes<dim()>(free, i) + load_lanes<dim()>(x, i));
                         });
            view.set_velocity(u_.data(), op_->bodies(), Lanes<dim()>::Zero());
        });
        moved_ = false;
    }
    return u_;
}

void AcceleratedGradient::iterate() {
    if (lipschitz_ == 0) lipschitz_ = op_->eigenvalue_estimate(kPowerIterations);
    with_dimension(op_->problem().dimension, [&](auto dim) { iterate<dim()>(); });
}

template <int dim>
void AcceleratedGradient::iterate() {
    ContactOperator& op = *op_;
    const Sums sums =
        op.scatter<dim, Sums>([inverse = 1 / lipschitz_, beta = beta_, z_now = z_.data(), z_last = z_last_.data(),
                               x = x_y_.data(), b = b_.data()](auto width, Index c, const auto& rows, Sums& part) {
            using Numbers = Pack<width()>;
            const Numbers z = load_pack<width()>(z_now, c);
            const Numbers y = z + beta * (z - load_pack<width()>(z_last, c));
            const Numbers w = rows.template slopes<width()>(c, x) + load_pack<width()>(b, c);
            const Numbers next = project_inelastic<width()>(y - w * inverse);
            part.uphill.template add<width()>(w * (next - z));
            part.length.template add<width()>((next - y).square());
            store_pack<width()>(z_last, c, next);
            return next;
        });
    const double uphill = sums.uphill.total(), length = sums.length.total();
    residual_ = lipschitz_ * std::sqrt(length);
    std::swap(z_, z_last_);

    if (uphill > 0) {
        t_ = 1;
        beta_ = 0;
    } else {
        const double t = 0.5 * (1 + std::sqrt(1 + 4 * t_ * t_));
        beta_ = (t_ - 1) / t;
        t_ = t;
    }

    const double bent = ordered_sum(
        op.bodies(), [view = op.body_view<dim>(), beta = beta_, xs = x_.data(), x_y = x_y_.data()](Index i) {
            const Lanes<dim> x = load_lanes<dim>(xs, i), next = view.take_push(i);
            const double moved = view.mass[i] * (next - load_lanes<dim>(x_y, i)).squaredNorm();
            store_lanes<dim>(xs, i, next);
            view.set_velocity(x_y, i, next + beta * (next - x));
            return moved;
        });
    moved_ = true;

    // d'Wd = |x(z_{k+1}) - x(y_k)|_M^2 for the step d that was made: it is kept, the next one is shorter or longer. The
    // largest eigenvalue of a matrix with a unit diagonal is at least 1.
    constexpr double kShorter = 1.3, kLonger = 0.98;
    lipschitz_ = bent > lipschitz_ * length ? std::max(kShorter * lipschitz_, bent / length)
                                            : std::max(kLonger * lipschitz_, 1.0);
}

void Apgd::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    start_.resize(op_.contacts());
    op_.from_force(solution.force, start_);
    gradient_.start(op_, start_);

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    while (!((stopping.due(k, gradient_.residual()) || k == limits.max_iterations) &&
             stopping.done(k, gradient_.z(), gradient_.u(), gradient_.residual())) &&
           k < limits.max_iterations) {
        gradient_.iterate();
        ++k;
    }
    stopping.write(gradient_.z(), gradient_.u(), solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes() + (k > 0 ? AcceleratedGradient::kPowerIterations : 0);
}

}  // namespace galet
