#include "galet/schemes/rebound.hpp"

#include <algorithm>

namespace galet {

void Rebound::solve(const SolvedStep& step, const Limits& limits, Solver& solver) {
    const ContactProblem& p = step.problem;
    active_.clear();
    for (Index c = 0; c < p.contacts(); ++c) {
        if (step.force[c] > 0) active_.push_back(c);
    }
    const Index m = static_cast<Index>(active_.size());
    cone_ = {};
    cone_.dimension = p.dimension;
    cone_.step = p.step;
    cone_.energy_outside = p.energy_outside;
    cone_.inverse_mass = p.inverse_mass;
    cone_.position = p.position;
    cone_.normal.resize(static_cast<std::size_t>(m) * p.dimension);
    for (Index k = 0; k < m; ++k) {
        const Index c = active_[k];
        cone_.first.push_back(p.first[c]);
        cone_.second.push_back(p.second[c]);
        cone_.distance.push_back(step.closing.empty() ? 0.0 : -step.closing[c]);
        std::copy_n(p.normal.begin() + static_cast<std::ptrdiff_t>(c) * p.dimension, p.dimension,
                    cone_.normal.begin() + static_cast<std::ptrdiff_t>(k) * p.dimension);
    }
    certificate_ = {};
    iterations_ = passes_ = 0;
    impulse_.assign(p.contacts(), 0.0);

    solution_.force.assign(m, 0.0);
    project(p.free_velocity, limits, solver);
    velocity_ = solution_.velocity;
    for (Index k = 0; k < m; ++k) impulse_[active_[k]] = p.step * solution_.force[k];

    const bool rebounds = std::any_of(active_.begin(), active_.end(), [&](Index c) { return step.restitution[c] > 0; });
    if (!rebounds) return;
    solution_.force.assign(m, 0.0);
    project(step.before, limits, solver);
    with_dimension(p.dimension, [&](auto dim) {
        for (Index k = 0; k < m; ++k) {
            const Index c = active_[k], i = p.first[c], j = p.second[c];
            const double impulse = step.restitution[c] * p.step * solution_.force[k];
            const Vec<dim()> push = impulse * load<dim()>(p.normal, c);
            impulse_[c] += impulse;
            store<dim()>(velocity_, j, load<dim()>(velocity_, j) + p.inverse_mass[j] * push);
            if (i != kFixed) store<dim()>(velocity_, i, load<dim()>(velocity_, i) - p.inverse_mass[i] * push);
        }
    });
}

/// The projection of a velocity onto the cone, to the limits.
void Rebound::project(std::span<const double> free_velocity, const Limits& limits, Solver& solver) {
    cone_.free_velocity.assign(free_velocity.begin(), free_velocity.end());
    solver.solve(cone_, limits, solution_);
    certificate_ = worse_of(certificate_, solution_.certificate);
    iterations_ += solution_.iterations;
    passes_ += solution_.passes;
}

}  // namespace galet
