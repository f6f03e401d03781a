#include "galet/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/timer.hpp"
#include "galet/schemes/energy.hpp"
#include "galet/schemes/event_driven.hpp"
#include "galet/schemes/first_order.hpp"
#include "galet/schemes/maury.hpp"
#include "galet/schemes/midpoint.hpp"
#include "galet/schemes/penalty.hpp"
#include "galet/simulation/leaving.hpp"
#include "galet/simulation/subdivision.hpp"

namespace galet {
namespace {

SchemeSettings scheme_settings(const Settings& settings, double step, double scale) {
    SchemeSettings scheme;
    scheme.step = step;
    scheme.theta = settings.theta;
    scheme.margin = settings.margin * scale;
    scheme.law = settings.contact;
    scheme.length_scale = scale;
    scheme.solver = settings.solver;
    scheme.accept_failed = settings.on_failure == OnFailure::warn;
    scheme.limits.error_bound = settings.tolerance;
    scheme.limits.violation = settings.violation * scale;
    scheme.limits.max_iterations = settings.max_iterations;
    return scheme;
}

/// |left - right| of kinetic + potential + dissipated - scheme_energy = start + work_external.
double energy_imbalance(const HistoryRow& row, const Totals& totals) {
    const double left = row.kinetic_energy + row.potential_energy + row.dissipated - row.scheme_energy;
    return std::abs(left - (totals.start_kinetic + totals.start_potential + row.work_external));
}

}  // namespace

Simulation::Simulation(World world, const Settings& settings)
    : world_(std::make_unique<World>(std::move(world))), settings_(settings) {
    totals_.length_scale = length_scale(world_->bodies);
    make_scheme();
    measure_start();
}

std::unique_ptr<Scheme> Simulation::scheme_of_step(double step) {
    const SchemeSettings settings = scheme_settings(settings_, step, totals_.length_scale);
    if (settings_.contact.law == Law::penalty) return std::make_unique<PenaltyScheme>(*world_, settings);
    if (settings_.scheme == "event-driven") return std::make_unique<EventDrivenScheme>(*world_, settings);
    if (settings_.scheme == "first-order") return std::make_unique<FirstOrderScheme>(*world_, settings);
    if (settings_.scheme == "moreau" || settings_.scheme == "theta")
        return std::make_unique<MidpointScheme>(*world_, settings);
    return std::make_unique<MauryScheme>(*world_, settings);
}

void Simulation::make_scheme() {
    scheme_ = scheme_of_step(settings_.step);
    divided_ = false;
}

void Simulation::measure_start() {
    totals_.start_bodies = world_->bodies.size();
    pressure_.assign(world_->bodies.radius.size(), 0.0);
    row_.min_distance = totals_.smallest_distance = scheme_->smallest_distance();
    row_.kinetic_energy = totals_.start_kinetic = kinetic_energy(world_->bodies);
    row_.potential_energy = totals_.start_potential = potential_now();
    row_.momentum = totals_.start_momentum = momentum(world_->bodies);
    if (world_->bodies.rotate())
        row_.angular_momentum = totals_.start_angular_momentum = angular_momentum(world_->bodies);
}

/// Of forces, and of contacts that are springs [J].
double Simulation::potential_now() const {
    return potential_energy(world_->forces, world_->bodies) + scheme_->contact_energy();
}

bool Simulation::step() {
    const Timer timer;
    const std::int64_t before = world_->step;
    if (!world_->exits.empty()) before_ = world_->bodies.position;
    take_step();
    if (world_->step == before) return false;
    if (crowd()) measure_pressure();
    let_people_leave();
    measure(timer.seconds());
    return true;
}

/// In parts where that is the policy and it cannot be solved in one.
void Simulation::take_step() {
    if (divided_) make_scheme();
    const std::int64_t before = world_->step;
    report_ = scheme_->step();
    const bool divide = settings_.on_failure == OnFailure::subdivide && report_.outcome == Outcome::over_limits;
    if (!divide || world_->step > before) return;
    const SimulationState start = state();
    Subdivision subdivision(*world_, settings_.contact.law, [this](double step) { return scheme_of_step(step); });
    const bool taken = subdivision.take(settings_.step, report_);
    if (!taken) {
        const std::vector<double> pressure = pressure_;
        restore(start);
        pressure_ = pressure;
    }
    scheme_ = subdivision.last_scheme();
    divided_ = true;
    report_ = subdivision.report();
}

void Simulation::measure_pressure() {
    const ContactSet& set = scheme_->contacts();
    const std::vector<double>& p = scheme_->contact_impulses();
    pressure_.assign(world_->bodies.radius.size(), 0.0);
    for (Index c = 0; c < set.size(); ++c) {
        if (set.first[c] >= 0) pressure_[set.first[c]] += p[c];
        pressure_[set.second[c]] += p[c];
    }
    const auto most = std::max_element(pressure_.begin(), pressure_.end());
    if (most == pressure_.end() || *most <= totals_.largest_pressure) return;
    totals_.largest_pressure = *most;
    totals_.most_pressed = world_->bodies.id_of(static_cast<Index>(most - pressure_.begin()));
    totals_.most_pressed_step = world_->step;
}

/// Those whose centres have passed an exit. What they take along is work from outside, and impulse.
void Simulation::let_people_leave() {
    remaining_.reset();
    if (world_->exits.empty()) return;
    const std::vector<Index> passed = passed_exits(world_->exits, world_->bodies, before_);
    if (std::all_of(passed.begin(), passed.end(), [](Index exit) { return exit < 0; })) return;
    remaining_ = without(list_contacts(), world_->bodies, passed);
    const TakenAlong taken = take_out(passed, *world_, pressure_);
    report_.energy.work_external -= taken.kinetic;
    for (std::size_t k = 0; k < taken.momentum.size(); ++k) report_.external_impulse[k] -= taken.momentum[k];
}

void Simulation::measure(double seconds) {
    row_.step = world_->step;
    row_.time = world_->time;
    row_.contacts = report_.contacts;
    row_.active = report_.active;
    row_.iterations = report_.iterations;
    row_.gap = report_.certificate.gap;
    row_.error_bound = report_.certificate.error_bound;
    row_.violation = report_.certificate.violation;
    row_.min_distance = report_.min_distance;
    row_.kinetic_energy = kinetic_energy(world_->bodies);
    row_.potential_energy = report_.potential_energy;
    row_.work_external += report_.energy.work_external;
    row_.dissipated += report_.energy.dissipated;
    row_.scheme_energy += report_.energy.scheme_energy;
    row_.momentum = momentum(world_->bodies);
    if (world_->bodies.rotate()) row_.angular_momentum = angular_momentum(world_->bodies);
    row_.friction = report_.friction;
    row_.seconds = seconds;
    row_.solved = report_.outcome == Outcome::solved;

    totals_.steps = world_->step;
    totals_.iterations += row_.iterations;
    totals_.most_contacts = std::max(totals_.most_contacts, row_.contacts);
    totals_.failed_steps += row_.solved ? 0 : 1;
    totals_.divided_steps += divided_ ? 1 : 0;
    totals_.seconds += seconds;
    totals_.worst_gap = std::max(totals_.worst_gap, row_.gap);
    totals_.worst_error_bound = std::max(totals_.worst_error_bound, row_.error_bound);
    totals_.worst_violation = std::max(totals_.worst_violation, row_.violation);
    totals_.worst_friction = worse_of(totals_.worst_friction, row_.friction);
    totals_.smallest_distance = std::min(totals_.smallest_distance, row_.min_distance);
    totals_.worst_energy_imbalance = std::max(totals_.worst_energy_imbalance, energy_imbalance(row_, totals_));
    for (int k = 0; k < 3; ++k) totals_.external_impulse[k] += report_.external_impulse[k];
}

FrameContacts Simulation::contacts() const { return remaining_ ? *remaining_ : list_contacts(); }

FrameContacts Simulation::list_contacts() const {
    const ContactSet& set = scheme_->contacts();
    const std::vector<double>&force = scheme_->contact_forces(), &impulse = scheme_->contact_impulses(),
          &tangential = scheme_->tangential_impulses(), &glue = scheme_->glue();
    const Bodies& bodies = world_->bodies;
    FrameContacts frame;
    with_dimension(bodies.dimension, [&](auto dim) {
        constexpr int d = dim();
        for (Index c = 0; c < set.size(); ++c) {
            Vec<d> along = Vec<d>::Zero();
            if (!tangential.empty()) along = load<d>(tangential, c);
            if (force[c] <= 0 && impulse[c] == 0 && along.isZero(0)) continue;
            Index i = set.first[c], j = set.second[c];
            Vec<d> n = load<d>(set.normal, c);
            const double gap = distance_now(bodies, world_->obstacles, i, j);
            // Written with the body of a wall contact first, and of two bodies the lower id.
            if (i < 0 || i > j) {
                std::swap(i, j);
                n = -n;
                along = -along;
            }
            frame.first.push_back(bodies.id_of(i));
            frame.second.push_back(j < 0 ? -1 - world_->obstacles.owner[~j] : bodies.id_of(j));
            frame.gap.push_back(gap);
            for (int k = 0; k < d; ++k) frame.normal.push_back(n[k]);
            for (int k = 0; k < d && !tangential.empty(); ++k) frame.tangential.push_back(along[k]);
            frame.impulse.push_back(impulse[c]);
            frame.glue.push_back(glue.empty() ? 0.0 : glue[c]);
        }
    });
    return frame;
}

SimulationState Simulation::state() const {
    std::vector<ForceMemory> force_memory;
    for (const auto& force : world_->forces) force_memory.push_back(force->memory());
    return {world_->bodies,
            world_->memory.entries(),
            world_->films.entries(),
            std::move(force_memory),
            world_->desired.people,
            world_->leavings,
            world_->step,
            row_,
            totals_};
}

void Simulation::restore(const SimulationState& state) {
    world_->bodies = state.bodies;
    world_->memory.restore(world_->bodies, state.memory);
    world_->films.remember(world_->bodies, state.films);
    for (std::size_t k = 0; k < std::min(world_->forces.size(), state.force_memory.size()); ++k) {
        world_->forces[k]->restore(state.force_memory[k]);
    }
    world_->desired.people = state.people;
    world_->leavings = state.leavings;
    pressure_.assign(world_->bodies.radius.size(), 0.0);
    remaining_.reset();
    world_->step = state.step;
    world_->time = static_cast<double>(state.step) * settings_.step;
    world_->prescribed.apply(world_->time, world_->bodies, world_->obstacles);
    row_ = state.row;
    totals_ = state.totals;
    make_scheme();
}

void Simulation::change(const std::function<void(World&)>& edit) {
    const SimulationState before = state();
    FrameContacts last = contacts();
    edit(*world_);
    Bodies& bodies = world_->bodies;
    world_->memory.restore(bodies, before.memory);
    world_->films.remember(bodies, before.films);
    for (std::size_t k = 0; k < std::min(world_->forces.size(), before.force_memory.size()); ++k) {
        world_->forces[k]->restore(before.force_memory[k]);
    }
    const Index more = bodies.size() - before.bodies.size();
    totals_.start_bodies += more;
    if (more != 0) totals_.length_scale = std::min(totals_.length_scale, length_scale(bodies));
    pressure_.resize(bodies.radius.size(), 0.0);
    remaining_ = std::move(last);
    make_scheme();
    count_as_outside();
    row_.min_distance = scheme_->smallest_distance();
    totals_.smallest_distance = std::min(totals_.smallest_distance, row_.min_distance);
}

void Simulation::velocities_written() {
    const bool same =
        kinetic_energy(world_->bodies) == row_.kinetic_energy && momentum(world_->bodies) == row_.momentum;
    if (!same) count_as_outside();
}

/// What energy and momentum are now, and differ from those of the last step.
void Simulation::count_as_outside() {
    if (world_->step == 0) return measure_start();
    const double kinetic = kinetic_energy(world_->bodies), potential = potential_now();
    const std::array<double, 3> now = momentum(world_->bodies);
    row_.work_external += (kinetic - row_.kinetic_energy) + (potential - row_.potential_energy);
    for (std::size_t k = 0; k < now.size(); ++k) totals_.external_impulse[k] += now[k] - row_.momentum[k];
    row_.kinetic_energy = kinetic;
    row_.potential_energy = potential;
    row_.momentum = now;
    if (world_->bodies.rotate()) row_.angular_momentum = angular_momentum(world_->bodies);
}

Bodies Simulation::leave_memory() {
    Bodies other = world_->bodies;
    std::swap(other, world_->bodies);
    return other;
}

std::string why_not_solved(const Simulation& simulation) {
    const StepReport& report = simulation.report();
    return fmt::format(
        "step {} could not be solved: {} (error bound {:.2e}, violation {:.2e} m, smallest distance {:.2e} m); "
        "everything before it is kept. A larger solver.max_iterations, a smaller step or looser limits may help; "
        "solver.on_failure = \"subdivide\" takes such steps in parts, \"warn\" goes on regardless.",
        simulation.world().step + 1, report.reason, report.certificate.error_bound, report.certificate.violation,
        report.min_distance);
}

}  // namespace galet
