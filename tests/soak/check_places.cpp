#include <algorithm>
#include <cmath>

#include "soak/brute_force.hpp"
#include "soak/checks.hpp"

namespace galet::soak {
namespace {

bool all_finite(const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

void check_finite(const StepRecord& record, Findings& findings) {
    const HistoryRow& row = record.row;
    const std::vector<double> numbers = {row.gap,
                                         row.error_bound,
                                         row.violation,
                                         row.min_distance,
                                         row.kinetic_energy,
                                         row.potential_energy,
                                         row.work_external,
                                         row.dissipated,
                                         row.scheme_energy,
                                         row.momentum[0],
                                         row.momentum[1],
                                         row.momentum[2],
                                         row.friction.residual};
    const Bodies& bodies = record.after;
    const bool finite =
        all_finite(bodies.position) && all_finite(bodies.velocity) && all_finite(bodies.spin) && all_finite(numbers);
    if (!finite) findings.fail(Promise::finite, record.when() + ": a number of the state or of the row is not finite");
}

/// How deep bodies may overlap after the step [m]. With a margin not at all, unless they came in overlapping by
/// rounding and are jammed, or walls that move leave no room but for rounding. Without one by what the limits allow in
/// every step: where a packing leaves no room contacts are only held where they are, and what solves leave adds up.
double admitted_overlap(const StepRecord& record) {
    const double before = std::max(0.0, -record.row_before.min_distance);
    if (record.settings.margin > 0) return before + (record.moves ? 4 * record.rounding_on_the_way() : 0.0);
    return before + record.settings.violation * record.length_scale + record.rounding();
}

void check_apart(const StepRecord& record, double measured, Findings& findings) {
    if (!record.keeps_apart() || !record.row.solved) return;
    const double admitted = admitted_overlap(record);
    findings.note(Promise::no_overlap, std::max(0.0, -record.row.min_distance), admitted, record.when());
    findings.note(Promise::no_overlap, std::max(0.0, -measured), admitted + record.rounding(), record.when());
}

/// Distances are convex: D on the way is at least D + part (h G.u), and h G.u is at least -D less what the solve is
/// wrong by. Pairs that start the step with the margin they should have are apart all the way; those that touch,
/// because the scene put them so, may overlap by the violation before they part. Does not hold where radii or walls
/// change.
void check_between(const StepRecord& record, Findings& findings) {
    if (!record.keeps_apart() || !record.row.solved || record.moves || record.divided) return;
    const double violation = record.settings.violation * record.length_scale;
    const double touching = record.row_before.min_distance < violation ? violation : 0.0;
    Bodies bodies = record.after;
    for (const double part : {0.25, 0.5, 0.75}) {
        for (std::size_t k = 0; k < bodies.position.size(); ++k) {
            bodies.position[k] = (1 - part) * record.before.position[k] + part * record.after.position[k];
        }
        findings.note(Promise::between, std::max(0.0, -smallest_distance(bodies, record.obstacles)),
                      admitted_overlap(record) + touching + record.rounding(), record.when());
    }
}

/// Every pair meets D' + G.(q^{n+1} - q^n) >= -violation, D' being D less the margin but no less than 0, and less what
/// is prescribed: also those that were never handed to the solver.
void check_every_pair(const StepRecord& record, Findings& findings) {
    if (!record.keeps_apart() || !record.row.solved || record.divided) return;
    const int d = record.before.dimension;
    const double limit = record.settings.violation * record.length_scale;
    const double margin = record.settings.margin * record.length_scale;
    Bodies later = record.before;
    later.radius = record.after.radius;
    const std::vector<Apart> start = all_apart(record.before, record.obstacles_before),
                             end = record.moves ? all_apart(later, record.obstacles) : start;
    Real worst = 0;
    for (std::size_t c = 0; c < start.size(); ++c) {
        const Apart& pair = end[c];
        Real slack = std::max<Real>(start[c].distance - margin, 0) - (start[c].distance - pair.distance);
        for (int k = 0; k < d; ++k) {
            const auto moved = [&](Index i) -> Real {
                const std::size_t at = static_cast<std::size_t>(i) * d + k;
                return static_cast<Real>(record.after.position[at]) - record.before.position[at];
            };
            slack += pair.normal[k] * (moved(pair.second) - (pair.first < 0 ? Real(0) : moved(pair.first)));
        }
        worst = std::max(worst, -slack);
    }
    findings.note(Promise::every_pair, static_cast<double>(worst), limit + record.rounding(), record.when());
}

}  // namespace

void check_places(const StepRecord& record, Findings& findings) {
    check_finite(record, findings);
    const double measured = smallest_distance(record.after, record.obstacles);
    findings.note(Promise::min_distance, std::abs(measured - record.row.min_distance), record.rounding(),
                  record.when());
    check_apart(record, measured, findings);
    check_between(record, findings);
    check_every_pair(record, findings);
}

void check_step(const StepRecord& record, const Magnitudes& so_far, Findings& findings) {
    check_places(record, findings);
    check_balances(record, so_far, findings);
    check_solve(record, findings);
}

}  // namespace galet::soak
