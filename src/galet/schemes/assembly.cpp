#include "galet/schemes/assembly.hpp"

#include "galet/core/parallel.hpp"

namespace galet {

void Assembly::choose_bodies(const ContactSet& contacts, std::span<const Index> order) {
    constexpr Index kAlone = -1, kTouching = -2;
    rank_.assign(order.size(), kAlone);
    for (Index c = 0; c < contacts.size(); ++c) {
        if (contacts.first[c] >= 0) rank_[contacts.first[c]] = kTouching;
        rank_[contacts.second[c]] = kTouching;
    }
    chosen_.clear();
    for (const Index i : order) {
        if (rank_[i] == kAlone) continue;
        rank_[i] = static_cast<Index>(chosen_.size());
        chosen_.push_back(i);
    }
}

void Assembly::assemble(const ContactSet& contacts, std::span<const Index> order, const FreeMotion& motion,
                        const Clearance& clearance, ContactProblem& problem) {
    choose_bodies(contacts, order);
    const Index n = static_cast<Index>(chosen_.size()), m = contacts.size();
    problem.dimension = contacts.dimension;
    problem.step = motion.step;
    problem.leeway = clearance.leeway;
    problem.inverse_mass.resize(n);
    problem.free_velocity.resize(static_cast<std::size_t>(n) * contacts.dimension);
    problem.position.resize(motion.position.empty() ? 0 : problem.free_velocity.size());
    problem.first.resize(m);
    problem.second.resize(m);
    problem.distance.resize(m);
    problem.normal.resize(contacts.normal.size());
    with_dimension(contacts.dimension, [&](auto dim) {
        parallel_for(n, [&](Index k) {
            problem.inverse_mass[k] = 1 / motion.mass[chosen_[k]];
            store<dim()>(problem.free_velocity, k, load<dim()>(motion.velocity, chosen_[k]));
        });
        if (!motion.position.empty()) {
            parallel_for(n,
                         [&](Index k) { store<dim()>(problem.position, k, load<dim()>(motion.position, chosen_[k])); });
        }
        problem.energy_outside = ordered_sum(static_cast<Index>(order.size()), [&](Index i) {
            return rank_[i] >= 0 ? 0.0 : motion.mass[i] * load<dim()>(motion.velocity, i).squaredNorm();
        });
        parallel_for(m, [&](Index c) {
            problem.first[c] = contacts.first[c] < 0 ? kFixed : rank_[contacts.first[c]];
            problem.second[c] = rank_[contacts.second[c]];
            problem.distance[c] = clearance(contacts.distance[c], contacts.closing.empty() ? 0.0 : contacts.closing[c]);
            store<dim()>(problem.normal, c, load<dim()>(contacts.normal, c));
        });
    });
}

void Assembly::add_friction(const Rubbing& rubbing, std::span<const double> inertia, std::span<const double> spin,
                            ContactProblem& problem) const {
    parallel_copy(rubbing.friction, problem.friction);
    parallel_copy(rubbing.arm, problem.arm);
    parallel_copy(rubbing.drive, problem.drive);
    problem.inverse_inertia.resize(chosen_.size());
    parallel_for(static_cast<Index>(chosen_.size()),
                 [&](Index k) { problem.inverse_inertia[k] = 1 / inertia[chosen_[k]]; });
    gather(spin_size(problem.dimension), spin, problem.free_spin);
}

void Assembly::spread(int size, std::span<const double> solved, std::span<double> by_id) const {
    with_dimension(size, [&](auto dim) {
        parallel_for(static_cast<Index>(chosen_.size()),
                     [&](Index k) { store<dim()>(by_id, chosen_[k], load<dim()>(solved, k)); });
    });
}

void Assembly::gather(int size, std::span<const double> by_id, std::vector<double>& in_problem) const {
    in_problem.resize(chosen_.size() * size);
    with_dimension(size, [&](auto dim) {
        parallel_for(static_cast<Index>(chosen_.size()),
                     [&](Index k) { store<dim()>(in_problem, k, load<dim()>(by_id, chosen_[k])); });
    });
}

void add_impulses(const ContactSet& contacts, std::span<const double> impulse, std::span<const double> mass,
                  std::span<double> velocity) {
    with_dimension(contacts.dimension, [&](auto dim) {
        for (Index c = 0; c < contacts.size(); ++c) {
            if (impulse[c] == 0) continue;
            const Index i = contacts.first[c], j = contacts.second[c];
            const Vec<dim()> push = impulse[c] * load<dim()>(contacts.normal, c);
            store<dim()>(velocity, j, load<dim()>(velocity, j) + push / mass[j]);
            if (i >= 0) store<dim()>(velocity, i, load<dim()>(velocity, i) - push / mass[i]);
        }
    });
}

}  // namespace galet
