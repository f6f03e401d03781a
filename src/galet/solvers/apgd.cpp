#include "galet/solvers/apgd.hpp"

#include <cmath>

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {
namespace {

struct Sums {
    double uphill = 0;  ///< w(y).(z_{k+1} - z_k)
    double length = 0;  ///< |z_{k+1} - y|^2
};

}  // namespace

template <int dim>
void Apgd::iterate() {
    const Sums sums = ordered_reduce(
        op_.contacts(), Sums{},
        [&, inverse = 1 / lipschitz_](Index first, Index last) {
            Sums part;
            for (Index c = first; c < last; ++c) {
                const double z = z_[c], y = z + beta_ * (z - z_last_[c]);
                const double w = op_.row<dim>(c, u_y_);
                const double next = project_inelastic(y - w * inverse);
                part.uphill += w * (next - z);
                part.length += (next - y) * (next - y);
                z_last_[c] = next;
            }
            return part;
        },
        [](const Sums& a, const Sums& b) {
            return Sums{a.uphill + b.uphill, a.length + b.length};
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

    const double bent = ordered_reduce(
        op_.bodies(), 0.0,
        [&](Index first, Index last) {
            double part = 0;
            for (Index i = first; i < last; ++i) {
                const Lanes<dim> u = load_lanes<dim>(u_, i);
                const Lanes<dim> next = load_lanes<dim>(op_.free_velocity(), i) + op_.push<dim>(i, z_);
                part += op_.mass(i) * (next - load_lanes<dim>(u_y_, i)).squaredNorm();
                store_lanes<dim>(u_last_, i, next);
                store_lanes<dim>(u_y_, i, next + beta_ * (next - u));
            }
            return part;
        },
        [](double a, double b) { return a + b; });
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
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    op_.velocity(z_, u_);
    z_last_ = z_;
    u_last_ = u_;
    u_y_ = u_;
    t_ = 1;
    beta_ = 0;

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    if (!stopping.done(0, z_, u_)) {
        lipschitz_ = op_.eigenvalue_estimate(kPowerIterations);
        for (k = 1; k <= limits.max_iterations; ++k) {
            with_dimension(problem.dimension, [&](auto dim) { iterate<dim()>(); });
            if ((stopping.due(k) || k == limits.max_iterations) && stopping.done(k, z_, u_)) break;
        }
        k = std::min(k, limits.max_iterations);
    }
    stopping.write(z_, u_, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes() + (k > 0 ? kPowerIterations : 0);
}

}  // namespace galet
