#include "soak/step_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "soak/brute_force.hpp"

namespace galet::soak {
namespace {

double length_of(std::span<const double> vectors, Index i, int d) {
    double square = 0;
    for (int k = 0; k < d; ++k) square += std::pow(vectors[static_cast<std::size_t>(i) * d + k], 2);
    return std::sqrt(square);
}

/// The forces of the step that comes, at the places where the scheme takes them.
StepForces forces_of(const Simulation& simulation) {
    const World& world = simulation.world();
    const Settings& settings = simulation.settings();
    Bodies there = world.bodies;
    const bool midway = settings.scheme == "moreau" || settings.scheme == "theta";
    for (std::size_t k = 0; k < there.position.size() && midway; ++k) {
        there.position[k] += settings.theta * settings.step * there.velocity[k];
    }
    StepForces forces;
    forces.reset(there);
    for (const auto& force : world.forces) force->add_mean(there, world.time, settings.step, forces);
    return forces;
}

}  // namespace

double StepRecord::rounding() const {
    return kDistanceRounding * std::max({extent(before, obstacles_before), extent(after, obstacles)});
}

double StepRecord::rounding_on_the_way() const {
    const int d = before.dimension;
    const double h = settings.step;
    double farthest = 0;
    for (std::size_t k = 0; k < before.velocity.size(); ++k) {
        const double f = std::abs(forces.conservative[k]) + std::abs(forces.external[k]);
        farthest = std::max(farthest, h * (std::abs(before.velocity[k]) + h * f / before.mass[k / d]));
    }
    return rounding() + kDistanceRounding * farthest;
}

std::string StepRecord::when() const { return fmt::format("step {}", row.step); }

StepRecord begin_record(const Simulation& simulation) {
    const World& world = simulation.world();
    StepRecord record;
    record.settings = simulation.settings();
    record.length_scale = simulation.totals().length_scale;
    record.moves = galet::something_moves(world);
    record.has_forces = !world.forces.empty();
    record.one_restitution = std::all_of(world.obstacles.restitution.begin(), world.obstacles.restitution.end(),
                                         [](double own) { return own < 0; });
    record.before = world.bodies;
    record.obstacles_before = world.obstacles;
    record.forces = forces_of(simulation);
    record.row_before = simulation.row();
    record.totals = simulation.totals();
    return record;
}

void finish_record(const Simulation& simulation, StepRecord& record) {
    record.after = simulation.world().bodies;
    record.obstacles = simulation.world().obstacles;
    record.row = simulation.row();
    record.divided = simulation.totals().divided_steps > record.totals.divided_steps;
    record.totals = simulation.totals();
    record.contacts = simulation.contacts();
    record.problem = simulation.problem();
    record.constraints = simulation.constraints();
    record.pushes = simulation.world().memory.entries();
}

void Magnitudes::add(const StepRecord& record) {
    const Bodies &a = record.before, &b = record.after;
    const int d = a.dimension;
    const double h = record.settings.step;
    const auto both = [&](Index i) { return length_of(a.velocity, i, d) + length_of(b.velocity, i, d); };
    for (Index i = 0; i < a.size(); ++i) {
        const double u = both(i), q = length_of(a.position, i, d) + length_of(b.position, i, d);
        const double pull = length_of(record.forces.conservative, i, d), push = length_of(record.forces.external, i, d),
                     f = pull + push + record.forces.drag[i] * u;
        const double gained = h * f / a.mass[i];  // within the step, also where a contact takes it at once
        energy += a.mass[i] * (u + gained) * (u + gained) + pull * q;
        lifting += f * record.length_scale;
        momentum += a.mass[i] * u + h * f;
        angular += (a.mass[i] * u + h * f) * q;
        if (a.rotate()) {
            const int s = spin_size(d);
            const double w = length_of(a.spin, i, s) + length_of(b.spin, i, s);
            energy += a.inertia[i] * w * w;
            angular += a.inertia[i] * w;
        }
    }
    const FrameContacts& contacts = record.contacts;
    for (std::size_t c = 0; c < contacts.impulse.size(); ++c) {
        const Index i = static_cast<Index>(contacts.first[c]), j = static_cast<Index>(contacts.second[c]);
        double p = std::abs(contacts.impulse[c]), u = both(i), q = length_of(b.position, i, d) + b.radius[i];
        if (!contacts.tangential.empty()) p += length_of(contacts.tangential, static_cast<Index>(c), d);
        if (j >= 0) u += both(j);
        if (j >= 0) q += length_of(b.position, j, d) + b.radius[j];
        energy += p * u;
        momentum += p;
        angular += p * q;
    }
    const HistoryRow &now = record.row, &last = record.row_before;
    energy += std::abs(now.potential_energy) + std::abs(now.work_external - last.work_external) +
              std::abs(now.dissipated - last.dissipated) + std::abs(now.scheme_energy - last.scheme_energy);
    const double substeps = record.by_one_solve() ? 1.0 : static_cast<double>(1 + now.iterations);
    terms = std::max(terms, (2.0 * d * a.size() + static_cast<double>(now.contacts) + 16) * substeps);
}

}  // namespace galet::soak
