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
double work_of_contacts(const StepMotion& motion, const StepImpulses& impulses) {
    const ContactSet& contacts = impulses.contacts;
    const auto sum_at = [&](Index i) -> Vec<dim> {
        if (i < 0) return Vec<dim>::Zero();
        return load<dim>(motion.velocity_before, i) + load<dim>(motion.after.velocity, i);
    };
    const double pushing = 0.5 * ordered_sum(contacts.size(), [&](Index c) {
                               const Vec<dim> relative = sum_at(contacts.second[c]) - sum_at(contacts.first[c]);
                               return impulses.normal[c] * load<dim>(contacts.normal, c).dot(relative);
                           });
    if constexpr (dim > 1) {
        if (impulses.tangential.empty()) return pushing;
        return pushing + 0.5 * ordered_sum(contacts.size(), [&](Index c) {
                             const auto slip = [&](const std::vector<double>& u, const std::vector<double>& spin) {
                                 return slip_of<dim>(contacts, impulses.rubbing, c, u, spin);
                             };
                             return load<dim>(impulses.tangential, c)
                                 .dot(slip(motion.velocity_before, motion.spin_before) +
                                      slip(motion.after.velocity, motion.after.spin));
                         });
    }
    return pushing;
}

}  // namespace

EnergyChange energy_change(const StepMotion& motion, const StepForces& forces, const StepImpulses& impulses,
                           double work_of_boundaries) {
    return with_dimension(motion.after.dimension, [&](auto dim) {
        const double external = work_of<dim()>(motion, [&](Index i) -> Vec<dim()> {
            return load<dim()>(forces.external, i) - forces.drag[i] * load<dim()>(motion.after.velocity, i);
        });
        const double conservative =
            work_of<dim()>(motion, [&](Index i) -> Vec<dim()> { return load<dim()>(forces.conservative, i); });
        EnergyChange change;
        change.work_external = external + work_of_boundaries;
        change.dissipated = work_of_boundaries - work_of_contacts<dim()>(motion, impulses);
        change.scheme_energy = conservative;
        return change;
    });
}

std::array<double, 3> external_impulse(const StepMotion& motion, const StepForces& forces,
                                       const StepImpulses& impulses) {
    const ContactSet& contacts = impulses.contacts;
    const int d = motion.after.dimension;
    std::array<double, 3> sum{};
    for (int k = 0; k < d; ++k) {
        const auto at = [d, k](std::span<const double> v, Index i) { return v[static_cast<std::size_t>(i) * d + k]; };
        const double of_forces = ordered_sum(motion.after.size(), [&](Index i) {
            return at(forces.conservative, i) + at(forces.external, i) - forces.drag[i] * at(motion.after.velocity, i);
        });
        const double of_walls = ordered_sum(contacts.size(), [&](Index c) {
            if (contacts.first[c] >= 0) return 0.0;
            const double along = impulses.tangential.empty() ? 0.0 : at(impulses.tangential, c);
            return impulses.normal[c] * at(contacts.normal, c) + along;
        });
        sum[k] = motion.step * of_forces + of_walls;
    }
    return sum;
}

double work_of_drives(const StepImpulses& impulses) {
    if (impulses.tangential.empty() || impulses.rubbing.drive.empty()) return 0;
    return ordered_sum(static_cast<Index>(impulses.tangential.size()),
                       [&](Index k) { return impulses.tangential[k] * impulses.rubbing.drive[k]; });
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
