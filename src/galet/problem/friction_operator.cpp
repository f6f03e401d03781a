#include "galet/problem/friction_operator.hpp"

#include <cmath>

namespace galet {

std::size_t FrictionOperator::velocity_size() const {
    return (static_cast<std::size_t>(bodies()) + 1) * twist_lanes(problem_->dimension);
}

std::size_t FrictionOperator::impulse_size() const {
    return static_cast<std::size_t>(contacts()) * lanes(problem_->dimension);
}

void FrictionOperator::assign(const ContactProblem& problem) {
    problem_ = &problem;
    const Index m = problem.contacts(), n = problem.bodies();
    first_.resize(m);
    coefficients_.resize(m);
    normal_.resize(impulse_size());
    impulse_.resize(impulse_size());
    torque_.resize(impulse_size());
    drive_.resize(problem.drive.empty() ? 0 : impulse_size());
    free_velocity_.assign(velocity_size(), 0.0);
    parallel_copy(problem.inverse_mass, inverse_mass_);
    parallel_copy(problem.inverse_inertia, inverse_inertia_);
    inverse_mass_.push_back(0.0);
    inverse_inertia_.push_back(0.0);
    with_plane_or_space(problem.dimension, [&](auto dim) {
        parallel_for(m, [&](Index c) {
            const Index i = problem.first[c] == kFixed ? n : problem.first[c], j = problem.second[c];
            const double a = problem.arm[2 * static_cast<std::size_t>(c)],
                         b = problem.arm[2 * static_cast<std::size_t>(c) + 1];
            first_[c] = i;
            const Vec<dim()> unit = load<dim()>(problem.normal, c);
            store_lanes<dim()>(normal_, c, widen<dim()>(unit));
            const double W_n = inverse_mass_[i] + inverse_mass_[j];
            const double W_t = W_n + a * a * inverse_inertia_[i] + b * b * inverse_inertia_[j];
            const double s_n = 1 / std::sqrt(W_n), s_t = 1 / std::sqrt(W_t);
            coefficients_[c] = {
                a, b, s_n, s_t, problem.friction[c] * s_n / s_t, s_n * problem.distance[c] / problem.step};
            if (drive_.empty()) return;
            const Vec<dim()> drive = load<dim()>(problem.drive, c);
            store_lanes<dim()>(drive_, c, widen<dim()>(s_t * (drive - unit.dot(drive) * unit)));
        });
        parallel_for(n, [&](Index i) {
            Lanes<dim()> spin = Lanes<dim()>::Zero();
            constexpr int kSpin = spin_size(dim());
            for (int k = 0; k < kSpin; ++k) spin[k] = problem.free_spin[static_cast<std::size_t>(i) * kSpin + k];
            store_twist<dim()>(free_velocity_.data(), i, widen<dim()>(load<dim()>(problem.free_velocity, i)), spin);
        });
    });
    list_contacts_of_bodies();
}

void FrictionOperator::list_contacts_of_bodies() {
    const Index m = contacts(), n = bodies();
    // Counts two places ahead, so that filling moves every start to where it belongs. The fixed body has no list.
    start_.assign(static_cast<std::size_t>(n) + 3, 0);
    for (Index c = 0; c < m; ++c) {
        ++start_[first_[c] + 2];
        ++start_[problem_->second[c] + 2];
    }
    for (std::size_t i = 2; i < start_.size(); ++i) start_[i] += start_[i - 1];
    entry_.resize(2 * static_cast<std::size_t>(m));
    for (Index c = 0; c < m; ++c) {
        entry_[start_[first_[c] + 1]++] = 2 * c;
        entry_[start_[problem_->second[c] + 1]++] = 2 * c + 1;
    }
}

void FrictionOperator::velocity(std::span<const double> z, LaneArray& u) {
    struct None {
        None& operator+=(const None&) { return *this; }
    };
    u.resize(velocity_size());
    with_plane_or_space(problem_->dimension, [&](auto dim) {
        scatter<dim(), None>([dim, zs = z.data()](auto width, Index c, const auto& n, const auto&, None&) {
            const PackVectors<dim(), width()> whole = load_vectors<dim(), width()>(zs, c);
            const Pack<width()> along = dot(n, whole);
            return ContactVectors<dim(), width()>{along, whole - along * n};
        });
        spread<dim()>([&](Index i, const Lanes<dim()>& push, const Lanes<dim()>& twisted) {
            const double* const free = twist<dim()>(free_velocity_.data(), i);
            store_twist<dim()>(u.data(), i, velocity_of<dim()>(free) + push, spin_of<dim()>(free) + twisted);
            return 0.0;
        });
        store_twist<dim()>(u.data(), bodies(), Lanes<dim()>::Zero(), Lanes<dim()>::Zero());
    });
}

void FrictionOperator::from_force(std::span<const double> force, std::span<const double> tangential,
                                  LaneArray& z) const {
    z.resize(impulse_size());
    const double h = problem_->step;
    with_plane_or_space(problem_->dimension, [&](auto dim) {
        parallel_for(contacts(), [&](Index c) {
            const Coefficients& k = coefficients_[c];
            const Lanes<dim()> along = widen<dim()>(load<dim()>(tangential, c));
            // The normal is another one than when the force was found.
            const Lanes<dim()> t = split<dim()>(c, along).tangent;
            store_lanes<dim()>(z.data(), c, join<dim()>(c, {h * force[c] / k.scale_normal, h * t / k.scale_tangent}));
        });
    });
}

void FrictionOperator::to_force(const LaneArray& z, std::vector<double>& force, std::vector<double>& tangential) const {
    const double h = problem_->step;
    force.resize(contacts());
    tangential.resize(static_cast<std::size_t>(contacts()) * problem_->dimension);
    with_plane_or_space(problem_->dimension, [&](auto dim) {
        parallel_for(contacts(), [&](Index c) {
            const Coefficients& k = coefficients_[c];
            const ContactVector<dim()> parts = split<dim()>(c, load_lanes<dim()>(z, c));
            force[c] = k.scale_normal * parts.normal / h;
            const Vec<dim()> t = (k.scale_tangent / h) * parts.tangent.template head<dim()>();
            store<dim()>(tangential, c, t);
        });
    });
}

void FrictionOperator::unpack(const LaneArray& u, std::vector<double>& velocity, std::vector<double>& spin) const {
    velocity.resize(problem_->free_velocity.size());
    spin.resize(problem_->free_spin.size());
    with_plane_or_space(problem_->dimension, [&](auto dim) {
        constexpr int kSpin = spin_size(dim());
        parallel_for(bodies(), [&](Index i) {
            const double* const from = twist<dim()>(u.data(), i);
            const Vec<dim()> v = velocity_of<dim()>(from).template head<dim()>();
            store<dim()>(velocity, i, v);
            for (int k = 0; k < kSpin; ++k) spin[static_cast<std::size_t>(i) * kSpin + k] = spin_of<dim()>(from)[k];
        });
    });
}

}  // namespace galet
