#include <algorithm>
#include <cmath>
#include <limits>

#include "soak/checks.hpp"
#include "soak/reference.hpp"

namespace galet::soak {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Dense algebra beyond this takes longer than the step.
constexpr Index kFewContacts = 40;

void check_certificate(const StepRecord& record, Findings& findings) {
    if (!record.by_solver() || !record.row.solved) return;
    const HistoryRow& row = record.row;
    findings.note(Promise::certificate, row.error_bound, record.settings.tolerance, record.when() + ", error bound");
    findings.note(Promise::certificate, row.violation, record.settings.violation * record.length_scale,
                  record.when() + ", violation");
    if (!galet::has_friction(record.settings.contact.law)) return;
    findings.note(Promise::certificate, row.friction.residual, record.settings.tolerance, record.when() + ", residual");
}

/// m (u' - u) - h (f - c u') - sum of impulses, body by body, relative to what enters it.
void check_body_impulses(const StepRecord& record, Findings& findings) {
    if (!record.by_one_solve() || record.settings.scheme == "first-order") return;
    const Bodies &a = record.before, &b = record.after;
    const int d = a.dimension;
    const double h = record.settings.step;
    std::vector<double> left(a.velocity.size()), size(a.velocity.size()), terms(a.radius.size(), 8.0);
    for (std::size_t k = 0; k < left.size(); ++k) {
        const double m = a.mass[k / d], f = record.forces.conservative[k] + record.forces.external[k];
        const double drag = record.forces.drag[k / d] * b.velocity[k];
        left[k] = m * (b.velocity[k] - a.velocity[k]) - h * (f - drag);
        size[k] = m * (std::abs(a.velocity[k]) + std::abs(b.velocity[k])) +
                  h * (std::abs(record.forces.conservative[k]) + std::abs(record.forces.external[k]) + std::abs(drag));
    }
    const FrameContacts& contacts = record.contacts;
    for (std::size_t c = 0; c < contacts.impulse.size(); ++c) {
        // Written with the normal from first to second, obstacles second.
        const auto give = [&](std::int64_t i, double sign) {
            if (i < 0) return;
            terms[i] += 2;
            for (int k = 0; k < d; ++k) {
                const double along = contacts.tangential.empty() ? 0.0 : contacts.tangential[c * d + k];
                const double p = contacts.impulse[c] * contacts.normal[c * d + k];
                left[i * d + k] -= sign * (p + along);
                // Glue adds up two impulses whose difference may be small.
                size[i * d + k] += std::abs(p) + std::abs(along) + std::abs(contacts.glue[c]);
            }
        };
        give(contacts.first[c], -1);
        give(contacts.second[c], 1);
    }
    for (std::size_t c = 0; c < record.pushes.force.size(); ++c) {
        // A film may take back what pushes.
        for (const Index i : {record.pushes.first[c], record.pushes.second[c]}) {
            for (int k = 0; k < d && i >= 0; ++k) size[i * d + k] += 2 * h * record.pushes.force[c];
        }
    }
    for (Index i = 0; i < a.size(); ++i) {
        double off = 0, whole = 0;
        for (int k = 0; k < d; ++k) {
            off = std::max(off, std::abs(left[static_cast<std::size_t>(i) * d + k]));
            whole += size[static_cast<std::size_t>(i) * d + k];
        }
        findings.note(Promise::body_impulses, off, terms[i] * kEpsilon * whole, record.when());
    }
}

/// Velocities by the order of the problem.
std::vector<double> velocities_in(const StepRecord& record) {
    const int d = record.before.dimension;
    std::vector<double> u = record.problem.free_velocity;
    for (Index c = 0; c < record.problem.contacts(); ++c) {
        const auto take = [&](Index place, Index id) {
            for (int k = 0; k < d && id >= 0; ++k) {
                u[static_cast<std::size_t>(place) * d + k] =
                    record.after.velocity[static_cast<std::size_t>(id) * d + k];
            }
        };
        take(record.problem.first[c], record.constraints.first[c]);
        take(record.problem.second[c], record.constraints.second[c]);
    }
    return u;
}

/// Two answers (u, mu), (v, nu) that are exact for distances a and b apart satisfy |u - v|_M^2 <= |a - b| (|mu|_1 +
/// |nu|_1): monotonicity of the complementarity conditions, no constant. Ours is exact to its violation for distances
/// less the leeway, the dense one to its own.
void check_reference(const StepRecord& record, Findings& findings) {
    const ContactProblem& problem = record.problem;
    if (!record.by_one_solve() || record.settings.contact.law != Law::inelastic || !record.row.solved) return;
    if (problem.contacts() == 0 || problem.contacts() > kFewContacts) return;
    const std::optional<Reference> exact = dense_reference(problem);
    if (!exact) return;
    const std::vector<double> u = velocities_in(record);
    const int d = problem.dimension;
    double off = 0, energy = 0, ours = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
        const double mass = 1 / problem.inverse_mass[k / d];
        off += mass * std::pow(u[k] - exact->velocity[static_cast<Eigen::Index>(k)], 2);
        energy += mass * (std::pow(problem.free_velocity[k], 2) + std::pow(u[k], 2));
    }
    for (const double p : record.contacts.impulse) ours += std::abs(p) / record.settings.step;
    const double apart = record.row.violation + problem.leeway + exact->violation + record.rounding();
    const double rounding = 64 * kEpsilon * std::sqrt(energy);
    findings.note(Promise::reference, std::sqrt(off), std::sqrt(apart * (ours + exact->force.lpNorm<1>())) + rounding,
                  record.when());
}

}  // namespace

void check_solve(const StepRecord& record, Findings& findings) {
    check_certificate(record, findings);
    check_body_impulses(record, findings);
    check_reference(record, findings);
}

}  // namespace galet::soak
