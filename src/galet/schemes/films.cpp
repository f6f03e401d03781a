#include "galet/schemes/films.hpp"

#include <algorithm>
#include <cmath>

#include "galet/core/parallel.hpp"
#include "galet/laws/film.hpp"
#include "galet/schemes/assembly.hpp"

namespace galet {
namespace {

/// Films softer than this part of 1/m_i + 1/m_j give way: what an impulse would do to the pair, they allow this much
/// of.
constexpr double kRigid = 1e-12;

/// Contacts rest near the margin: beyond so many margins positions tell how thick a film is. Without a margin from this
/// part of the length scale on.
constexpr double kMargins = 10, kResolved = 1e-9;

/// A film that is opened may change by this much more than the motion says.
constexpr double kMore = 1.5, kMuchMore = 0.5;

/// Films give way and are loosened so often, at most.
constexpr int kGivings = 10, kLoosenings = 2;

/// Iterations after which films that a moving wall pulls at are loosened.
constexpr std::int64_t kPatience = 5000;

double closing_of(const ContactSet& contacts, Index c) { return contacts.closing.empty() ? 0.0 : contacts.closing[c]; }

}  // namespace

Films::Films(const LawSettings& law, double step, double margin, double length_scale)
    : law_(law),
      step_(step),
      margin_(margin),
      thinnest_(std::max(margin, kResolved * length_scale)),
      resolution_(std::max(kMargins * margin, kResolved * length_scale)) {}

void Films::find(const Bodies& bodies, const ContactSet& contacts, const FilmMemory& memory) {
    contact_.clear();
    log_.clear();
    last_force_.clear();
    if (law_.law != Law::viscous || law_.viscosity == 0) return;
    for (Index c = 0; c < contacts.size(); ++c) {
        const double distance = contacts.distance[c] + closing_of(contacts, c);
        if (distance > law_.range) continue;
        const Index known = memory.find(bodies, contacts.first[c], contacts.second[c]);
        contact_.push_back(c);
        log_.push_back(known < 0 ? std::log(std::max(distance - margin_, thinnest_))
                                 : memory.entries().log_distance[known]);
        last_force_.push_back(known < 0 ? 0.0 : memory.entries().force[known]);
    }
}

void Films::start_over(std::span<double> force) {
    force_ = last_force_;
    for (const Index c : contact_) force[c] = 0;
}

void Films::soften(const ContactSet& contacts, std::span<const double> force, std::span<const double> mass,
                   std::span<const double> velocity) {
    if (size() == 0) return;
    pushed_.resize(contacts.first.size());
    parallel_for(contacts.size(), [&](Index c) { pushed_[c] = step_ * force[c]; });
    for (Index k = 0; k < size(); ++k) pushed_[contact_[k]] += step_ * last_force_[k];
    free_.assign(velocity.begin(), velocity.end());
    add_impulses(contacts, pushed_, mass, free_);
    softness_.resize(contact_.size());
    rigid_.resize(contact_.size());
    inverse_.resize(contact_.size());
    predicted_.resize(contact_.size());
    loosened_ = false;
    const double fastest =
        ordered_max(static_cast<Index>(velocity.size()), 0.0, [&](Index k) { return std::abs(velocity[k]); });
    opening_ = fastest > 0 ? step_ * fastest : 1.0;
    with_dimension(contacts.dimension, [&](auto dim) {
        parallel_for(size(), [&](Index k) {
            const Index c = contact_[k], i = contacts.first[c], j = contacts.second[c];
            const double inverse = 1 / mass[j] + (i < 0 ? 0.0 : 1 / mass[i]);
            // All that acts but the pair's own impulse.
            const double rate =
                rate_of<dim()>(contacts, c, free_) - inverse * pushed_[c] - closing_of(contacts, c) / step_;
            const double change = film_change(log_[k], step_, law_.viscosity * inverse, rate);
            inverse_[k] = inverse;
            predicted_[k] = change;
            set_change(k, change);
        });
    });
}

void Films::set_change(Index film, double change) {
    softness_[film] = film_softness(log_[film], change, step_, law_.viscosity);
    rigid_[film] = softness_[film] < kRigid * inverse_[film];
    if (rigid_[film]) softness_[film] = 0;
}

/// Of log D where D grows by h `rate`.
double Films::change_at(Index film, double rate) const {
    return std::log(std::exp(log_[film]) + step_ * rate) - log_[film];
}

/// G_c.v
template <int dim>
double Films::rate_of(const ContactSet& contacts, Index c, std::span<const double> velocity) {
    const Index i = contacts.first[c];
    Vec<dim> relative = load<dim>(velocity, contacts.second[c]);
    if (i >= 0) relative -= load<dim>(velocity, i);
    return load<dim>(contacts.normal, c).dot(relative);
}

std::int64_t Films::most_iterations(const ContactSet& contacts, std::int64_t most) const {
    const bool may_loosen = size() > 0 && !contacts.closing.empty() && loosenings_ < kLoosenings;
    return may_loosen ? std::min(most, kPatience) : most;
}

bool Films::give_way(const ContactSet& contacts, const ContactProblem& problem, std::span<const double> velocity) {
    if (givings_++ >= kGivings) return false;
    return with_dimension(contacts.dimension, [&](auto dim) {
        bool changed = loosened_;
        for (Index k = 0; k < size(); ++k) {
            const double rate =
                rate_of<dim()>(contacts, contact_[k], velocity) + problem.distance[problem.pushing() + k] / step_;
            if (!(rate > 0)) {
                if (loosened_) set_change(k, predicted_[k]);
                continue;
            }
            const double change = change_at(k, rate);
            if (!loosened_ && -step_ * force_[k] / law_.viscosity <= kMore * change + kMuchMore) continue;
            set_change(k, change);
            changed = true;
        }
        loosened_ = false;
        return changed;
    });
}

bool Films::loosen(const ContactProblem& problem) {
    if (loosenings_ == kLoosenings) return false;
    const Index pushing = problem.pushing();
    const double fastest =
        ordered_max(size(), 0.0, [&](Index k) { return std::abs(problem.distance[pushing + k]); }) / step_;
    loosened_ = fastest > 0;
    if (!loosened_) return false;
    parallel_for(size(), [&](Index k) { set_change(k, change_at(k, fastest)); });
    if (++loosenings_ == kLoosenings) givings_ = kGivings;
    return true;
}

void Films::append(const ContactSet& contacts, ContactProblem& problem, std::vector<double>& force) const {
    problem.softness = softness_;
    problem.softness.resize(contact_.size());
    problem.film_contact = contact_;
    if (size() == 0) return;
    force.insert(force.end(), force_.begin(), force_.end());
    with_dimension(problem.dimension, [&](auto dim) {
        for (Index k = 0; k < size(); ++k) {
            const Index c = contact_[k];
            const double closing = closing_of(contacts, c);
            problem.first.push_back(problem.first[c]);
            problem.second.push_back(problem.second[c]);
            problem.distance.push_back(-closing - std::max(0.0, -(problem.distance[c] + closing)));
            if (rigid_[k]) problem.distance[c] = -problem.distance.back() + opening_;
            const Vec<dim()> normal = load<dim()>(problem.normal, c);
            problem.normal.insert(problem.normal.end(), normal.begin(), normal.end());
        }
    });
}

void Films::take(std::vector<double>& force) {
    const auto first = force.end() - static_cast<std::ptrdiff_t>(contact_.size());
    force_.assign(first, force.end());
    force.erase(first, force.end());
}

void Films::add_to(std::span<double> impulse) const {
    for (Index k = 0; k < size(); ++k) impulse[contact_[k]] += step_ * force_[k];
}

double Films::work_of_boundaries(const ContactProblem& problem) const {
    return ordered_sum(size(), [&](Index k) { return -force_[k] * problem.distance[problem.pushing() + k]; });
}

double Films::work_of_prescribed(const ContactSet& contacts) const {
    return ordered_sum(size(), [&](Index k) { return force_[k] * closing_of(contacts, contact_[k]); });
}

void Films::remember(const Bodies& bodies, const Obstacles& obstacles, const ContactSet& contacts,
                     std::span<const double> impulse, FilmMemory& memory) const {
    if (law_.law != Law::viscous) return;
    FilmMemory::Entries entries;
    for (Index k = 0; k < size(); ++k) {
        const Index c = contact_[k];
        entries.first.push_back(contacts.first[c]);
        entries.second.push_back(contacts.second[c]);
        entries.force.push_back(impulse[c] / step_);
    }
    entries.log_distance.resize(contact_.size());
    parallel_for(size(), [&](Index k) {
        const double now = distance_now(bodies, obstacles, entries.first[k], entries.second[k]);
        const double charged = log_[k] - impulse[contact_[k]] / law_.viscosity;
        entries.log_distance[k] = film_after(charged, now - margin_, resolution_);
    });
    memory.remember(bodies, std::move(entries));
}

}  // namespace galet
