#include "galet/solvers/face_cg.hpp"

#include <algorithm>
#include <cmath>

#include "galet/solvers/hyperstatic.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {

FaceCg::Sums& FaceCg::Sums::operator+=(const Sums& other) {
    square += other.square;
    overlap += other.overlap;
    along += other.along;
    out += other.out;
    in += other.in;
    return *this;
}

FaceCg::Counts FaceCg::Sums::counts() const {
    return {square.total(), overlap.total(), along.total(), out.total(), in.total()};
}

void FaceCg::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    k_ = passes_ = 0;
    most_ = limits.max_iterations;
    Stopping stopping(op_, limits, trial_z_, trial_u_);
    approaching_ = with_dimension(problem.dimension, [&](auto dim) {
        return std::sqrt(ordered_sum(op_.contacts(), [&](Index c) {
            const double b = std::min(0.0, op_.row<dim()>(c, op_.free_velocity()));
            return b * b;
        }));
    });

    for (std::int64_t fewest = 0;; fewest = kRecovery) {
        if (approach(stopping, fewest) || descend(stopping)) break;
    }
    stopping.write(z_, u_, solution);
    solution.iterations = k_;
    solution.passes = passes_ + stopping.passes();
}

/// Accelerated gradients from z until the residual is small, at least `fewest`. True when the solve is over.
bool FaceCg::approach(Stopping& stopping, std::int64_t fewest) {
    gradient_.start(op_, z_);
    const double near = kNear * approaching_;
    bool over = false;
    for (std::int64_t j = 0;; ++j) {
        const double residual = gradient_.residual();
        over = (stopping.due(k_, residual) || k_ == most_) && stopping.done(k_, gradient_.z(), gradient_.u(), residual);
        if (over || k_ == most_) break;
        if (j >= fewest && j % kGradientInterval == 0 && residual <= near &&
            !is_hyperstatic(op_.problem(), gradient_.z()))
            break;
        gradient_.iterate();
        passes_ += j == 0 ? 1 + AcceleratedGradient::kPowerIterations : 1;
        ++k_;
    }
    parallel_copy(gradient_.z(), z_);
    parallel_copy(gradient_.u(), u_);
    return over || k_ == most_;
}

bool FaceCg::descend(Stopping& stopping) {
    return with_dimension(op_.problem().dimension, [&](auto dim) { return descend<dim()>(stopping); });
}

/// Conjugate gradients from z. True when the solve is over, false after a setback: then z is the last good iterate.
template <int dim>
bool FaceCg::descend(Stopping& stopping) {
    enter<dim>();
    for (std::int64_t since = 1;; ++since) {
        iterate<dim>();
        ++k_;
        ++passes_;
        const bool last = k_ == most_;
        const double residual = std::sqrt(counts_.square);
        const bool look = last || (stopping.due(k_, residual) && since >= kFaceInterval);
        const bool move = (counts_.out + counts_.in > 0 && since >= kFaceInterval) || (look && counts_.out > 0);
        if (move) {
            if (!move_face<dim>()) {
                parallel_copy(good_, z_);
                op_.velocity(z_, u_);
                return last;
            }
            since = 0;
        } else if (look) {
            op_.velocity(z_, u_);
            ++passes_;
        }
        if (look && (stopping.done(k_, z_, u_, residual) || last)) return true;
    }
}

/// The face of z and the first direction.
template <int dim>
void FaceCg::enter() {
    const Index m = op_.contacts();
    r_.resize(m);
    p_.assign(m, 0.0);
    on_.resize(m);
    v_.assign(op_.velocity_size(), 0.0);
    parallel_for(m, [&](Index c) { on_[c] = z_[c] > 0 ? 1.0 : 0.0; });
    good_.resize(m);
    value_ = take_residuals<dim>().value;
    point_along<dim>(0.0);
}

/// r = -w of every contact at u; contacts outside the face with r > 0 join it.
template <int dim>
FaceCg::Standing FaceCg::take_residuals() {
    struct Partial {
        double product = 0, square = 0;
    };
    const Partial sums = ordered_reduce(
        op_.contacts(), Partial{},
        [&](Index first, Index last) {
            Partial partial;
            for (Index c = first; c < last; ++c) {
                const double r = -op_.row<dim>(c, u_);
                r_[c] = r;
                if (r > 0) on_[c] = 1;
                partial.product += z_[c] * r;
                partial.square += on_[c] * r * r;
            }
            return partial;
        },
        [](const Partial& a, const Partial& b) {
            return Partial{a.product + b.product, a.square + b.square};
        });
    passes_ += 1;
    return {0.5 * op_.push_energy(u_) + sums.product, sums.square};
}

