#include "galet/solvers/apgd.hpp"

#include <cmath>

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {
namespace {

struct Sums {
    double uphill = 0;  ///< w(y).(z_{k+1} - z_k)
    double length = 0;  ///< |z_{k+1} - y|^2

    Sums& operator+=(const Sums& other) {
        uphill += other.uphill;
        length += other.length;
        return *this;
    }
};

}  // namespace

void AcceleratedGradient::start(ContactOperator& op, std::span<const double> z) {
    op_ = &op;
    z_.assign(z.begin(), z.end());
    z_last_ = z_;
    op.velocity(z_, u_);
    u_last_ = u_;
    u_y_ = u_;
    t_ = 1;
    beta_ = 0;
    lipschitz_ = 0;
}

void AcceleratedGradient::iterate() {
    if (lipschitz_ == 0) lipschitz_ = op_->eigenvalue_estimate(kPowerIterations);
    with_dimension(op_->problem().dimension, [&](auto dim) { iterate<dim()>(); });
}

template <int dim>
void AcceleratedGradient::iterate() {
    ContactOperator& op = *op_;
    const Sums sums = op.scatter<dim, Sums>([&, inverse = 1 / lipschitz_, beta = beta_](Index c, Sums& part) {
        const double z = z_[c], y = z + beta * (z - z_last_[c]);
        const double w = op.row<dim>(c, u_y_);
        const double next = project_inelastic(y - w * inverse);
        part.uphill += w * (next - z);
        part.length += (next - y) * (next - y);
        z_last_[c] = next;
        return next;
    });
    std::swap(z_, z_last_);

    if (sums.uphill > 0) {
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

    // d'Wd = |u(z_{k+1}) - u(y_k)|_M^2. The step is kept; the next ones are shorter and start afresh.
    constexpr double kRounding = 1 + 1e-10;
    if (bent > lipschitz_ * sums.length * kRounding) {
        lipschitz_ = bent / sums.length;
        t_ = 1;
        beta_ = 0;
        u_y_ = u_;
    }
}

void Apgd::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    start_.resize(op_.contacts());
    op_.from_force(solution.force, start_);
    gradient_.start(op_, start_);

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    while (!((stopping.due(k) || k == limits.max_iterations) && stopping.done(k, gradient_.z(), gradient_.u())) &&
           k < limits.max_iterations) {
        gradient_.iterate();
        ++k;
    }
    stopping.write(gradient_.z(), gradient_.u(), solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes() + (k > 0 ? AcceleratedGradient::kPowerIterations : 0);
}

}  // namespace galet
