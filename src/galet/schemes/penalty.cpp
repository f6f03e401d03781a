#include "galet/schemes/penalty.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "galet/core/error.hpp"
#include "galet/core/exchange.hpp"
#include "galet/core/parallel.hpp"
#include "galet/schemes/energy.hpp"
#include "galet/schemes/held_motion.hpp"

namespace galet {

void check_penalty(const World& world) {
    if (something_moves(world)) {
        throw InputError(
            "law \"penalty\" takes radii and obstacles that stay as they are; found some that change with time");
    }
}

PenaltyScheme::PenaltyScheme(World& world, const SchemeSettings& settings)
    : world_(world), settings_(settings), search_(world.bodies, world.obstacles, {kSkin * settings.length_scale, 0}) {
    check_penalty(world);
    pushed_.dimension = problem_.dimension = world.bodies.dimension;
    still_.assign(world.bodies.velocity.size(), 0.0);
    damping_ = penalty_damping(settings.law.restitution);
    for (const double own : world.obstacles.restitution) {
        wall_damping_.push_back(own >= 0 ? penalty_damping(own) : damping_);
    }
    choose_substep();
}

void PenaltyScheme::choose_substep() {
    std::vector<double> mass = world_.bodies.mass;
    std::sort(mass.begin(), mass.end());
    double lightest = mass.empty() ? 1.0 : mass[0], damping = damping_;
    if (mass.size() > 1) lightest = mass[0] * mass[1] / (mass[0] + mass[1]);
    for (const double zeta : wall_damping_) damping = std::max(damping, zeta);
    const double most =
        std::numbers::pi * std::sqrt(lightest / settings_.law.stiffness) / kSubsteps / std::max(1.0, 2 * damping);
    const double count = std::ceil(settings_.step / most);
    if (!(count <= kMostSubsteps)) {
        throw InputError(
            fmt::format("law \"penalty\" would cut every step into {:.3g} substeps, at most {:.0e} are "
                        "admissible: a smaller step or contact.stiffness helps",
                        count, kMostSubsteps));
    }
    substeps_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(count));
    substep_ = settings_.step / static_cast<double>(substeps_);
}

double PenaltyScheme::damping_at(Index first) const {
    return first < 0 ? wall_damping_[world_.obstacles.owner[~first]] : damping_;
}

double PenaltyScheme::reduced_mass(Index first, Index second) const {
    const std::vector<double>& mass = world_.bodies.mass;
    return first < 0 ? mass[second] : mass[first] * mass[second] / (mass[first] + mass[second]);
}

PenaltyContact PenaltyScheme::contact_of(Index c) const {
    const Index i = listed_.first[c];
    return penalty_contact(settings_.law.stiffness, restitution_at(settings_.law, world_.obstacles, i), damping_at(i),
                           reduced_mass(i, listed_.second[c]));
}

StepReport PenaltyScheme::step() {
    StepReport report;
    Bodies& bodies = world_.bodies;
    const std::vector<double> start_position = bodies.position, start_velocity = bodies.velocity;
    const auto take_back = [&] {
        bodies.position = start_position;
        bodies.velocity = start_velocity;
    };
    try {
        run(report);
    } catch (...) {
        take_back();
        throw;
    }
    if (!std::isfinite(kinetic_energy(bodies))) {
        take_back();
        report.outcome = Outcome::not_finite;
        report.reason = "velocities grow beyond what numbers can hold";
        return report;
    }
    account(report);
    return report;
}

void PenaltyScheme::run(StepReport& report) {
    by_contact_.clear();
    list_pairs();
    const double before = potential_energy(world_.forces, world_.bodies) + spring_energy();
    for (std::int64_t k = 0; k < substeps_; ++k) {
        advance(world_.time + static_cast<double>(k) * substep_, report);
        if (!std::isfinite(next_.empty() ? 0.0 : next_[0])) break;
    }
    report.iterations = substeps_;
    report.energy.scheme_energy -= before;
}

/// All pairs that may touch until bodies have moved by half of the skin.
void PenaltyScheme::list_pairs() {
    search_.find_likely(Motion{still_, settings_.step, Clearance{}}, listed_);
    listed_at_ = world_.bodies.position;
}

void PenaltyScheme::list_again() {
    const std::vector<double>& q = world_.bodies.position;
    const double reach = 0.5 * kSkin * settings_.length_scale;
    const bool moved = with_dimension(world_.bodies.dimension, [&](auto dim) {
        for (Index i = 0; i < world_.bodies.size(); ++i) {
            if (!((load<dim()>(q, i) - load<dim()>(listed_at_, i)).norm() < reach)) return true;
        }
        return false;
    });
    if (moved) list_pairs();
}

/// One substep from t on.
void PenaltyScheme::advance(double t, StepReport& report) {
    Bodies& bodies = world_.bodies;
    const auto drift = [&] {
        for (std::size_t k = 0; k < bodies.position.size(); ++k)
            bodies.position[k] += 0.5 * substep_ * bodies.velocity[k];
    };
    drift();
    list_again();
    forces_.reset(bodies);
    for (const auto& force : world_.forces) force->add_mean(bodies, t, substep_, forces_);
    find_touching();
    push(bodies.velocity, next_);
    middle_.resize(next_.size());
    for (std::size_t k = 0; k < next_.size(); ++k) middle_[k] = 0.5 * (bodies.velocity[k] + next_[k]);
    push(middle_, next_);
    account_substep(report);
    exchange_numbers(bodies.velocity, next_);
    drift();
}

