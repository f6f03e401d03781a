#include "galet/schemes/maury.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/exchange.hpp"
#include "galet/core/parallel.hpp"
#include "galet/laws/glue.hpp"

namespace galet {
namespace {

/// Limits of the solves that only find out which constraints act are looser by this.
constexpr double kLooser = 1e4;

/// the violation at most this, of the length scale, and whatever so many iterations reached is good enough.
constexpr double kLoosest = 1e-3;
constexpr std::int64_t kFewIterations = 300;

/// Where such solves stay far off and add less than one constraint in so many, a method with factors goes on at once:
/// few more are a matter of one or two factors then.
constexpr Index kOneIn = 1000;

/// Kinetic energy may differ by rounding from what it must not exceed.
constexpr double kEnergyRounding = 1 + 1e-14;

/// Gluey contacts are remembered up to this distance, of the length scale, where their radii do not make it more.
constexpr double kGluedWithin = 1e-3;

/// Where all pairs have films [m]: beyond any distance, and small enough to be squared.
constexpr double kEverywhere = 1e100;

/// The distance up to which a law wants to know of pairs, whatever their radii [m].
double least_near(const SchemeSettings& settings) {
    if (settings.law.law == Law::gluey) return kGluedWithin * settings.length_scale;
    return settings.law.law == Law::viscous ? std::min(settings.law.range, kEverywhere) : 0.0;
}

}  // namespace

MauryScheme::MauryScheme(World& world, const SchemeSettings& settings)
    : world_(world),
      settings_(settings),
      moves_(!world.prescribed.empty() || depends_on_time(world.obstacles)),
      solver_(make_solver(settings.solver, has_friction(settings.law.law))),
      search_(world.bodies, world.obstacles, {least_near(settings), settings.look_ahead}),
      room_({settings.margin, settings.length_scale, moves_, has_friction(settings.law.law)}, settings.limits),
      films_(settings.law, settings.step, settings.margin, settings.length_scale),
      friction_(settings.law, world.bodies, world.obstacles) {}

StepReport MauryScheme::step() {
    StepReport report;
    sum_forces();
    parallel_copy(world_.bodies.position, start_position_);
    prescribe();
    const Projection projection = predict_free_velocity() ? project_free_velocity(report) : Projection::overflow;
    if (projection != Projection::done) {
        const bool empty = projection == Projection::empty;
        report.outcome = empty ? Outcome::over_limits : Outcome::not_finite;
        report.reason = empty
                            ? "the set of admissible motions is empty: what is prescribed leaves no room for the bodies"
                            : "velocities grow beyond what numbers can hold";
        take_back();
        return report;
    }
    find_impulses(report);
    judge(report);
    if (report.outcome != Outcome::solved && !settings_.accept_failed) {
        take_back();
        return report;
    }
    exchange_numbers(world_.bodies.velocity, next_velocity_);
    exchange_numbers(world_.bodies.spin, next_spin_);
    turn(world_.bodies, settings_.step);
    account(report);
    world_.memory.remember(world_.bodies, contacts_, solution_.force, solution_.tangential);
    films_.remember(world_.bodies, world_.obstacles, contacts_, impulse_, world_.films);
    remember_step(world_.forces, world_.bodies, contacts_, solution_.force, report);
    world_.count_step(settings_.step);
    return report;
}

void MauryScheme::sum_forces() {
    potential_before_ = potential_energy(world_.forces, world_.bodies);
    forces_.reset(world_.bodies);
    for (const auto& force : world_.forces) force->add_mean(world_.bodies, world_.time, settings_.step, forces_);
}

/// Radii and walls as they will be at the end of the step.
void MauryScheme::prescribe() {
    if (!moves_) return;
    start_radius_ = world_.bodies.radius;
    start_obstacles_ = world_.obstacles;
    try {
        world_.prescribed.apply(static_cast<double>(world_.step + 1) * settings_.step, world_.bodies, world_.obstacles);
    } catch (...) {
        take_back();
        throw;
    }
    search_.compare_with({start_radius_, start_obstacles_.walls});
}

/// U = (M + h C)^-1 (M u^n + h f). False where its energy is not finite.
bool MauryScheme::predict_free_velocity() {
    free_.predict(world_.bodies, forces_, settings_.step);
    return std::isfinite(kinetic_square(free_.velocity, world_.bodies.spin));
}

/// |v|_M^2, spins included.
double MauryScheme::kinetic_square(const std::vector<double>& velocity, const std::vector<double>& spin) const {
    const int d = world_.bodies.dimension;
    const double moving = mass_square(d, free_.mass, velocity);
    return rubs() ? moving + mass_square(spin_size(d), world_.bodies.inertia, spin) : moving;
}

/// Finds the projected velocity and moves the bodies with it; again and tighter where they would overlap.
MauryScheme::Projection MauryScheme::project_free_velocity(StepReport& report) {
    room_.begin(distance_rounding());
    const Motion motion{free_.velocity, settings_.step, room_.clearance()};
    const bool likely_is_all = search_.find_likely(motion, contacts_);
    const double smallest_before =
        -ordered_max(contacts_.size(), 0.0, [&](Index c) { return -(contacts_.distance[c] + prescribed(c)); });
    films_.find(world_.bodies, contacts_, world_.films);
    recall_forces();
    add_glue();
    films_.soften(contacts_, solution_.force, free_.mass, free_.velocity);

    for (;;) {
        for (Answer answer; (answer = solve_for_all(likely_is_all, report)) != Answer::good;) {
            if (!room_.ask_less(answer == Answer::makes_energy || costs_too_much())) {
                return solution_.status == Status::not_finite ? Projection::overflow : Projection::empty;
            }
            recall_forces();
        }
        if (solution_.status == Status::iteration_limit && room_.ease()) {
            recall_forces();
            continue;
        }
        advance();
        report.min_distance = search_.smallest_distance();
        if (report.min_distance >= 0) return Projection::done;
        // What friction did not let be solved will not be solved any tighter.
        const bool hopeless = rubs() && solution_.status == Status::iteration_limit;
        const Room::Next next = hopeless ? Room::Next::take : room_.after_overlap(report.min_distance);
        if (next == Room::Next::take || (next == Room::Next::mend && !mend_overlaps())) {
            // With a margin. Bodies that came in overlapping by rounding, and are jammed, may stay as they are.
            report.overlaps = settings_.margin > 0 && report.min_distance < smallest_before - room_.slack();
            return Projection::done;
        }
        undo();
        if (next != Room::Next::again) recall_forces();
    }
}

/// Whether the last solve was given up because giving the margin back takes more energy than there is.
bool MauryScheme::costs_too_much() const {
    return solution_.status == Status::objective_limit && contacts_.closing.empty();
}

/// Where a packing leaves no room for a margin, contacts that could have one are held as well, and rounding of
/// positions may make them overlap. These, and no others, are pushed apart by as much as that. False where there are
/// none.
bool MauryScheme::mend_overlaps() {
    bool found = false;
    for (Index c = 0; c < contacts_.size(); ++c) {
        const double start = contacts_.distance[c] + prescribed(c);
        const double now = distance_now(world_.bodies, world_.obstacles, contacts_.first[c], contacts_.second[c]);
        if (now >= std::min(0.0, start)) continue;
        room_.mend(c, contacts_.size());
        found = true;
    }
    return found;
}

/// gamma from the forces of the last step, and its pull into U.
void MauryScheme::add_glue() {
    if (settings_.law.law != Law::gluey) return;
    glue_.resize(contacts_.first.size());
    parallel_for(contacts_.size(),
                 [&](Index c) { glue_[c] = glue_of(solution_.force[c], settings_.step, settings_.law.glue_limit); });
    add_impulses(contacts_, glue_, free_.mass, free_.velocity);
}

/// What rounding may do to a distance in this step [m].
double MauryScheme::distance_rounding() const {
    const std::vector<double>&q = start_position_, &u = free_.velocity;
    return Room::kDistanceRounding * ordered_max(static_cast<Index>(q.size()), 0.0, [&](Index k) {
               return std::abs(q[k]) + settings_.step * std::abs(u[k]);
           });
}

void MauryScheme::recall_forces() {
    solution_.force.resize(contacts_.first.size());
    solution_.tangential.resize(rubs() ? contacts_.normal.size() : 0);
    world_.memory.recall(world_.bodies, contacts_, solution_.force, solution_.tangential);
    films_.start_over(solution_.force);
}

/// Solves, adds the constraints that the solution violates, and solves again until it satisfies all.
MauryScheme::Answer MauryScheme::solve_for_all(bool likely_is_all, StepReport& report) {
    const Clearance& clearance = room_.clearance();
    Limits tight = room_.limits();
    const bool restores = room_.restores();
    if (!contacts_.closing.empty()) {
        tight.objective = farthest_motion();
    } else if (restores) {
        tight.objective = 2 * kinetic_square(free_.velocity, world_.bodies.spin);
    }
    Limits loose = tight;
    loose.violation = std::max(tight.violation, std::min(kLooser * tight.violation, kLoosest * settings_.length_scale));
    loose.error_bound *= kLooser;
    loose.max_iterations = std::min(loose.max_iterations, kFewIterations);

    FreeMotion motion{free_.mass, {}, free_.velocity, settings_.step};
    const bool factors = solver_->wants_positions(world_.bodies.dimension) && !rubs();
    if (solver_->wants_positions(world_.bodies.dimension)) motion.position = world_.bodies.position;

    films_.begin_solves();
    bool hard = false;
    for (bool exact = likely_is_all;;) {
        assembly_.assemble(contacts_, search_.body_order(), motion, clearance, problem_);
        room_.adjust(problem_.distance, problem_.leeway);
        films_.append(contacts_, problem_, solution_.force);
        if (rubs()) {
            find_rubbing(friction_, world_.bodies, start_obstacles_.walls, world_.obstacles.walls, settings_.step,
                         contacts_, rubbing_);
            assembly_.add_friction(rubbing_, world_.bodies.inertia, world_.bodies.spin, problem_);
            problem_.convex = settings_.law.law == Law::coulomb_convex;
        }
        Limits asked = exact ? tight : loose;
        asked.max_iterations = films_.most_iterations(contacts_, asked.max_iterations);
        asked.hard = exact && hard;
        solver_->solve(problem_, asked, solution_);
        films_.take(solution_.force);
        report.iterations += solution_.iterations;
        report.passes += solution_.passes;
        ++report.rounds;
        hard = solution_.status == Status::iteration_limit || solution_.factored;
        const bool unsolved = exact && solution_.status == Status::iteration_limit;
        const bool stuck = solution_.status == Status::objective_limit || unsolved;
        if (stuck && films_.loosen(problem_)) {
            films_.start_over(solution_.force);
            continue;
        }
        if (solution_.status == Status::objective_limit || solution_.status == Status::not_finite) return Answer::none;
        if (unsolved && restores) return Answer::none;
        parallel_copy(free_.velocity, velocity_);
        assembly_.spread(world_.bodies.dimension, solution_.velocity, velocity_);
        if (rubs()) {
            parallel_copy(world_.bodies.spin, spin_);
            assembly_.spread(spin_size(world_.bodies.dimension), solution_.spin, spin_);
        }
        const Index added = search_.add_violated(Motion{velocity_, settings_.step, clearance}, contacts_);
        solution_.force.resize(contacts_.first.size(), 0.0);
        if (rubs()) solution_.tangential.resize(contacts_.normal.size(), 0.0);
        // What a loose solve reached may be good enough.
        exact = exact || (added == 0 && solution_.status == Status::converged && tight.met_by(solution_.certificate));
        if (added == 0 && exact && !films_.give_way(contacts_, problem_, velocity_)) break;
        if (unsolved && added == 0) break;
        const bool goes_on = hard && factors && problem_.films() == 0;
        exact = exact || added <= (goes_on ? contacts_.size() / kOneIn : 0);
    }
    return restores && creates_energy() ? Answer::makes_energy : Answer::good;
}

/// 1/2 |v - U|_M^2 of a motion that takes every body as far as all of them are apart: whatever is farther from U is no
/// motion any more [J].
double MauryScheme::farthest_motion() const {
    const int d = world_.bodies.dimension;
    double square = 0;
    for (int k = 0; k < d; ++k) {
        const auto along = [&](double sign) {
            return ordered_max(world_.bodies.size(), std::numeric_limits<double>::lowest(), [&](Index i) {
                return sign * start_position_[static_cast<std::size_t>(i) * d + k] + world_.bodies.radius[i];
            });
        };
        square += std::pow(along(1) + along(-1), 2);
    }
    const double speed = std::sqrt(square) / settings_.step;
    return 0.5 * with_dimension(d, [&](auto dim) {
               return ordered_sum(world_.bodies.size(), [&](Index i) {
                   return free_.mass[i] * std::pow(speed + load<dim()>(free_.velocity, i).norm(), 2);
               });
           });
}

/// More than what is prescribed puts in.
bool MauryScheme::creates_energy() const {
    double put_in =
        ordered_sum(contacts_.size(), [&](Index c) { return 2 * solution_.force[c] * std::max(0.0, prescribed(c)); }) +
        2 * std::max(0.0, films_.work_of_prescribed(contacts_));
    if (!rubbing_.drive.empty()) {
        put_in += 2 * settings_.step * ordered_sum(static_cast<Index>(rubbing_.drive.size()), [&](Index k) {
                      return std::max(0.0, solution_.tangential[k] * rubbing_.drive[k]);
                  });
    }
    return kinetic_square(velocity_, spin_) >
           (kinetic_square(free_.velocity, world_.bodies.spin) + put_in) * kEnergyRounding;
}

/// q^{n+1} = q^n + h v. Where contacts are only held, what is less than the rounding of one coordinate moves nothing: a
/// body that cannot move stays where it is, to the last bit.
void MauryScheme::advance() {
    const bool held = room_.held() && settings_.margin > 0;
    const double least = held ? room_.rounding() / Room::kOperations : 0.0;
    const Index numbers = static_cast<Index>(velocity_.size());
    parallel_for(numbers, [&](Index k) {
        const double moved = settings_.step * velocity_[k];
        if (std::abs(moved) > least) world_.bodies.position[k] += moved;
    });
}

void MauryScheme::undo() { world_.bodies.position = start_position_; }

/// The world as it was at the start of the step.
void MauryScheme::take_back() {
    undo();
    if (!moves_) return;
    world_.bodies.radius = start_radius_;
    world_.obstacles = start_obstacles_;
}

/// u^{n+1} and what bodies got from their contacts, by the law.
void MauryScheme::find_impulses(StepReport& report) {
    const Index m = contacts_.size();
    const double h = settings_.step;
    impulse_.resize(m);
    parallel_copy(velocity_, next_velocity_);
    glue_.resize(settings_.law.law == Law::gluey ? m : 0, 0.0);
    parallel_for(m, [&](Index c) { impulse_[c] = h * solution_.force[c] + (glue_.empty() ? 0.0 : glue_[c]); });
    films_.add_to(impulse_);
    for (Index c = 0; c < static_cast<Index>(glue_.size()); ++c) {
        glue_[c] = glue_of(solution_.force[c], h, settings_.law.glue_limit);
    }
    if (rubs()) {
        parallel_copy(spin_, next_spin_);
        tangential_.resize(solution_.tangential.size());
        parallel_for(static_cast<Index>(tangential_.size()),
                     [&](Index k) { tangential_[k] = h * solution_.tangential[k]; });
    }
    restitution_.resize(m);
    parallel_for(
        m, [&](Index c) { restitution_[c] = restitution_at(settings_.law, world_.obstacles, contacts_.first[c]); });
    rebounds_ =
        settings_.law.law == Law::restitution ||
        (rubs() && ordered_max(m, 0.0, [&](Index c) { return solution_.force[c] > 0 ? restitution_[c] : 0.0; }) > 0);
    if (rebounds_) rubs() ? rebound_with_friction(report) : rebound(report);
}

void MauryScheme::rebound(StepReport& report) {
    const int d = world_.bodies.dimension;
    assembly_.gather(d, world_.bodies.velocity, before_);
    rebound_.solve({problem_, solution_.force, contacts_.closing, before_, restitution_}, settings_.limits, *solver_);
    parallel_copy(free_.velocity, next_velocity_);
    assembly_.spread(d, rebound_.velocity(), next_velocity_);
    impulse_ = rebound_.impulse();
    solution_.certificate = worse_of(solution_.certificate, rebound_.certificate());
    report.iterations += rebound_.iterations();
    report.passes += rebound_.passes();
}

/// Contacts that pushed, with the law between impulses and u^{n+1} + e u^n along the normal, u^{n+1} across it (the
/// weighted velocity of Moreau99 10 and BD17 eq. 21): positions have moved without rebound.
void MauryScheme::rebound_with_friction(StepReport& report) {
    const int d = world_.bodies.dimension;
    // A distance that no velocity closes: contacts that did not push stay out of it.
    constexpr double kFar = 1e100;
    ContactProblem shock = problem_;
    with_dimension(d, [&](auto dim) {
        parallel_for(contacts_.size(), [&](Index c) {
            const Index i = contacts_.first[c], j = contacts_.second[c];
            Vec<dim()> before = load<dim()>(world_.bodies.velocity, j);
            if (i >= 0) before -= load<dim()>(world_.bodies.velocity, i);
            const double closing = prescribed(c),
                         approach = settings_.step * load<dim()>(contacts_.normal, c).dot(before);
            shock.distance[c] =
                solution_.force[c] > 0 ? restitution_[c] * std::min(0.0, approach - closing) - closing : kFar;
        });
    });
    shock.leeway = 0;
    Solution answer;
    answer.force = solution_.force;
    answer.tangential = solution_.tangential;
    solver_->solve(shock, settings_.limits, answer);
    parallel_copy(free_.velocity, next_velocity_);
    parallel_copy(world_.bodies.spin, next_spin_);
    assembly_.spread(d, answer.velocity, next_velocity_);
    assembly_.spread(spin_size(d), answer.spin, next_spin_);
    const double h = settings_.step;
    parallel_for(contacts_.size(), [&](Index c) { impulse_[c] = h * answer.force[c]; });
    parallel_for(static_cast<Index>(tangential_.size()), [&](Index k) { tangential_[k] = h * answer.tangential[k]; });
    solution_.certificate = worse_of(solution_.certificate, answer.certificate);
    solution_.measure = worse_of(solution_.measure, answer.measure);
    report.iterations += answer.iterations;
    report.passes += answer.passes;
}

/// What moving walls and growing radii do, and margins that are given back [J].
double MauryScheme::work_of_boundaries() const {
    const double driven = work_of_drives(impulses());
    if (rebounds_) {
        return driven +
               ordered_sum(contacts_.size(), [&](Index c) { return impulse_[c] * prescribed(c) / settings_.step; });
    }
    return driven + films_.work_of_boundaries(problem_) + ordered_sum(contacts_.size(), [&](Index c) {
               const double closing = prescribed(c);
               return solution_.force[c] * (closing + std::max(0.0, -(problem_.distance[c] + closing)));
           });
}

void MauryScheme::judge(StepReport& report) const {
    report.certificate = solution_.certificate;
    report.friction = solution_.measure;
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
    const StepMotion motion{next_velocity_, next_spin_, world_.bodies, settings_.step};
    report.energy = energy_change(motion, forces_, impulses(), work_of_boundaries());
    report.energy.scheme_energy += report.potential_energy - potential_before_;
    report.external_impulse = external_impulse(motion, forces_, impulses());
}

}  // namespace galet
