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
    op.velocity(z_, u_);
    u_last_.resize(u_.size());
    parallel_copy(u_, u_y_);
    t_ = 1;
    beta_ = 0;
    lipschitz_ = 0;
    residual_ = std::numeric_limits<double>::max();
}

void AcceleratedGradient::iterate() {
    if (lipschitz_ == 0) lipschitz_ = op_->eigenvalue_estimate(kPowerIterations);
    with_dimension(op_->problem().dimension, [&](auto dim) { iterate<dim()>(); });
}

template <int dim>
void AcceleratedGradient::iterate() {
    ContactOperator& op = *op_;
    const Sums sums =
        op.scatter<dim, Sums>([&op, inverse = 1 / lipschitz_, beta = beta_, z_now = z_.data(), z_last = z_last_.data(),
                               u = u_y_.data(), d = op.offsets()](auto width, Index c, Sums& part) {
            using Numbers = Pack<width()>;
            const Numbers z = load_pack<width()>(z_now, c);
            const Numbers y = z + beta * (z - load_pack<width()>(z_last, c));
            const Numbers w = op.slopes<dim, width()>(c, u) + load_pack<width()>(d, c);
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

    const double bent = ordered_sum(op.bodies(), [&](Index i) {
        const Lanes<dim> u = load_lanes<dim>(u_, i);
        const Lanes<dim> next = load_lanes<dim>(op.free_velocity(), i) + op.take_push<dim>(i);
        const double moved = op.mass(i) * (next - load_lanes<dim>(u_y_, i)).squaredNorm();
        store_lanes<dim>(u_last_, i, next);
        store_lanes<dim>(u_y_, i, next + beta_ * (next - u));
        return moved;
    });
    std::swap(u_, u_last_);

    // d'Wd = |u(z_{k+1}) - u(y_k)|_M^2 for the step d that was made: it is kept, the next one is shorter or longer. The
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
