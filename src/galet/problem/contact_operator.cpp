#include "galet/problem/contact_operator.hpp"

#include <cmath>

#include "galet/core/random.hpp"

namespace galet {
namespace {

template <int dim>
Lanes<dim> widen(const Vec<dim>& v) {
    Lanes<dim> wide = Lanes<dim>::Zero();
    wide.template head<dim>() = v;
    return wide;
}

}  // namespace

void ContactOperator::assign(const ContactProblem& problem, RowScaling scaling) {
    problem_ = &problem;
    const Index m = problem.contacts(), n = problem.bodies(), fixed = n;
    first_.resize(m);
    second_.resize(m);
    offset_.resize(m);
    sigma_.resize(m);
    row_.resize(static_cast<std::size_t>(m) * lanes(problem.dimension));
    mass_.resize(n);
    free_velocity_.resize(velocity_size());
    with_dimension(problem.dimension, [&](auto dim) {
        parallel_for(m, [&](Index c) {
            const Index i = problem.first[c], j = problem.second[c];
            first_[c] = i == kFixed ? fixed : i;
            second_[c] = j;
            const double inverse = (i == kFixed ? 0.0 : problem.inverse_mass[i]) + problem.inverse_mass[j];
            sigma_[c] = scaling == RowScaling::none ? 1.0 : 1.0 / std::sqrt(inverse);
            offset_[c] = sigma_[c] * problem.distance[c] / problem.step;
            store_lanes<dim()>(row_, c, widen<dim()>(sigma_[c] * load<dim()>(problem.normal, c)));
        });
        parallel_for(n, [&](Index i) {
            mass_[i] = 1 / problem.inverse_mass[i];
            store_lanes<dim()>(free_velocity_, i, widen<dim()>(load<dim()>(problem.free_velocity, i)));
        });
        store_lanes<dim()>(free_velocity_, n, Lanes<dim()>::Zero());
    });
    list_incidence();
}

void ContactOperator::list_incidence() {
    const Index n = bodies(), m = contacts();
    incident_start_.assign(static_cast<std::size_t>(n) + 3, 0);
    incident_.resize(2 * static_cast<std::size_t>(m));
    // Counts two places ahead, so that filling moves every start to where it belongs. The fixed body's list is kept as
    // the last one and never read.
    for (Index c = 0; c < m; ++c) {
        ++incident_start_[first_[c] + 2];
        ++incident_start_[second_[c] + 2];
    }
    for (std::size_t i = 2; i < incident_start_.size(); ++i) incident_start_[i] += incident_start_[i - 1];
    for (Index c = 0; c < m; ++c) {
        incident_[incident_start_[first_[c] + 1]++] = ~c;
        incident_[incident_start_[second_[c] + 1]++] = c;
    }
}

void ContactOperator::from_force(std::span<const double> force, std::span<double> z) const {
    parallel_for(contacts(), [&](Index c) { z[c] = problem_->step * force[c] / sigma_[c]; });
}

void ContactOperator::to_force(std::span<const double> z, std::span<double> force) const {
    parallel_for(contacts(), [&](Index c) { force[c] = z[c] * sigma_[c] / problem_->step; });
}

void ContactOperator::velocity(std::span<const double> z, LaneArray& u) const {
    u.resize(velocity_size());
    with_dimension(problem_->dimension, [&](auto dim) {
        parallel_for(bodies(), [&](Index i) {
            store_lanes<dim()>(u, i, load_lanes<dim()>(free_velocity_, i) + push<dim()>(i, z));
        });
        store_lanes<dim()>(u, bodies(), Lanes<dim()>::Zero());
    });
}

void ContactOperator::unpack(const LaneArray& u, std::vector<double>& velocity) const {
    velocity.resize(problem_->free_velocity.size());
    with_dimension(problem_->dimension, [&](auto dim) {
        parallel_for(bodies(),
                     [&](Index i) { store<dim()>(velocity, i, load_lanes<dim()>(u, i).template head<dim()>()); });
    });
}

double ContactOperator::eigenvalue_bound() const {
    return 2 * ordered_max(bodies(), 0.0, [&](Index i) {
               double sum = 0;
               for (Index e = incident_start_[i]; e < incident_start_[i + 1]; ++e) {
                   const double sigma = sigma_[contact_of(incident_[e])];
                   sum += sigma * sigma;
               }
               return sum * problem_->inverse_mass[i];
           });
}

double ContactOperator::eigenvalue_estimate(int iterations) {
    constexpr std::uint64_t kSeed = 0x67616c6574, kStream = 1;
    const Index m = contacts(), n = bodies();
    if (m == 0) return 0;
    work_z_.resize(m);
    work_u_.assign(velocity_size(), 0.0);
    parallel_for(m, [&](Index c) { work_z_[c] = uniform_draw(kSeed, kStream, c) - 0.5; });
    double estimate = 0;
    with_dimension(problem_->dimension, [&](auto dim) {
        for (int k = 0; k < iterations; ++k) {
            const double square = ordered_sum(m, [&](Index c) { return work_z_[c] * work_z_[c]; });
            const double energy = ordered_reduce(
                n, 0.0,
                [&](Index first, Index last) {
                    double sum = 0;
                    for (Index i = first; i < last; ++i) {
                        const Lanes<dim()> v = push<dim()>(i, work_z_);
                        store_lanes<dim()>(work_u_, i, v);
                        sum += mass_[i] * v.squaredNorm();
                    }
                    return sum;
                },
                [](double a, double b) { return a + b; });
            estimate = energy / square;
            const double shrink = 1 / std::sqrt(square);
            parallel_for(m, [&](Index c) { work_z_[c] = (row<dim()>(c, work_u_) - offset_[c]) * shrink; });
        }
    });
    return estimate;
}

double ContactOperator::push_energy(const LaneArray& u) const {
    return with_dimension(problem_->dimension, [&](auto dim) {
        return ordered_sum(bodies(), [&](Index i) {
            return mass_[i] * (load_lanes<dim()>(u, i) - load_lanes<dim()>(free_velocity_, i)).squaredNorm();
        });
    });
}

}  // namespace galet
