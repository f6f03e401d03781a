#include "galet/schemes/maury.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/parallel.hpp"
#include "galet/schemes/energy.hpp"

namespace galet {
namespace {

/// Limits of the solves that only find out which constraints act are looser by this.
constexpr double kLooser = 1e4;

/// and the violation at most this, of the smallest radius.
constexpr double kLoosest = 1e-3;

/// A step whose bodies overlap after all is solved again with a violation smaller by this, so often: down to rounding.
constexpr double kTighter = 1e-3;
constexpr int kTightenings = 3;

/// Rounding of a distance, of the largest coordinate and displacement.
constexpr double kDistanceRounding = 16 * std::numeric_limits<double>::epsilon();

/// Kinetic energy may differ by rounding from what it must not exceed.
constexpr double kEnergyRounding = 1 + 1e-14;

/// |v|_M^2, v body by body.
double mass_square(int dimension, const std::vector<double>& mass, const std::vector<double>& v) {
    return with_dimension(dimension, [&](auto dim) {
        return ordered_sum(static_cast<Index>(mass.size()),
                           [&](Index i) { return mass[i] * load<dim()>(v, i).squaredNorm(); });
    });
}

}  // namespace

MauryScheme::MauryScheme(World& world, const SchemeSettings& settings)
    : world_(world),
      settings_(settings),
      solver_(make_solver(settings.solver)),
      search_(world.bodies, world.obstacles),
      smallest_radius_(-ordered_max(world.bodies.size(), -std::numeric_limits<double>::max(),
                                    [&](Index i) { return -world.bodies.radius[i]; })) {}

StepReport MauryScheme::step() {
    StepReport report;
    sum_forces();
    if (!predict_free_velocity() || !project_free_velocity(report)) {
        report.outcome = Outcome::not_finite;
        report.reason = "velocities grow beyond what numbers can hold";
        return report;
    }
    judge(report);
    if (report.outcome != Outcome::solved && !settings_.accept_failed) {
        undo();
        return report;
    }
    account(report);
    world_.memory.remember(world_.bodies, contacts_, solution_.force);
    remember_step(world_.forces, world_.bodies, contacts_, solution_.force, report);
    ++world_.step;
    world_.time = static_cast<double>(world_.step) * settings_.step;
    return report;
}

void MauryScheme::sum_forces() {
    potential_before_ = potential_energy(world_.forces, world_.bodies);
    forces_.reset(world_.bodies);
    for (const auto& force : world_.forces) force->add_mean(world_.bodies, world_.time, settings_.step, forces_);
}

/// U = (M + h C)^-1 (M u^n + h f). False where its energy is not finite.
bool MauryScheme::predict_free_velocity() {
    const Bodies& bodies = world_.bodies;
    const double h = settings_.step;
    effective_mass_.resize(bodies.mass.size());
    free_velocity_.resize(bodies.velocity.size());
    with_dimension(bodies.dimension, [&](auto dim) {
        parallel_for(bodies.size(), [&](Index i) {
            effective_mass_[i] = bodies.mass[i] + h * forces_.drag[i];
            const Vec<dim()> force = load<dim()>(forces_.conservative, i) + load<dim()>(forces_.external, i);
            const Vec<dim()> u = load<dim()>(bodies.velocity, i);
            // Without drag u^n + h f / m: exactly u^n where no force acts.
            const double slowing = bodies.mass[i] / effective_mass_[i];
            store<dim()>(free_velocity_, i, slowing * u + (h / effective_mass_[i]) * force);
        });
    });
    return std::isfinite(mass_square(bodies.dimension, effective_mass_, free_velocity_));
}

/// Finds u^{n+1} and moves the bodies with it; again and tighter where they would overlap. False where numbers
/// overflow.
bool MauryScheme::project_free_velocity(StepReport& report) {
    Limits limits = settings_.limits;
    Clearance clearance = whole_clearance(limits);
    const bool likely_is_all = search_.find_likely(Motion{free_velocity_, settings_.step, clearance}, contacts_);
    const double smallest_before = -ordered_max(contacts_.size(), 0.0, [&](Index c) { return -contacts_.distance[c]; });
    recall_forces();

    parallel_copy(world_.bodies.position, start_position_);
    for (int tightening = 0;; ++tightening) {
        for (Answer answer; (answer = solve_for_all(limits, clearance, likely_is_all, report)) != Answer::good;) {
            if (clearance.restored == Clearance::kNothing) return false;
            recall_forces();
            clearance.restored = answer == Answer::makes_energy ? less_than(clearance.restored) : Clearance::kNothing;
        }
        advance();
        report.min_distance = search_.smallest_distance();
        if (report.min_distance >= 0) return true;
        if (settings_.margin == 0) {
            // Without a margin only what rounding took away is mended, by a margin as small as that.
            const double rounding = distance_rounding();
            if (clearance.margin > 0 || report.min_distance < -rounding) return true;
            undo();
            clearance = {rounding, rounding, 0.0};
            limits.violation = std::min(limits.violation, 0.25 * rounding);
            continue;
        }
        // Bodies that came in overlapping by rounding, and are jammed, may stay as they are.
        if (tightening == kTightenings) {
            report.overlaps = report.min_distance < smallest_before;
            return true;
        }
        undo();
        limits.violation *= kTighter;
        const Clearance last = clearance;
        clearance = whole_clearance(limits);
        if (last.restored != last.margin) clearance.restored = last.restored;
    }
}

/// Contacts aim at the middle of what the limits allow: half of the violation is leeway.
Clearance MauryScheme::whole_clearance(const Limits& limits) const {
    const double leeway = settings_.margin > 0 ? 0.5 * limits.violation : 0.0;
    const double margin = settings_.margin - leeway;
    return {margin, margin, leeway};
}

/// What to restore when restoring so much made energy: what rounding may take, then nothing.
double MauryScheme::less_than(double restored) const {
    const double rounding = distance_rounding();
    return rounding < restored ? rounding : Clearance::kNothing;
}

/// What rounding may do to a distance in this step [m].
double MauryScheme::distance_rounding() const {
    const std::vector<double>&q = start_position_, &u = free_velocity_;
    return kDistanceRounding * ordered_max(static_cast<Index>(q.size()), 0.0,
                                           [&](Index k) { return std::abs(q[k]) + settings_.step * std::abs(u[k]); });
}

void MauryScheme::recall_forces() {
    solution_.force.resize(contacts_.first.size());
    world_.memory.recall(world_.bodies, contacts_, solution_.force);
}

/// Solves, adds the constraints that the solution violates, and solves again until it satisfies all.
MauryScheme::Answer MauryScheme::solve_for_all(const Limits& limits, const Clearance& clearance, bool likely_is_all,
                                               StepReport& report) {
    Limits tight = limits;
    const bool restores = clearance.restored != Clearance::kNothing;
    if (restores) tight.objective = 2 * mass_square(world_.bodies.dimension, effective_mass_, free_velocity_);
    Limits loose = tight;
    loose.violation = std::max(tight.violation, std::min(kLooser * tight.violation, kLoosest * smallest_radius_));
    loose.error_bound *= kLooser;

    FreeMotion motion{effective_mass_, {}, free_velocity_, settings_.step};
    if (solver_->wants_positions(world_.bodies.dimension)) motion.position = world_.bodies.position;

    for (bool exact = likely_is_all;;) {
        assembly_.assemble(contacts_, search_.body_order(), motion, clearance, problem_);
        solver_->solve(problem_, exact ? tight : loose, solution_);
        report.iterations += solution_.iterations;
        report.passes += solution_.passes;
        ++report.rounds;
        if (solution_.status == Status::objective_limit || solution_.status == Status::not_finite) return Answer::none;
        if (solution_.status == Status::iteration_limit && restores) return Answer::none;
        parallel_copy(free_velocity_, velocity_);
        assembly_.spread(world_.bodies.dimension, solution_.velocity, velocity_);
        const Index added = search_.add_violated(Motion{velocity_, settings_.step, clearance}, contacts_);
        solution_.force.resize(contacts_.first.size(), 0.0);
        if (added == 0 && exact) break;
        exact = exact || added == 0;
        if (solution_.status == Status::iteration_limit && added == 0) break;
    }
    return restores && creates_energy() ? Answer::makes_energy : Answer::good;
}

bool MauryScheme::creates_energy() const {
    const int d = world_.bodies.dimension;
    return mass_square(d, effective_mass_, velocity_) >
           mass_square(d, effective_mass_, free_velocity_) * kEnergyRounding;
}

/// q^{n+1} = q^n + h u^{n+1}. The bodies get the new velocities, `velocity_` keeps the old ones.
void MauryScheme::advance() {
    Bodies& bodies = world_.bodies;
    const double h = settings_.step;
    const Index numbers = static_cast<Index>(velocity_.size());
    parallel_for(numbers, [&](Index k) { bodies.position[k] += h * velocity_[k]; });
    std::swap(bodies.velocity, velocity_);
}

void MauryScheme::undo() {
    world_.bodies.position = start_position_;
    std::swap(world_.bodies.velocity, velocity_);
}

void MauryScheme::judge(StepReport& report) const {
    report.certificate = solution_.certificate;
    report.note = solution_.note;
    report.contacts = contacts_.size();
    report.active = static_cast<std::int64_t>(
        ordered_sum(contacts_.size(), [&](Index c) { return solution_.force[c] > 0 ? 1.0 : 0.0; }));
    const bool by_certificate = settings_.solver.criterion == Criterion::certificate;
    if (by_certificate && !settings_.limits.met_by(report.certificate)) {
        report.reason = "the solver did not reach the limits of the certificate";
    } else if (!by_certificate && solution_.status != Status::converged) {
        report.reason = "the solver did not reach epsilon_glob and the complementarity beside it";
    } else if (report.overlaps) {
        report.reason = "bodies would overlap";
    }
    if (!report.reason.empty()) report.outcome = Outcome::over_limits;
}

void MauryScheme::account(StepReport& report) const {
    report.potential_energy = potential_energy(world_.forces, world_.bodies);
    const StepMotion motion{velocity_, world_.bodies, settings_.step};
    report.energy = energy_change(motion, forces_, contacts_, problem_.distance, solution_.force);
    report.energy.scheme_energy += report.potential_energy - potential_before_;
    report.external_impulse = external_impulse(motion, forces_, contacts_, solution_.force);
}

}  // namespace galet
