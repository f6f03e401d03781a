#include "galet/problem/contact_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/random.hpp"

namespace galet {
namespace {

/// A part has some thousand contacts: its bodies fit into a second-level cache, and most are touched by no other part.
/// Small problems are cut in two all the same, down to kFewContacts.
constexpr Index kSmallestPart = 4096, kLargestPart = 16384, kFewContacts = 2048;

/// Parts come in this many groups or a multiple of it, so that two, four or eight threads have equal shares.
constexpr Index kGroups = 8;

/// A group has parts of 1/2, 1/4, 1/8 and 1/8 of it: a thread that is through helps the others with small ones.
constexpr int kHalvings = 3;

struct NoSums {
    NoSums& operator+=(const NoSums&) { return *this; }
};

}  // namespace

void ContactOperator::assign(const ContactProblem& problem, RowScaling scaling) {
    problem_ = &problem;
    const Index m = problem.contacts(), n = problem.bodies(), fixed = n;
    first_.resize(m);
    second_.resize(m);
    offset_.resize(m);
    sigma_.resize(m);
    diagonal_.resize(m);
    double_.row.resize(static_cast<std::size_t>(m) * lanes(problem.dimension));
    double_.mass.resize(n);
    parallel_copy(problem.inverse_mass, double_.inverse_mass);
    double_.inverse_mass.push_back(0.0);
    double_.softness.assign(has_films() ? m : 0, 0.0);
    with_dimension(problem.dimension, [&](auto dim) {
        parallel_for(m, [&](Index c) {
            const Index i = problem.first[c], j = problem.second[c];
            const Index i_moving = i == kFixed ? fixed : i;
            first_[c] = i_moving * lanes(dim());
            second_[c] = j * lanes(dim());
            const double soft = c < pushing() ? 0.0 : problem.softness[c - pushing()];
            const double inverse = double_.inverse_mass[i_moving] + double_.inverse_mass[j] + soft;
            sigma_[c] = scaling == RowScaling::none ? 1.0 : 1.0 / std::sqrt(inverse);
            diagonal_[c] = sigma_[c] * sigma_[c] * inverse;
            if (has_films()) double_.softness[c] = sigma_[c] * sigma_[c] * soft;
            offset_[c] = sigma_[c] * problem.distance[c] / problem.step;
            store_lanes<dim()>(double_.row, c, widen<dim()>(sigma_[c] * load<dim()>(problem.normal, c)));
        });
        cut_into_parts();
        free_velocity_.resize(velocity_size());
        parallel_for(n, [&](Index i) { double_.mass[i] = 1 / problem.inverse_mass[i]; });
        spread<dim()>(free_velocity_,
                      [dim, u = std::span<const double>(problem.free_velocity)](Index i, double, const auto&, auto&) {
                          return widen<dim()>(load<dim()>(u, i));
                      });
        hold_fixed(free_velocity_);
    });
}

/// A body's first place has the body's number; a part that meets a body of an earlier part gets a place beyond all
/// bodies. Pushes on the fixed body go to places of their own too and are never taken.
void ContactOperator::cut_into_parts() {
    const Index n = bodies(), m = contacts();
    const Index rounds = std::max<Index>(1, (m + 2 * kGroups * kLargestPart - 1) / (2 * kGroups * kLargestPart));
    const Index groups = std::min(rounds * kGroups, std::max(m / kSmallestPart, m < kFewContacts ? 1 : 2));
    part_start_.clear();
    for (Index group = 0; group < groups && m > 0; ++group) {
        const auto border = [&](std::int64_t k) { return static_cast<Index>(m * k / groups); };
        Index start = border(group);
        part_start_.push_back(start);
        for (int k = 0; k < kHalvings && border(group + 1) - start >= 2 * kSmallestPart; ++k) {
            start += (border(group + 1) - start) / 2;
            part_start_.push_back(start);
        }
    }
    part_start_.push_back(m);

    const Index width = lanes(problem_->dimension);
    constexpr Index kNever = -1;
    seen_in_.assign(static_cast<std::size_t>(n) + 1, kNever);
    place_in_.resize(static_cast<std::size_t>(n) + 1);
    first_place_.resize(m);
    second_place_.resize(m);
    extra_.clear();
    Index places = n + 1;
    const auto place_of = [&](Index body, Index part) {
        if (seen_in_[body] != part) {
            const bool first_time = seen_in_[body] == kNever;
            place_in_[body] = first_time ? body : places++;
            if (!first_time) extra_.push_back({body, place_in_[body]});
            seen_in_[body] = part;
        }
        return place_in_[body];
    };
    for (Index part = 0; part < static_cast<Index>(parts()); ++part) {
        for (Index c = part_start_[part]; c < part_start_[part + 1]; ++c) {
            first_place_[c] = width * place_of(first_[c] / width, part);
            second_place_[c] = width * place_of(second_[c] / width, part);
        }
    }
    more_start_.assign(static_cast<std::size_t>(n) + 3, 0);
    more_.resize(extra_.size());
    more_body_.resize(extra_.size());
    // Counts two places ahead, so that filling moves every start to where it belongs.
    for (const auto& [body, place] : extra_) ++more_start_[body + 2];
    for (std::size_t i = 2; i < more_start_.size(); ++i) more_start_[i] += more_start_[i - 1];
    for (const auto& [body, place] : extra_) {
        const Index k = more_start_[body + 1]++;
        more_[k] = place;
        more_body_[k] = body;
    }
    places_ = static_cast<std::size_t>(places);
    double_.pushed.assign(places_ * lanes(problem_->dimension), 0.0);
}

void ContactOperator::add_single_precision() {
    const double heaviest = ordered_max(contacts(), 0.0, [&](Index c) { return sigma_[c]; });
    const double unit = heaviest > 0 ? heaviest : 1.0;
    const auto convert = [](const auto& from, auto& to, double factor) {
        to.resize(from.size());
        parallel_for(static_cast<Index>(from.size()), [&](Index k) { to[k] = static_cast<float>(from[k] * factor); });
    };
    single_.row.resize(double_.row.size());
    const std::ptrdiff_t width = lanes(problem_->dimension);
    parallel_for(contacts(), [&](Index c) {
        for (std::ptrdiff_t k = c * width; k < (c + 1) * width; ++k)
            single_.row[k] = static_cast<float>(double_.row[k] / unit);
    });
    convert(double_.softness, single_.softness, 1.0);
    convert(double_.mass, single_.mass, 1 / (unit * unit));
    convert(double_.inverse_mass, single_.inverse_mass, unit * unit);
    single_.pushed.assign(double_.pushed.size(), 0.0F);
}

void ContactOperator::from_force(std::span<const double> force, std::span<double> z) const {
    parallel_for(contacts(), [&](Index c) { z[c] = problem_->step * force[c] / sigma_[c]; });
}

void ContactOperator::to_force(std::span<const double> z, std::span<double> force) const {
    parallel_for(contacts(), [&](Index c) { force[c] = z[c] * sigma_[c] / problem_->step; });
}

void ContactOperator::share_out(std::span<double> z) const {
    const ContactProblem& p = *problem_;
    parallel_for(static_cast<Index>(p.film_contact.size()), [&](Index k) {
        const Index film = pushing() + k, contact = p.film_contact[k];
        const double room = (p.distance[contact] - p.distance[film]) / p.step, s = p.softness[k];
        const double most = room > 0 ? (s > 0 ? room / s : std::numeric_limits<double>::max()) : 0.0;
        const double together = sigma_[contact] * z[contact] + sigma_[film] * z[film];
        const double of_film = std::min(together, most);
        z[film] = of_film / sigma_[film];
        z[contact] = (together - of_film) / sigma_[contact];
    });
}

template <bool with_free>
void ContactOperator::spread_pushes(std::span<const double> z, LaneArray& u) {
    u.resize(velocity_size());
    with_dimension(problem_->dimension, [&](auto dim) {
        scatter<dim(), NoSums>(
            [z = z.data()](auto width, Index c, const auto&, NoSums&) { return load_pack<width()>(z, c); });
        spread<dim()>(u, [dim, free = free_velocity_.data()](Index i, double, const Lanes<dim()>& push, auto&) {
            return with_free ? Lanes<dim()>(push + load_lanes<dim()>(free, i)) : push;
        });
    });
    hold_fixed(u);
}

/// The fixed body has velocity 0 at all its places.
void ContactOperator::hold_fixed(LaneArray& u) const {
    const Index fixed = bodies(), width = lanes(problem_->dimension);
    const auto hold = [&](Index place) {
        std::fill_n(u.begin() + static_cast<std::ptrdiff_t>(place) * width, width, 0.0);
    };
    hold(fixed);
    for (Index k = more_start_[fixed]; k < more_start_[fixed + 1]; ++k) hold(more_[k]);
}

void ContactOperator::push(std::span<const double> z, LaneArray& x) { spread_pushes<false>(z, x); }

void ContactOperator::velocity(std::span<const double> z, LaneArray& u) { spread_pushes<true>(z, u); }

void ContactOperator::unpack(const LaneArray& u, std::vector<double>& velocity) const {
    velocity.resize(problem_->free_velocity.size());
    with_dimension(problem_->dimension, [&](auto dim) {
        parallel_for(bodies(),
                     [&](Index i) { store<dim()>(velocity, i, load_lanes<dim()>(u, i).template head<dim()>()); });
    });
}

double ContactOperator::eigenvalue_bound() const {
    std::vector<double> sum(static_cast<std::size_t>(bodies()) + 1, 0.0);
    const Index width = lanes(problem_->dimension);
    for (Index c = 0; c < contacts(); ++c) {
        sum[first_[c] / width] += sigma_[c] * sigma_[c];
        sum[second_[c] / width] += sigma_[c] * sigma_[c];
    }
    const double softest =
        ordered_max(static_cast<Index>(double_.softness.size()), 0.0, [&](Index c) { return double_.softness[c]; });
    return softest + 2 * ordered_max(bodies(), 0.0, [&](Index i) { return sum[i] * problem_->inverse_mass[i]; });
}

double ContactOperator::eigenvalue_estimate(int iterations) {
    constexpr std::uint64_t kSeed = 0x67616c6574, kStream = 1;
    const Index m = contacts();
    if (m == 0) return 0;
    work_z_.resize(m);
    work_u_.assign(velocity_size(), 0.0);
    parallel_for(m, [&](Index c) { work_z_[c] = uniform_draw(kSeed, kStream, c) - 0.5; });
    double estimate = 0;
    with_dimension(problem_->dimension, [&](auto dim) {
        for (int k = 0; k < iterations; ++k) {
            const double square = ordered_sum(m, [&](Index c) { return work_z_[c] * work_z_[c]; });
            scatter<dim(), NoSums>(
                [z = work_z_.data()](auto width, Index c, const auto&, NoSums&) { return load_pack<width()>(z, c); });
            const double energy =
                spread<dim()>(work_u_, [](Index, double mass, const Lanes<dim()>& v, Lanes<dim()>& sums) {
                    sums += mass * v.cwiseAbs2();
                    return v;
                });
            estimate = (energy + film_energy(work_z_)) / square;
            const double shrink = 1 / std::sqrt(square);
            parallel_for(m, [&](Index c) {
                const double yields = has_films() ? double_.softness[c] * work_z_[c] : 0.0;
                work_z_[c] = (slope<dim()>(c, work_u_) + yields) * shrink;
            });
        }
    });
    return estimate;
}

double ContactOperator::push_energy(std::span<const double> z, const LaneArray& u) const {
    return film_energy(z) + with_dimension(problem_->dimension, [&](auto dim) {
               return ordered_sum(bodies(), [&](Index i) {
                   return double_.mass[i] *
                          (load_lanes<dim()>(u, i) - load_lanes<dim()>(free_velocity_, i)).squaredNorm();
               });
           });
}

/// What films add to z'Wz.
double ContactOperator::film_energy(std::span<const double> z) const {
    return ordered_sum(static_cast<Index>(double_.softness.size()),
                       [&](Index c) { return double_.softness[c] * z[c] * z[c]; });
}

}  // namespace galet
