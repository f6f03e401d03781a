#include "galet/schemes/energy.hpp"

#include <algorithm>

#include "galet/core/parallel.hpp"

namespace galet {
namespace {

/// h f.(u^n + u^{n+1})/2 over all bodies, f(i) being the force on body i.
template <int dim, class ForceOn>
double work_of(const StepMotion& motion, ForceOn&& force_on) {
    return 0.5 * motion.step * ordered_sum(motion.after.size(), [&](Index i) {
               const Vec<dim> sum = load<dim>(motion.velocity_before, i) + load<dim>(motion.after.velocity, i);
               return force_on(i).dot(sum);
           });
}

/// sum of p_c G_c.(u^n + u^{n+1})/2.
template <int dim>
double work_of_contacts(const StepMotion& motion, const ContactSet& contacts, std::span<const double> impulse) {
    const auto sum_at = [&](Index i) -> Vec<dim> {
        if (i < 0) return Vec<dim>::Zero();
        return load<dim>(motion.velocity_before, i) + load<dim>(motion.after.velocity, i);
    };
    return 0.5 * ordered_sum(contacts.size(), [&](Index c) {
               const Vec<dim> relative = sum_at(contacts.second[c]) - sum_at(contacts.first[c]);
               return impulse[c] * load<dim>(contacts.normal, c).dot(relative);
           });
}

}  // namespace

EnergyChange energy_change(const StepMotion& motion, const StepForces& forces, const ContactSet& contacts,
                           std::span<const double> impulse, double work_of_boundaries) {
    return with_dimension(motion.after.dimension, [&](auto dim) {
        const double external = work_of<dim()>(motion, [&](Index i) -> Vec<dim()> {
            return load<dim()>(forces.external, i) - forces.drag[i] * load<dim()>(motion.after.velocity, i);
        });
        const double conservative =
            work_of<dim()>(motion, [&](Index i) -> Vec<dim()> { return load<dim()>(forces.conservative, i); });
        EnergyChange change;
        change.work_external = external + work_of_boundaries;
        change.dissipated = work_of_boundaries - work_of_contacts<dim()>(motion, contacts, impulse);
        change.scheme_energy = conservative;
        return change;
    });
}

std::array<double, 3> external_impulse(const StepMotion& motion, const StepForces& forces, const ContactSet& contacts,
                                       std::span<const double> impulse) {
    const int d = motion.after.dimension;
    std::array<double, 3> sum{};
    for (int k = 0; k < d; ++k) {
        const auto at = [d, k](const std::vector<double>& v, Index i) {
            return v[static_cast<std::size_t>(i) * d + k];
        };
        const double of_forces = ordered_sum(motion.after.size(), [&](Index i) {
            return at(forces.conservative, i) + at(forces.external, i) - forces.drag[i] * at(motion.after.velocity, i);
        });
        const double of_walls = ordered_sum(contacts.size(), [&](Index c) {
            return contacts.first[c] < 0 ? impulse[c] * at(contacts.normal, c) : 0.0;
        });
        sum[k] = motion.step * of_forces + of_walls;
    }
    return sum;
}

double potential_energy(const Forces& sources, const Bodies& bodies) {
    double sum = 0;
    for (const auto& source : sources) sum += source->potential_energy(bodies);
    return sum;
}

void remember_step(const Forces& sources, const Bodies& bodies, const ContactSet& contacts,
                   std::span<const double> force, StepReport& report) {
    bool changed = false;
    for (const auto& source : sources) changed |= source->after_step(bodies, contacts, force);
    if (!changed) return;
    const double potential = potential_energy(sources, bodies);
    report.energy.work_external += potential - report.potential_energy;
    report.potential_energy = potential;
}

}  // namespace galet