/// p <- r_F + beta p, v and alpha from it; z is the last good iterate from now on.
template <int dim>
void FaceCg::point_along(double beta) {
    const Sums sums =
        op_.scatter<dim, Sums>([beta, on = on_.data(), zs = z_.data(), good = good_.data(), rs = r_.data(),
                                ps = p_.data()](auto width, Index c, const auto&, Sums& part) {
            using Numbers = Pack<width()>;
            store_pack<width()>(good, c, load_pack<width()>(zs, c));
            const Numbers r = load_pack<width()>(rs, c) * load_pack<width()>(on, c);
            const Numbers p = r + beta * load_pack<width()>(ps, c) * load_pack<width()>(on, c);
            part.square.template add<width()>(r.square());
            part.along.template add<width()>(r * p);
            store_pack<width()>(ps, c, p);
            return p;
        });
    const double energy = ordered_sum(op_.bodies(), [view = op_.body_view<dim>(), vs = v_.data()](Index i) {
        const Lanes<dim> v = view.take_push(i);
        view.set_velocity(vs, i, v);
        return view.mass[i] * v.squaredNorm();
    });
    passes_ += 1;
    counts_ = sums.counts();
    beta_ = 0;
    alpha_ = energy > 0 ? counts_.along / energy : 0.0;
    fresh_ = true;
}

/// One step along p; then the direction after it.
template <int dim>
void FaceCg::iterate() {
    before_ = counts_.square;
    const Sums sums = op_.scatter<dim, Sums>([alpha = alpha_, beta = beta_, fresh = fresh_ ? 1.0 : 0.0, on = on_.data(),
                                              zs = z_.data(), rs = r_.data(), ps = p_.data(),
                                              v = v_.data()](auto width, Index c, const auto& rows, Sums& part) {
        using Numbers = Pack<width()>;
        // Outside the face `inside` is 0 and p stays 0.
        const Numbers inside = load_pack<width()>(on, c), last = load_pack<width()>(rs, c);
        const Numbers stored = load_pack<width()>(ps, c);
        const Numbers p = fresh * stored + (1 - fresh) * (inside * last + beta * stored);
        const Numbers z = load_pack<width()>(zs, c) + alpha * p;
        const Numbers r = last - alpha * rows.template slopes<width()>(c, v);
        const Numbers pushed = inside * r;
        store_pack<width()>(ps, c, p);
        store_pack<width()>(zs, c, z);
        store_pack<width()>(rs, c, r);
        part.square.template add<width()>(pushed * r);
        part.overlap.template add<width()>(pushed * last);
        part.along.template add<width()>(pushed * p);
        part.out.template add<width()>(1 - where_at_least<width()>(z, Numbers::Zero(), Numbers::Ones()));
        part.in.template add<width()>((1 - inside) *
                                      (1 - where_at_least<width()>(-r, Numbers::Zero(), Numbers::Ones())));
        return pushed;
    });
    counts_ = sums.counts();
    fresh_ = false;
    beta_ = before_ > 0 ? std::max(0.0, (counts_.square - counts_.overlap) / before_) : 0.0;
    const double energy =
        ordered_sum(op_.bodies(), [view = op_.body_view<dim>(), beta = beta_, v = v_.data()](Index i) {
            const Lanes<dim> next = view.take_push(i) + beta * load_lanes<dim>(v, i);
            view.set_velocity(v, i, next);
            return view.mass[i] * next.squaredNorm();
        });
    alpha_ = energy > 0 ? (counts_.square + beta_ * counts_.along) / energy : 0.0;
}

/// Contacts leave and join the face. Where that makes the dual value worse, less of the way since the last change is
/// taken. False when nothing of it helps.
template <int dim>
bool FaceCg::move_face() {
    bool whole = true;
    Standing now = cut_off<dim>();
    for (int halvings = 0; !(now.value >= value_); ++halvings) {
        if (halvings == kHalvings) return false;
        parallel_for(op_.contacts(), [&](Index c) { z_[c] = 0.5 * (good_[c] + z_[c]); });
        now = cut_off<dim>();
        whole = false;
    }
    value_ = now.value;
    // As if the last two residuals were orthogonal, which holds for what stayed.
    point_along<dim>(whole && before_ > 0 ? std::min(1.0, now.square / before_) : 0.0);
    return true;
}

/// Contacts with z <= 0 leave the face with z = 0.
template <int dim>
FaceCg::Standing FaceCg::cut_off() {
    parallel_for(op_.contacts(), [&](Index c) {
        on_[c] = z_[c] > 0 ? 1.0 : 0.0;
        z_[c] = std::max(z_[c], 0.0);
    });
    op_.velocity(z_, u_);
    passes_ += 1;
    return take_residuals<dim>();
}

}  // namespace galet
