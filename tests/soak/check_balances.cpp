#include <algorithm>
#include <cmath>
#include <limits>

#include "soak/checks.hpp"

namespace galet::soak {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// The integrator of scheme event-driven: what it makes or loses, of the energies that pass through it and of what
/// forces do over the length scale, which places are right relative to.
constexpr double kEventEnergy = 1e-8;

/// What the scheme takes for rounding where it looks whether a margin that is given back makes energy.
constexpr double kEnergyRounding = 1e-14;

/// Every term of a sum is rounded once or twice.
double rounding_of(const Magnitudes& so_far, double magnitude) { return 2 * so_far.terms * kEpsilon * magnitude; }

void check_energy(const StepRecord& record, const Magnitudes& so_far, Findings& findings) {
    const HistoryRow& row = record.row;
    const double start = record.totals.start_kinetic + record.totals.start_potential;
    const double left = row.kinetic_energy + row.potential_energy + row.dissipated - row.scheme_energy;
    findings.note(Promise::energy, std::abs(left - (start + row.work_external)),
                  rounding_of(so_far, so_far.energy + std::abs(start)), record.when() + ", balance");
    if (record.settings.scheme != "event-driven") return;
    findings.note(Promise::energy, std::abs(row.scheme_energy), kEventEnergy * (so_far.energy + so_far.lifting),
                  record.when() + ", the integrator's");
}

/// Twice the kinetic energies of a step, of masses with drag taken implicitly.
struct Energies {
    double after = 0, free = 0;  ///< after the step, and of the free velocity
    double entered = 0;          ///< of what velocities are the sum of: forces and impulses may cancel
};

Energies projected_and_free(const StepRecord& record) {
    const Bodies &a = record.before, &b = record.after;
    const int d = a.dimension;
    const double h = record.settings.step;
    Energies sum;
    for (std::size_t k = 0; k < a.velocity.size(); ++k) {
        const double mass = a.mass[k / d], heavier = mass + h * record.forces.drag[k / d];
        const double f = record.forces.conservative[k] + record.forces.external[k];
        const double u = (mass * a.velocity[k] + h * f) / heavier;
        const double parts = std::abs(a.velocity[k]) + h / mass * std::abs(f);
        sum.after += heavier * b.velocity[k] * b.velocity[k];
        sum.free += heavier * u * u;
        sum.entered += mass * parts * parts;
    }
    for (std::size_t c = 0; c < record.contacts.impulse.size(); ++c) {
        const auto i = record.contacts.first[c], j = record.contacts.second[c];
        const double p = record.contacts.impulse[c];
        sum.entered += p * p * (1 / a.mass[i] + (j < 0 ? 0.0 : 1 / a.mass[j]));
    }
    const int s = spin_size(d);
    for (std::size_t k = 0; k < a.spin.size(); ++k) {
        sum.after += a.inertia[k / s] * b.spin[k] * b.spin[k];
        sum.free += a.inertia[k / s] * a.spin[k] * a.spin[k];
    }
    return sum;
}

/// Contacts that do not rebound take energy from the free motion, never add to it, whatever the forces and however
/// loose the tolerance; with friction up to the gap that the row admits.
void check_projection(const StepRecord& record, const Magnitudes& so_far, Findings& findings) {
    const Law law = record.settings.contact.law;
    const bool plain = law == Law::inelastic || law == Law::viscous;
    const bool rubs = galet::has_friction(law) && record.settings.contact.restitution == 0 && record.row.solved;
    if (record.settings.scheme == "first-order" || !record.by_one_solve() || record.moves || !(plain || rubs)) return;
    const auto [after, free, entered] = projected_and_free(record);
    const double gap = rubs ? 2 * std::abs(record.row.gap) : 0.0;
    findings.note(Promise::dissipative, std::max(0.0, after - free),
                  gap + kEnergyRounding * free + rounding_of(so_far, std::max({free, after, entered})),
                  record.when() + ", against the free motion");
}

/// `dissipated` does not fall where the theory says so: contacts without rebound and no forces, crowds, shocks between
/// events with one e.
void check_dissipated(const StepRecord& record, const Magnitudes& so_far, Findings& findings) {
    const Law law = record.settings.contact.law;
    const bool crowd = record.settings.scheme == "first-order", events = record.settings.scheme == "event-driven";
    const bool inelastic = law == Law::inelastic || law == Law::viscous;
    const bool shocks = law == Law::restitution && record.one_restitution && record.settings.scheme == "maury";
    const bool promised =
        crowd || (events && record.one_restitution) || (!record.has_forces && (inelastic || (shocks && !record.moves)));
    if (!promised) return;
    const double fell = std::max(0.0, record.row_before.dissipated - record.row.dissipated);
    findings.note(Promise::dissipative, fell, rounding_of(so_far, so_far.energy), record.when() + ", in the row");
}

void check_momentum(const StepRecord& record, const Magnitudes& so_far, Findings& findings) {
    const Totals& totals = record.totals;
    for (int k = 0; k < record.before.dimension; ++k) {
        const double impulse = totals.external_impulse[k];
        const double off = std::abs(totals.start_momentum[k] + impulse - record.row.momentum[k]);
        findings.note(Promise::momentum, off, rounding_of(so_far, so_far.momentum), record.when());
        if (record.nothing_outside() && impulse != 0) {
            findings.note(Promise::momentum, std::abs(impulse), 0, record.when() + ", an impulse from nowhere");
        }
    }
}

/// Scheme theta moves with another velocity than the mean: exact for theta = 1/2 only. Nor is it where bodies rebound
/// under scheme maury, whose positions move on without rebound: q^n x u^{n+1} is kept then, q^{n+1} x u^{n+1} is not.
void check_angular(const StepRecord& record, const Magnitudes& so_far, Findings& findings) {
    const bool rebounds = record.settings.scheme == "maury" && record.settings.contact.restitution > 0;
    const bool exact = record.settings.scheme != "theta" && !rebounds;
    if (!record.after.rotate() || !record.nothing_outside() || !exact) return;
    for (int k = 0; k < spin_size(record.after.dimension); ++k) {
        const double off = std::abs(record.totals.start_angular_momentum[k] - record.row.angular_momentum[k]);
        findings.note(Promise::angular, off, rounding_of(so_far, so_far.angular), record.when());
    }
}

}  // namespace

void check_balances(const StepRecord& record, const Magnitudes& so_far, Findings& findings) {
    check_energy(record, so_far, findings);
    check_projection(record, so_far, findings);
    check_dissipated(record, so_far, findings);
    check_momentum(record, so_far, findings);
    check_angular(record, so_far, findings);
}

}  // namespace galet::soak
