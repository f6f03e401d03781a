#include "galet/schemes/event_driven.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "galet/core/error.hpp"
#include "galet/schemes/assembly.hpp"
#include "galet/schemes/energy.hpp"
#include "galet/solvers/lawson_hanson.hpp"

namespace galet {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Rounding of a distance, of the largest coordinate.
constexpr double kDistanceRounding = 64 * kEpsilon;

/// Rates and accelerations of closed contacts that are nothing, of the scale of velocities and accelerations.
constexpr double kAtRest = 1e-10, kNoForce = 1e-10;

/// Rebounds that rise by less than this many times what counts as closed are cut.
constexpr double kLowHop = 10;

/// Shocks at one instant, before they are inelastic.
constexpr int kRepeats = 100;

/// Forces are taken as means over this part of a step.
constexpr double kInstant = 1e-9;

/// and at most this part of the time between two jumps of a force.
constexpr double kInstantOfStretch = 0.1;

/// Parts of the step: the shortest step of the integrator that is still made shorter, and what is no time at all.
constexpr double kShortest = 1e-13, kNoTime = 1e-15;

/// How the integrator changes its step: part of the one that the error allows, least and most factor.
constexpr double kSafety = 0.9, kLeastFactor = 0.2, kMostFactor = 5;

/// Of a root, most evaluations.
constexpr std::uintmax_t kMostIterations = 100;

/// Part of what counts as nothing that solves for distances and rates may leave.
constexpr double kOverlap = 0.01;

/// Steps of the integrator in one step, after which it has failed.
constexpr int kMostSteps = 200000;

using Stepper = boost::numeric::odeint::runge_kutta_dopri5<
    HeldMotion::State, double, HeldMotion::State, double, boost::numeric::odeint::range_algebra,
    boost::numeric::odeint::default_operations, boost::numeric::odeint::always_resizer>;

double largest_norm(int dimension, const std::vector<double>& v) {
    double largest = 0;
    with_dimension(dimension, [&](auto dim) {
        for (Index i = 0; i < static_cast<Index>(v.size()) / dim(); ++i) {
            largest = std::max(largest, load<dim()>(v, i).norm());
        }
    });
    return largest;
}

std::span<const double> as_span(const Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

}  // namespace

void check_event_driven(const World& world) {
    if (world.bodies.size() > EventDrivenScheme::kMostBodies) {
        throw InputError(fmt::format("scheme \"event-driven\" is for at most {} bodies, found {}",
                                     EventDrivenScheme::kMostBodies, world.bodies.size()));
    }
    if (something_moves(world)) {
        throw InputError(
            "scheme \"event-driven\" takes radii and obstacles that stay as they are; found some that change with time "
            "(scheme \"maury\" takes these)");
    }
    for (const auto& force : world.forces) {
        if (!force->has_instants()) {
            throw InputError(
                "scheme \"event-driven\" takes forces that have a value at every instant; found a force of type "
                "\"stochastic\"");
        }
    }
}

EventDrivenScheme::EventDrivenScheme(World& world, const SchemeSettings& settings)
    : world_(world), settings_(settings), search_(world.bodies, world.obstacles), motion_(world) {
    check_event_driven(world);
    pushed_.dimension = world.bodies.dimension;
    list_constraints();
}

/// Every pair that may ever touch (on a line, neighbours), every body and wall.
void EventDrivenScheme::list_constraints() {
    const Bodies& bodies = world_.bodies;
    const Index n = bodies.size();
    all_.dimension = bodies.dimension;
    const auto add = [&](Index first, Index second) {
        all_.first.push_back(first);
        all_.second.push_back(second);
    };
    if (bodies.dimension == 1) {
        for (Index k = 0; k + 1 < n; ++k) add(bodies.line_order[k], bodies.line_order[k + 1]);
    } else {
        for (Index i = 0; i < n; ++i) {
            for (Index j = i + 1; j < n; ++j) add(i, j);
        }
    }
    for (Index w = 0; w < static_cast<Index>(world_.obstacles.walls.size()); ++w) {
        for (Index i = 0; i < n; ++i) add(~w, i);
    }
}

StepReport EventDrivenScheme::step() {
    StepReport report;
    const std::int64_t evaluations = motion_.evaluations();
    begin();
    for (int steps = 0; passed_ < settings_.step; ++steps) {
        if (passed_ >= stretch_end_) begin_stretch();
        look();
        settle_shocks();
        choose_held();
        advance();
        if (!std::isfinite(largest_norm(all_.dimension, u_)) || !std::isfinite(largest_norm(all_.dimension, q_))) {
            report.outcome = Outcome::not_finite;
            report.reason = "velocities grow beyond what numbers can hold";
            return report;
        }
        if (steps == kMostSteps) {
            report.outcome = Outcome::over_limits;
            report.reason = fmt::format("events accumulate at t = {} s", time_ + passed_);
            return report;
        }
    }
    look();
    settle_shocks();
    if (drift_ > std::max(settings_.limits.violation, kLowHop * closed_distance_)) {
        report.outcome = Outcome::over_limits;
        report.reason = fmt::format("bodies overlapped by {} m before their contact was seen", drift_);
        report.certificate.violation = drift_;
        if (!settings_.accept_failed) return report;
    }
    account(report);
    report.iterations = motion_.evaluations() - evaluations;
    return report;
}

void EventDrivenScheme::begin() {
    q_ = world_.bodies.position;
    u_ = world_.bodies.velocity;
    time_ = world_.time;
    passed_ = stretch_end_ = 0;
    try_ = settings_.step;
    shocks_ = happened_ = 0;
    work_ = dissipated_ = drift_ = 0;
    given_ = {};
    by_contact_.clear();
    last_shock_.clear();
    most_closed_ = 0;
    potential_before_ = potential_energy(world_.forces, world_.bodies);
    kinetic_before_ = kinetic_energy(world_.bodies);
}

/// Until the next jump of a force, or the end of the step.
void EventDrivenScheme::begin_stretch() {
    const double h = settings_.step, now = time_ + passed_;
    stretch_end_ = h;
    for (const auto& force : world_.forces) {
        const double length = force->next_jump(now) - time_;
        if (length > passed_ + kNoTime * h) stretch_end_ = std::min(stretch_end_, length);
    }
    motion_.between(now, time_ + stretch_end_, std::min(kInstant * h, kInstantOfStretch * (stretch_end_ - passed_)));
}

/// Where bodies are, what is closed and how fast.
void EventDrivenScheme::look() {
    set_scales();
    measure_contacts(world_, q_, u_, all_, curvature_);
    mend_positions();
    rate_ = rates_of(all_, u_);
    closed_.clear();
    for (Index c = 0; c < all_.size(); ++c) {
        if (all_.distance[c] <= closed_distance_) closed_.push_back(c);
    }
    most_closed_ = std::max(most_closed_, closed_.size());
}

void EventDrivenScheme::set_scales() {
    const double length = settings_.length_scale;
    closed_distance_ = kClosed * length + kDistanceRounding * largest_norm(1, q_);
    free_ = motion_.free_acceleration(q_, u_, time_ + passed_);
    const double fastest = largest_norm(all_.dimension, u_), acceleration = largest_norm(all_.dimension, free_);
    speed_ = fastest + std::sqrt(acceleration * length);
    slow_ = kAtRest * speed_;
    settling_ = slow_ + std::sqrt(2 * kLowHop * closed_distance_ * acceleration);
    weak_ = kNoForce * (acceleration + fastest * fastest / length);
}

/// Bodies that overlap are moved apart by as little as possible, in the mass norm.
void EventDrivenScheme::mend_positions() {
    std::vector<Index> near;
    double deepest = 0;
    for (Index c = 0; c < all_.size(); ++c) {
        if (all_.distance[c] <= closed_distance_) near.push_back(c);
        deepest = std::max(deepest, -all_.distance[c]);
    }
    if (deepest <= kOverlap * closed_distance_) return;
    drift_ = std::max(drift_, deepest);
    const ContactSet contacts = some_of(near);
    const Eigen::Map<const Eigen::VectorXd> distance(contacts.distance.data(), contacts.size());
    const Eigen::VectorXd x =
        lawson_hanson(delassus_of(contacts, world_.bodies.mass), distance, kOverlap * closed_distance_);
    add_impulses(contacts, as_span(x), world_.bodies.mass, q_);
    measure_contacts(world_, q_, u_, all_, curvature_);
}

bool EventDrivenScheme::approaching() const {
    return std::any_of(closed_.begin(), closed_.end(), [&](Index c) { return rate_[c] < -slow_; });
}

/// A shock may leave a pair approaching; the last ones of an instant are inelastic and leave none.
void EventDrivenScheme::settle_shocks() {
    for (int repeats = 0; approaching() && repeats < 2 * kRepeats; ++repeats) {
        if (repeats == kRepeats) shocks_ = kMostShocks;
        shock();
        rate_ = rates_of(all_, u_);
    }
}

void EventDrivenScheme::shock() {
    const std::vector<double>& mass = world_.bodies.mass;
    const ContactSet contacts = some_of(closed_);
    const Index m = contacts.size();
    const Eigen::VectorXd before = rates_of(contacts, u_);
    const Eigen::VectorXd projection = lawson_hanson(delassus_of(contacts, mass), before, kOverlap * slow_);
    Eigen::VectorXd impulse = projection;
    for (Index k = 0; k < m; ++k) impulse[k] *= 1 + restitution_at(closed_[k]);
    std::vector<double> after = u_;
    add_impulses(contacts, as_span(impulse), mass, after);
    if (came_back_soon(before) || only_short_hops(contacts, impulse, after)) {
        impulse = projection;
        after = u_;
        add_impulses(contacts, as_span(impulse), mass, after);
    }
    ++shocks_;
    for (Index k = 0; k < m; ++k) {
        if (before[k] < -slow_) last_shock_[closed_[k]] = passed_;
    }
    add_up(contacts, closed_, impulse, after);
    u_ = std::move(after);
}

/// Impulses that took u_ to the velocities `after`: what they give and take.
void EventDrivenScheme::add_up(const ContactSet& contacts, const std::vector<Index>& constraints,
                               const Eigen::VectorXd& impulse, const std::vector<double>& after) {
    const int d = contacts.dimension;
    dissipated_ -= 0.5 * impulse.dot(rates_of(contacts, u_) + rates_of(contacts, after));
    for (Index k = 0; k < contacts.size(); ++k) {
        by_contact_[constraints[k]] += impulse[k];
        if (contacts.first[k] >= 0) continue;
        for (int i = 0; i < d; ++i) given_[i] += impulse[k] * contacts.normal[static_cast<std::size_t>(k) * d + i];
    }
}

double EventDrivenScheme::restitution_at(Index constraint) const {
    if (settings_.law.law != Law::restitution || shocks_ >= kMostShocks) return 0;
    return galet::restitution_at(settings_.law, world_.obstacles, all_.first[constraint]);
}

/// Whether all contacts that approach, at these rates, had their last shock just before.
bool EventDrivenScheme::came_back_soon(const Eigen::VectorXd& rate) const {
    for (Index k = 0; k < rate.size(); ++k) {
        if (rate[k] >= -slow_) continue;
        const auto last = last_shock_.find(closed_[k]);
        if (last == last_shock_.end()) return false;
        // Shocks that follow each other at one instant are another matter.
        const double since = passed_ - last->second;
        if (since >= kShortHop * settings_.step || since <= kNoTime * settings_.step) return false;
    }
    return true;
}

/// Whether all contacts that took part would soon be back.
bool EventDrivenScheme::only_short_hops(const ContactSet& contacts, const Eigen::VectorXd& impulse,
                                        const std::vector<double>& after) {
    const Eigen::VectorXd rate = rates_of(contacts, after), pull = rates_of(contacts, free_);
    for (Index k = 0; k < contacts.size(); ++k) {
        if (impulse[k] == 0 || rate[k] <= settling_) continue;
        const double back = -(pull[k] + curvature_[closed_[k]]);
        const bool short_hop = 2 * rate[k] < kShortHop * settings_.step * back;
        const bool low_hop = rate[k] * rate[k] < 2 * back * kLowHop * closed_distance_;
        if (!(back > 0) || !(short_hop || low_hop)) return false;
    }
    return true;
}

/// The closed contacts that push, from the complementarity of accelerations and forces.
void EventDrivenScheme::choose_held() {
    free_ = motion_.free_acceleration(q_, u_, time_ + passed_);
    resting_.clear();
    for (const Index c : closed_) {
        if (rate_[c] <= settling_) resting_.push_back(c);
    }
    const ContactSet contacts = some_of(resting_);
    Eigen::VectorXd b = rates_of(contacts, free_);
    for (Index k = 0; k < contacts.size(); ++k) b[k] += curvature_[resting_[k]];
    const Eigen::VectorXd mu = lawson_hanson(delassus_of(contacts, world_.bodies.mass), b, weak_);
    held_.clear();
    for (Index k = 0; k < contacts.size(); ++k) {
        if (mu[k] > 0) held_.push_back(resting_[k]);
    }
    motion_.hold(some_of(held_));
    mend_held();
}

/// The held contacts closed and at rest, as exactly as numbers allow.
void EventDrivenScheme::mend_held() {
    if (held_.empty()) return;
    ContactSet contacts = some_of(held_);
    std::vector<double> ignored;
    measure_contacts(world_, q_, u_, contacts, ignored);
    const std::vector<double>& mass = world_.bodies.mass;
    const Eigen::Map<const Eigen::VectorXd> distance(contacts.distance.data(), contacts.size());
    drift_ = std::max(drift_, distance.cwiseAbs().maxCoeff());
    const Eigen::MatrixXd W = delassus_of(contacts, mass);
    const Eigen::VectorXd apart = solve_soft(W, distance), still = solve_soft(W, rates_of(contacts, u_));
    add_impulses(contacts, as_span(apart), mass, q_);
    std::vector<double> after = u_;
    add_impulses(contacts, as_span(still), mass, after);
    add_up(contacts, held_, still, after);
    u_ = std::move(after);
}

/// One step of the integrator, or up to the first event in it.
void EventDrivenScheme::advance() {
    const double h = settings_.step, rest = stretch_end_ - passed_;
    State x = motion_.start(q_, u_), slope;
    motion_(x, slope, time_ + passed_);
    drop_pulling(x, slope);
    double length = std::min(try_, rest);
    for (;;) {
        const double error = try_step(x, slope, length);
        const bool shortest = length <= kShortest * h;
        if (!(error <= 1) && !shortest) {
            length *= std::isfinite(error) ? std::max(kLeastFactor, kSafety * std::pow(error, -0.2)) : kLeastFactor;
        } else if (!look_ahead(x, slope, length) && !shortest) {
            length *= 0.5;
        } else {
            try_ = length * std::min(kMostFactor, kSafety * std::pow(std::max(error, kNoTime), -0.2));
            break;
        }
    }
    const double until = first_event(x, slope, length);
    if (until < length) {
        ++happened_;
        try_step(x, slope, until);
    }
    passed_ = until == rest ? stretch_end_ : passed_ + until;
    take_over();
    mend_held();
}

/// Rounding may make a force that has just appeared negative.
void EventDrivenScheme::drop_pulling(State& x, State& slope) {
    for (;;) {
        std::vector<Index> pushing;
        for (Index k = 0; k < static_cast<Index>(held_.size()); ++k) {
            if (motion_.impulse(slope, k) > 0) pushing.push_back(held_[k]);
        }
        if (pushing.size() == held_.size()) return;
        held_ = std::move(pushing);
        motion_.hold(some_of(held_));
        x = motion_.start(q_, u_);
        motion_(x, slope, time_ + passed_);
    }
}

/// A step of the integrator into next_. Returns its error estimate, 1 being what is allowed.
double EventDrivenScheme::try_step(const State& x, const State& slope, double length) {
    Stepper stepper;
    for (State* state : {&next_, &next_slope_, &error_}) state->resize(x.size());
    stepper.do_step(std::ref(motion_), x, slope, time_ + passed_, next_, next_slope_, length, error_);
    const double position = kAccuracy * (settings_.length_scale + speed_ * length), velocity = kAccuracy * speed_;
    double error = 0;
    for (std::ptrdiff_t k = 0; k < motion_.numbers(); ++k) {
        const double q = std::abs(error_[k]), u = std::abs(error_[motion_.numbers() + k]);
        if (!std::isfinite(q + u)) return q + u;
        if (q > 0) error = std::max(error, q / position);
        if (u > 0) error = std::max(error, u / velocity);
    }
    return error;
}

/// The largest relative acceleration of each pair over a step, about, from those at its ends.
Eigen::VectorXd EventDrivenScheme::relative_accelerations(const State& slope, const State& next_slope) const {
    constexpr double kMore = 2;
    Eigen::VectorXd largest = Eigen::VectorXd::Zero(all_.size());
    for (const State* end : {&slope, &next_slope}) {
        const std::vector<double> a = motion_.velocities(*end);
        with_dimension(all_.dimension, [&](auto dim) {
            for (Index c = 0; c < all_.size(); ++c) {
                Vec<dim()> relative = load<dim()>(a, all_.second[c]);
                if (all_.first[c] >= 0) relative -= load<dim()>(a, all_.first[c]);
                largest[c] = std::max(largest[c], kMore * relative.norm());
            }
        });
    }
    return largest;
}

/// Lists the events that the step to next_ has run into. False where it may have jumped over a contact: two that came
/// together and go apart again. As a distance is convex in the positions, only relative accelerations can take it below
/// its tangents, at either end of the step.
bool EventDrivenScheme::look_ahead(const State& x, const State& slope, double length) {
    events_.clear();
    std::vector<char> is_held(all_.first.size(), 0);
    for (Index k = 0; k < static_cast<Index>(held_.size()); ++k) {
        is_held[held_[k]] = 1;
        if (motion_.impulse(next_slope_, k) < 0) events_.push_back({Event::Kind::opens, k});
    }
    for (const Index c : resting_) {
        const Event enters{Event::Kind::enters, c};
        if (is_held[c] || value_of(enters, x, slope) <= 0) continue;
        if (value_of(enters, next_, next_slope_) < 0) events_.push_back(enters);
    }
    ahead_.first = all_.first;
    ahead_.second = all_.second;
    std::vector<double> ignored;
    measure_contacts(world_, motion_.positions(next_), motion_.velocities(next_), ahead_, ignored);
    const Eigen::VectorXd rate_ahead = rates_of(ahead_, motion_.velocities(next_));
    const Eigen::VectorXd pull = relative_accelerations(slope, next_slope_);
    for (Index c = 0; c < all_.size(); ++c) {
        if (is_held[c]) continue;
        const double from = all_.distance[c], to = ahead_.distance[c];
        const bool open = from > closed_distance_;
        const double floor = open ? 0.0 : std::min(from, 0.0) - closed_distance_;
        if (to < floor) {
            events_.push_back({Event::Kind::closes, c, floor});
        } else if (open || rate_[c] > settling_) {
            // Where the lowest that it can be, seen from either end, is the same.
            const double slope_of_both = rate_[c] - rate_ahead[c] - pull[c] * length;
            const double at = (to - from - (rate_ahead[c] + 0.5 * pull[c] * length) * length) / slope_of_both;
            if (at > 0 && at < length && from + (rate_[c] - 0.5 * pull[c] * at) * at < floor) return false;
        }
    }
    return true;
}

double EventDrivenScheme::value_of(const Event& event, const State& x, const State& slope) const {
    if (event.kind == Event::Kind::opens) return motion_.impulse(slope, event.which);
    ContactSet one = some_of({event.which});
    std::vector<double> curvature;
    measure_contacts(world_, motion_.positions(x), motion_.velocities(x), one, curvature);
    if (event.kind == Event::Kind::closes) return one.distance[0] - event.floor;
    return curvature[0] + rates_of(one, motion_.velocities(slope))[0] + weak_;
}

/// How long until the first of the events, at most `length`: just after it, so that what opens pulls and what closes
/// overlaps, by rounding.
double EventDrivenScheme::first_event(const State& x, const State& slope, double length) {
    const double resolution = kNoTime * settings_.step;
    double first = length;
    for (const Event& event : events_) {
        const auto value = [&](double s) {
            try_step(x, slope, s);
            return value_of(event, next_, next_slope_);
        };
        const double at_start = value_of(event, x, slope), at_first = value(first);
        if (!(at_first < 0) || !(at_start > 0)) continue;
        std::uintmax_t iterations = kMostIterations;
        const auto root = boost::math::tools::toms748_solve(
            value, 0.0, first, at_start, at_first, [&](double a, double b) { return b - a <= resolution; }, iterations);
        first = root.second;
    }
    // Back at the end of the step that was looked at, where nothing happened before.
    if (!events_.empty() && first == length) try_step(x, slope, length);
    return first;
}

/// Positions and velocities of next_, and what the motion added up.
void EventDrivenScheme::take_over() {
    q_ = motion_.positions(next_);
    u_ = motion_.velocities(next_);
    work_ += motion_.work(next_);
    for (int k = 0; k < all_.dimension; ++k) given_[k] += motion_.momentum(next_, k);
    for (Index k = 0; k < static_cast<Index>(held_.size()); ++k) by_contact_[held_[k]] += motion_.impulse(next_, k);
}

void EventDrivenScheme::account(StepReport& report) {
    Bodies& bodies = world_.bodies;
    bodies.position = q_;
    bodies.velocity = u_;
    std::vector<Index> pushed;
    impulse_.clear();
    force_.clear();
    for (const auto& [constraint, impulse] : by_contact_) {
        if (!(impulse > 0)) continue;
        pushed.push_back(constraint);
        impulse_.push_back(impulse);
        force_.push_back(impulse / settings_.step);
    }
    pushed_ = some_of(pushed);
    show_problem();

    report.contacts = static_cast<std::int64_t>(most_closed_);
    report.active = pushed_.size();
    report.rounds = happened_;
    report.certificate.violation = drift_;
    report.min_distance = search_.smallest_distance();
    report.potential_energy = potential_energy(world_.forces, bodies);
    report.external_impulse = given_;
    report.energy.work_external = work_;
    report.energy.dissipated = dissipated_;
    report.energy.scheme_energy = (kinetic_energy(bodies) - kinetic_before_) +
                                  (report.potential_energy - potential_before_) - work_ + dissipated_;
    remember_step(world_.forces, bodies, pushed_, force_, report);
    world_.count_step(settings_.step);
}

/// The problem of the accelerations, as one that solvers take: velocities stand for accelerations, distances for a.
void EventDrivenScheme::show_problem() {
    std::vector<Index> resting;
    for (const Index c : closed_) {
        if (rate_[c] <= settling_) resting.push_back(c);
    }
    const ContactSet contacts = some_of(resting);
    problem_ = {};
    problem_.dimension = contacts.dimension;
    problem_.step = 1;
    for (const double mass : world_.bodies.mass) problem_.inverse_mass.push_back(1 / mass);
    problem_.free_velocity = free_;
    problem_.second = contacts.second;
    problem_.normal = contacts.normal;
    for (Index k = 0; k < contacts.size(); ++k) {
        problem_.first.push_back(std::max(contacts.first[k], kFixed));
        problem_.distance.push_back(curvature_[resting[k]]);
    }
}

ContactSet EventDrivenScheme::some_of(const std::vector<Index>& constraints) const {
    ContactSet some;
    choose(all_, constraints, some);
    return some;
}

}  // namespace galet