void PenaltyScheme::find_touching() {
    measure_contacts(world_, world_.bodies.position, world_.bodies.velocity, listed_, curvature_);
    touching_.clear();
    for (Index c = 0; c < listed_.size(); ++c) {
        if (listed_.distance[c] < 0) touching_.push_back({c, -listed_.distance[c], contact_of(c)});
    }
}

/// u+ from forces that depend on `velocity`.
void PenaltyScheme::push(const std::vector<double>& velocity, std::vector<double>& next) {
    const Bodies& bodies = world_.bodies;
    next.resize(bodies.velocity.size());
    push_.resize(touching_.size());
    with_dimension(bodies.dimension, [&](auto dim) {
        constexpr int d = dim();
        for (Index i = 0; i < bodies.size(); ++i) {
            const Vec<d> f = load<d>(forces_.conservative, i) + load<d>(forces_.external, i) -
                             forces_.drag[i] * load<d>(velocity, i);
            store<d>(next, i, Vec<d>(load<d>(bodies.velocity, i) + substep_ / bodies.mass[i] * f));
        }
        for (std::size_t k = 0; k < touching_.size(); ++k) {
            const Index c = touching_[k].which, i = listed_.first[c], j = listed_.second[c];
            const Vec<d> n = load<d>(listed_.normal, c);
            const double closing =
                -n.dot(load<d>(velocity, j) - (i < 0 ? Vec<d>(Vec<d>::Zero()) : load<d>(velocity, i)));
            push_[k] = touching_[k].contact.force(touching_[k].overlap, closing);
            const Vec<d> impulse = substep_ * push_[k] * n;
            store<d>(next, j, Vec<d>(load<d>(next, j) + impulse / bodies.mass[j]));
            if (i >= 0) store<d>(next, i, Vec<d>(load<d>(next, i) - impulse / bodies.mass[i]));
        }
    });
}

/// Work over the substep, all of it with the mean of u and u+: then it adds up to the change of kinetic energy.
void PenaltyScheme::account_substep(StepReport& report) {
    const Bodies& bodies = world_.bodies;
    const double d = substep_;
    with_dimension(bodies.dimension, [&](auto dim) {
        constexpr int n = dim();
        const auto mean = [&](Index i) -> Vec<n> {
            if (i < 0) return Vec<n>::Zero();
            return 0.5 * (load<n>(bodies.velocity, i) + load<n>(next_, i));
        };
        for (Index i = 0; i < bodies.size(); ++i) {
            const Vec<n> external = load<n>(forces_.external, i) - forces_.drag[i] * load<n>(middle_, i);
            report.energy.work_external += d * external.dot(mean(i));
            report.energy.scheme_energy += d * load<n>(forces_.conservative, i).dot(mean(i));
            const Vec<n> whole = external + load<n>(forces_.conservative, i);
            for (int k = 0; k < n; ++k) report.external_impulse[k] += d * whole[k];
        }
        for (std::size_t k = 0; k < touching_.size(); ++k) {
            const Touching& pair = touching_[k];
            const Index i = listed_.first[pair.which], j = listed_.second[pair.which];
            const Vec<n> normal = load<n>(listed_.normal, pair.which);
            const double rate = normal.dot(mean(j) - mean(i)), spring = pair.contact.stiffness * pair.overlap;
            report.energy.scheme_energy += d * spring * rate;
            report.energy.dissipated -= d * (push_[k] - spring) * rate;
            report.certificate.violation = std::max(report.certificate.violation, pair.overlap);
            by_contact_[{i, j}] += d * push_[k];
            if (i >= 0) continue;
            for (int a = 0; a < n; ++a) report.external_impulse[a] += d * push_[k] * normal[a];
        }
    });
}

/// Of the listed pairs [J].
double PenaltyScheme::spring_energy() {
    find_touching();
    double sum = 0;
    for (const Touching& pair : touching_) sum += 0.5 * pair.contact.stiffness * pair.overlap * pair.overlap;
    return sum;
}

double PenaltyScheme::contact_energy() {
    list_pairs();
    return spring_energy();
}

void PenaltyScheme::account(StepReport& report) {
    list_pairs();
    const double springs = spring_energy();
    report.potential_energy = potential_energy(world_.forces, world_.bodies);
    report.energy.scheme_energy += report.potential_energy + springs;
    pushed_ = {};
    pushed_.dimension = world_.bodies.dimension;
    impulse_.clear();
    force_.clear();
    for (const auto& [sides, impulse] : by_contact_) {
        pushed_.first.push_back(sides.first);
        pushed_.second.push_back(sides.second);
        impulse_.push_back(impulse);
        force_.push_back(impulse / settings_.step);
    }
    measure_contacts(world_, world_.bodies.position, world_.bodies.velocity, pushed_, curvature_);
    report.contacts = listed_.size();
    report.active = pushed_.size();
    report.rounds = 0;
    report.min_distance = search_.smallest_distance();
    remember_step(world_.forces, world_.bodies, pushed_, force_, report);
    report.potential_energy += springs;
    world_.count_step(settings_.step);
}

}  // namespace galet
