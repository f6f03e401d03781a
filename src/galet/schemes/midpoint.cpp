#include "galet/schemes/midpoint.hpp"

#include <algorithm>
#include <cmath>

#include "galet/core/exchange.hpp"
#include "galet/core/parallel.hpp"

namespace galet {
namespace {

/// Surfaces nearer than this, of the length scale, touch: rounding must not part what rests. Nor must the solver: what
/// it may be wrong by in so many steps comes on top.
constexpr double kTouching = 1e-9, kSteps = 10;

double touching(const SchemeSettings& settings) {
    return kTouching * settings.length_scale + kSteps * settings.limits.violation;
}

/// When contacts are found, of the step.
constexpr double kMiddle = 0.5;

}  // namespace

MidpointScheme::MidpointScheme(World& world, const SchemeSettings& settings)
    : world_(world),
      settings_(settings),
      moves_(!world.prescribed.empty() || depends_on_time(world.obstacles)),
      solver_(make_solver(settings.solver, has_friction(settings.law.law))),
      search_(world.bodies, world.obstacles, {touching(settings), 0}),
      friction_(settings.law, world.bodies, world.obstacles) {}

StepReport MidpointScheme::step() {
    StepReport report;
    keep_start();
    try {
        sum_forces();
        find_contacts();
    } catch (...) {
        take_back();
        throw;
    }
    free_.predict(world_.bodies, forces_, settings_.step);
    assemble();
    solve();
    judge(report);
    if (report.outcome == Outcome::not_finite || (report.outcome == Outcome::over_limits && !settings_.accept_failed)) {
        take_back();
        return report;
    }
    find_impulses();
    advance();
    report.min_distance = search_.smallest_distance();
    account(report);
    world_.memory.remember(world_.bodies, contacts_, solution_.force, solution_.tangential);
    remember_step(world_.forces, world_.bodies, contacts_, solution_.force, report);
    world_.count_step(settings_.step);
    return report;
}

void MidpointScheme::keep_start() {
    potential_before_ = potential_energy(world_.forces, world_.bodies);
    parallel_copy(world_.bodies.position, start_position_);
    if (!moves_) return;
    start_radius_ = world_.bodies.radius;
    start_obstacles_ = world_.obstacles;
}

/// Where walls on both sides are to throw a body back there may be no admissible velocity, by little; within what the
/// limits allow there is one.
void MidpointScheme::solve() {
    solver_->solve(problem_, settings_.limits, solution_);
    if (rubs() || solution_.status != Status::iteration_limit) return;
    const std::int64_t iterations = solution_.iterations, passes = solution_.passes;
    problem_.leeway = 0.5 * settings_.limits.violation;
    for (double& distance : problem_.distance) distance += problem_.leeway;
    std::fill(solution_.force.begin(), solution_.force.end(), 0.0);
    solver_->solve(problem_, settings_.limits, solution_);
    solution_.iterations += iterations;
    solution_.passes += passes;
}

void MidpointScheme::judge(StepReport& report) const {
    report.certificate = solution_.certificate;
    report.friction = solution_.measure;
    report.note = solution_.note;
    report.contacts = contacts_.size();
    report.iterations = solution_.iterations;
    report.passes = solution_.passes;
    report.rounds = 1;
    report.active = static_cast<std::int64_t>(
        ordered_sum(contacts_.size(), [&](Index c) { return solution_.force[c] > 0 ? 1.0 : 0.0; }));
    const bool finite = std::isfinite(mass_square(world_.bodies.dimension, free_.mass, free_.velocity)) &&
                        solution_.status != Status::not_finite;
    const bool solved = settings_.solver.criterion == Criterion::certificate
                            ? settings_.limits.met_by(report.certificate)
                            : solution_.status == Status::converged;
    if (!finite) {
        report.outcome = Outcome::not_finite;
        report.reason = "velocities grow beyond what numbers can hold";
    } else if (!solved) {
        report.outcome = Outcome::over_limits;
        report.reason = "the solver did not reach its limits";
    }
}

/// u^{n+1}, omega^{n+1} and what bodies got from their contacts.
void MidpointScheme::find_impulses() {
    const Bodies& bodies = world_.bodies;
    const double h = settings_.step;
    parallel_copy(free_.velocity, velocity_);
    assembly_.spread(bodies.dimension, solution_.velocity, velocity_);
    impulse_.resize(contacts_.first.size());
    parallel_for(contacts_.size(), [&](Index c) { impulse_[c] = h * solution_.force[c]; });
    if (!rubs()) return;
    parallel_copy(bodies.spin, spin_);
    assembly_.spread(spin_size(bodies.dimension), solution_.spin, spin_);
    tangential_.resize(solution_.tangential.size());
    parallel_for(static_cast<Index>(tangential_.size()),
                 [&](Index k) { tangential_[k] = h * solution_.tangential[k]; });
}

/// Bodies move and turn with both velocities; radii and walls are those of the end.
void MidpointScheme::advance() {
    Bodies& bodies = world_.bodies;
    const double h = settings_.step, theta = settings_.theta;
    bodies.position = start_position_;
    move_by(1 - theta, bodies.velocity);
    move_by(theta, velocity_);
    turn(bodies, (1 - theta) * h);
    exchange_numbers(bodies.velocity, velocity_);
    exchange_numbers(bodies.spin, spin_);
    turn(bodies, theta * h);
    prescribe(1);
}

/// Positions move on for a part of the step.
void MidpointScheme::move_by(double part, const std::vector<double>& velocity) {
    const double h = part * settings_.step;
    parallel_for(static_cast<Index>(velocity.size()), [&](Index k) { world_.bodies.position[k] += h * velocity[k]; });
}

/// At q^n + theta h u^n.
void MidpointScheme::sum_forces() {
    move_by(settings_.theta, world_.bodies.velocity);
    forces_.reset(world_.bodies);
    for (const auto& force : world_.forces) force->add_mean(world_.bodies, world_.time, settings_.step, forces_);
}

/// Radii and walls as they are after a part of the step.
void MidpointScheme::prescribe(double part) {
    if (!moves_) return;
    const double t = (static_cast<double>(world_.step) + part) * settings_.step;
    world_.prescribed.apply(t, world_.bodies, world_.obstacles);
}

/// At q^n + h u^n / 2.
void MidpointScheme::find_contacts() {
    Bodies& bodies = world_.bodies;
    bodies.position = start_position_;
    move_by(kMiddle, bodies.velocity);
    prescribe(1);  // what has no value at the end of the step fails before anything has moved
    prescribe(kMiddle);
    if (moves_) search_.compare_with({start_radius_, start_obstacles_.walls});
    still_.assign(bodies.velocity.size(), 0.0);
    search_.find_likely(Motion{still_, settings_.step, {}}, near_);
    touching_.clear();
    for (Index c = 0; c < near_.size(); ++c) {
        if (near_.distance[c] <= touching(settings_)) touching_.push_back(c);
    }
    choose(near_, touching_, contacts_);
}

/// The speed with which what is prescribed drives the two sides together [m/s].
double MidpointScheme::closing_speed(Index c) const {
    return contacts_.closing.empty() ? 0.0 : contacts_.closing[c] / (kMiddle * settings_.step);
}

void MidpointScheme::assemble() {
    const Bodies& bodies = world_.bodies;
    const double h = settings_.step;
    FreeMotion motion{free_.mass, {}, free_.velocity, h};
    if (solver_->wants_positions(bodies.dimension)) motion.position = bodies.position;
    assembly_.assemble(contacts_, search_.body_order(), motion, {}, problem_);
    with_dimension(bodies.dimension, [&](auto dim) {
        parallel_for(contacts_.size(), [&](Index c) {
            const Index i = contacts_.first[c], j = contacts_.second[c];
            Vec<dim()> before = load<dim()>(bodies.velocity, j);
            if (i >= 0) before -= load<dim()>(bodies.velocity, i);
            const double closing = closing_speed(c), rate = load<dim()>(contacts_.normal, c).dot(before) - closing;
            problem_.distance[c] =
                h * (restitution_at(settings_.law, world_.obstacles, i) * std::min(0.0, rate) - closing);
        });
    });
    solution_.force.resize(contacts_.first.size());
    solution_.tangential.resize(rubs() ? contacts_.normal.size() : 0);
    world_.memory.recall(bodies, contacts_, solution_.force, solution_.tangential);
    if (!rubs()) return;
    find_rubbing(friction_, bodies, start_obstacles_.walls, world_.obstacles.walls, kMiddle * h, contacts_, rubbing_);
    assembly_.add_friction(rubbing_, bodies.inertia, bodies.spin, problem_);
    problem_.convex = settings_.law.law == Law::coulomb_convex;
}

void MidpointScheme::account(StepReport& report) const {
    report.potential_energy = potential_energy(world_.forces, world_.bodies);
    const StepMotion motion{velocity_, spin_, world_.bodies, settings_.step};
    const StepImpulses impulses{contacts_, impulse_, tangential_, rubbing_};
    const double work_of_boundaries = work_of_drives(impulses) + ordered_sum(contacts_.size(), [&](Index c) {
                                          return impulse_[c] * closing_speed(c);
                                      });
    report.energy = energy_change(motion, forces_, impulses, work_of_boundaries);
    report.energy.scheme_energy += report.potential_energy - potential_before_;
    report.external_impulse = external_impulse(motion, forces_, impulses);
}

/// The world as it was at the start of the step.
void MidpointScheme::take_back() {
    world_.bodies.position = start_position_;
    if (!moves_) return;
    world_.bodies.radius = start_radius_;
    world_.obstacles = start_obstacles_;
}

}  // namespace galet
