#include "galet/solvers/friction_apgd.hpp"

#include <algorithm>
#include <cmath>

#include "galet/laws/coulomb.hpp"
#include "galet/solvers/friction_stopping.hpp"

namespace galet {
namespace {

struct Sums {
    double uphill = 0;  ///< gradient times change
    double length = 0;  ///< |z_{k+1} - y|^2
    double off = 0;     ///< square of what the corrections are off by
    double slip = 0;    ///< the largest of that, as a velocity

    Sums& operator+=(const Sums& other) {
        uphill += other.uphill;
        length += other.length;
        off += other.off;
        slip = std::max(slip, other.slip);
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
    op_.velocity(z_, u_);
    parallel_copy(u_, u_y_);
    parallel_copy(z_, z_last_);
    correction_.resize(op_.contacts());
    parallel_for(op_.contacts(),
                 [&](Index c) { correction_[c] = op_.correction(c) * op_.row<dim>(c, u_).tangent.norm(); });

    double lipschitz = 2, t = 1, beta = 0, slip_gap = 0;
    bool renew = false;
    std::int64_t k = 0;
    for (;; ++k) {
        if (stopping.due(k) && stopping.done(k, z_, u_)) break;
        const double inverse = 1 / lipschitz;
        const Sums sums = op_.scatter<dim, Sums>([&](Index c, Sums& part) -> Lanes<dim> {
            const Lanes<dim> z = load_lanes<dim>(z_, c), y = z + beta * (z - load_lanes<dim>(z_last_, c));
            ContactVector<dim> w = op_.row<dim>(c, u_y_);
            const double correction = op_.correction(c) * w.tangent.norm();
            const double off = correction - correction_[c];
            if (renew) correction_[c] = correction;
            w.normal += correction_[c];
            ContactVector<dim> next = op_.split<dim>(c, y);
            next.normal -= inverse * w.normal;
            next.tangent -= inverse * w.tangent;
            project_on_cone(next.normal, next.tangent, op_.coefficients(c).friction);
            const Lanes<dim> joined = op_.join<dim>(c, next);
            const ContactVector<dim> change = op_.split<dim>(c, joined - z);
            part.uphill += w.normal * change.normal + w.tangent.dot(change.tangent);
            part.length += (joined - y).squaredNorm();
            if (next.normal > 0) {
                part.off += off * off;
                part.slip = std::max(part.slip, std::abs(off) / op_.coefficients(c).scale_normal);
            }
            store_lanes<dim>(z_last_.data(), c, joined);
            return joined;
        });
        std::swap(z_, z_last_);
        slip_gap = renew ? 0 : sums.slip;
        renew = lipschitz * std::sqrt(sums.length) <= kInner * std::sqrt(sums.off);
        if (sums.uphill > 0) {
            t = 1;
            beta = 0;
        } else {
            const double next = 0.5 * (1 + std::sqrt(1 + 4 * t * t));
            beta = (t - 1) / next;
            t = next;
        }
        const double bent = op_.spread<dim>([&](Index i, const Lanes<dim>& push, const Lanes<dim>& twisted) {
            using Op = FrictionOperator;
            const double* const free = Op::twist<dim>(op_.free_velocity().data(), i);
            const double* const last = Op::twist<dim>(u_.data(), i);
            const double* const at = Op::twist<dim>(u_y_.data(), i);
            const Lanes<dim> v = Op::velocity_of<dim>(free) + push, s = Op::spin_of<dim>(free) + twisted;
            const double square = op_.mass_square<dim>(i, v - Op::velocity_of<dim>(at), s - Op::spin_of<dim>(at));
            Op::store_twist<dim>(u_y_.data(), i, v + beta * (v - Op::velocity_of<dim>(last)),
                                 s + beta * (s - Op::spin_of<dim>(last)));
            Op::store_twist<dim>(u_.data(), i, v, s);
            return square;
        });
        // d'Wd for the step d that was made: it is kept, the next one is shorter or longer.
        constexpr double kShorter = 1.3, kLonger = 0.98;
        lipschitz = bent > lipschitz * sums.length ? std::max(kShorter * lipschitz, bent / sums.length)
                                                   : std::max(kLonger * lipschitz, 1.0);
    }
    stopping.write(z_, u_, slip_gap, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

}  // namespace galet
