#include "galet/solvers/interior_point.hpp"

#include <algorithm>

#include "galet/problem/natural_map.hpp"

namespace galet {
namespace {

/// Rounds on faces in one crossover, at most.
constexpr int kRounds = 5;
/// A natural-map residual this small on a face that does not change any more: there is nothing left to gain.
constexpr double kExact = 1e-12;
/// Steps of conjugate gradients that leave so many times more than they were asked for have too poor a factor.
constexpr double kMostLeft = 1e3;
/// Where so many solves in an iteration do not do either, one in double precision is cheaper.
constexpr int kManySolves = 7;
/// Iterations where there is no crossover, at most: most take 15 to 30, and rounding ends the way of the others.
constexpr std::int64_t kWithoutCrossover = 60;
/// Contacts in doubt at the first crossover, at most: this part of all.
constexpr Index kDoubtfulPart = 350;

}  // namespace

void InteriorPoint::assign(DelassusProblem problem, const ContactProblem* bodies) {
    const bool same = problem_.assign(std::move(problem));
    const bool many = bodies && problem_.contacts() > BodySpaceFactor::kContacts * bodies->dimension * bodies->bodies();
    single_fits_ = single_fits_ && same;
    double_fits_ = double_fits_ && same;
    if (many) {
        body_space_.assign(*bodies, problem_.sigma());
        factor_ = &body_space_;
    } else {
        if (!single_fits_) single_.assign(problem_.matrix(), problem_.order());
        single_fits_ = true;
        factor_ = &single_;
    }
    face_.assign(problem_.matrix(), problem_.order());
    const Index m = problem_.contacts();
    on_.resize(m);
    z_.assign(m, 0.0);
    w_.resize(m);
    projected_.resize(m);
}

Index InteriorPoint::count_doubtful() const {
    const auto &z = interior_.z(), &w = interior_.w();
    return static_cast<Index>(ordered_sum(problem_.matrix().pushing(), [&](Index c) {
        return z[c] < kDoubtful * w[c] && w[c] < kDoubtful * z[c] ? 1.0 : 0.0;
    }));
}

/// The next face from (z_, w_); returns how many contacts changed sides.
Index InteriorPoint::change_sides() {
    Index changed = 0;
    for (Index c = 0; c < problem_.contacts(); ++c) {
        const char on = z_[c] > w_[c] || c >= problem_.matrix().pushing();
        changed += on != on_[c];
        on_[c] = on;
    }
    return changed;
}

void InteriorPoint::turn_to_double() {
    if (!double_fits_) double_.assign_like(single_);
    double_fits_ = true;
    factor_ = &double_;
    interior_.use(double_);
}

/// z_, w_ and the face at given z.
void InteriorPoint::begin_at(std::span<const double> z) {
    std::copy(z.begin(), z.end(), z_.begin());
    problem_.gradient(z_, w_);
    change_sides();
}

/// Solves faces, from that of (z_, w_) on.
bool InteriorPoint::cross_over(std::int64_t& k, std::int64_t max_iterations, const Look& look) {
    const Index m = problem_.contacts();
    Index last = m;
    for (int round = 0; round < kRounds && k < max_iterations; ++round) {
        ++k;
        bool solved = factor_ != &body_space_ && face_.solve_with(*factor_, on_, z_);
        if (!solved && factor_ == &single_) {
            turn_to_double();
            solved = face_.solve_with(*factor_, on_, z_);
        }
        if (!solved && face_.solve(on_, z_) == Face::Outcome::broken) return false;
        problem_.gradient(z_, w_);
        parallel_for(m,
                     [&](Index c) { projected_[c] = c < problem_.matrix().pushing() ? std::max(0.0, z_[c]) : z_[c]; });
        if (look(k, projected_)) return true;
        const Index changed = change_sides();
        // A face that stays is solved once more: what the first time left is gone then, but for rounding.
        exact_ = changed == 0 && last == 0 && measure_dual(problem_.matrix(), projected_, w_).residual <= kExact;
        if (exact_ || 2 * changed > last) return false;
        last = changed;
    }
    return false;
}

std::int64_t InteriorPoint::run(std::span<const double> start, std::int64_t max_iterations, const Look& look,
                                std::string& note) {
    const Index m = problem_.contacts();
    // Where nothing is approaching, nothing pushes.
    const DelassusProblem& matrix = problem_.matrix();
    if (matrix.films == 0 && std::none_of(matrix.b.begin(), matrix.b.end(), [](double b) { return b < 0; })) {
        if (look(0, z_)) return 0;
    }
    // All films are on every face: with many, its factor costs more than the interior iterations that it saves.
    const bool crosses_over = matrix.films == 0 || factor_ != &body_space_;
    std::int64_t k = 0;
    if (crosses_over && nearly_exact_) {
        begin_at(start);
        if (cross_over(k, max_iterations, look)) return k;
    }
    interior_.start(problem_.matrix(), *factor_);
    if (std::any_of(start.begin(), start.end(), [](double z) { return z > 0; })) interior_.move_near(start);
    exact_ = false;
    Index crossover_at = std::max<Index>(1, m / kDoubtfulPart);
    const std::int64_t most = crosses_over ? max_iterations : std::min(max_iterations, kWithoutCrossover);
    while (k < most) {
        ++k;
        const bool moved = interior_.iterate();
        if (factor_ == &single_ && (!moved || interior_.left() > kMostLeft || interior_.solves() > kManySolves)) {
            turn_to_double();
            if (!moved) continue;
        }
        if (look(k, interior_.z())) return k;
        const Index doubtful = count_doubtful();
        if (crosses_over && (doubtful <= crossover_at || !moved)) {
            z_ = interior_.z();
            w_ = interior_.w();
            change_sides();
            if (cross_over(k, max_iterations, look)) return k;
            if (exact_) {
                note = "exact to rounding; the limits are below what double precision gives";
                z_ = projected_;
                return k;
            }
            crossover_at = doubtful / 3;
        }
        if (!moved) {
            note = "no further step is possible in double precision";
            break;
        }
    }
    if (k == most && most < max_iterations) note = "does not come nearer";
    z_ = interior_.z();
    return k;
}

}  // namespace galet
