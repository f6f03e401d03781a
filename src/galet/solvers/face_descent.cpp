#include "galet/solvers/face_descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace galet {

template <class Real>
typename FaceDescent<Real>::Sums& FaceDescent<Real>::Sums::operator+=(const Sums& other) {
    square += other.square;
    overlap += other.overlap;
    along += other.along;
    changes += other.changes;
    yields_rr += other.yields_rr;
    yields_rp += other.yields_rp;
    yields_pp += other.yields_pp;
    return *this;
}

template <class Real>
typename FaceDescent<Real>::Counts FaceDescent<Real>::Sums::counts() const {
    return {square.total(),    overlap.total(),   along.total(),    changes.total(),
            yields_rr.total(), yields_rp.total(), yields_pp.total()};
}

template <class Real>
double FaceDescent<Real>::residual() const {
    return unit_ * std::sqrt(counts_.square);
}

template <class Real>
void FaceDescent<Real>::start(ContactOperator& op, std::span<const double> z) {
    op_ = &op;
    passes_ = 0;
    parallel_copy(z, z_);
    const Index m = op.contacts();
    unit_ = with_dimension(op.problem().dimension, [&](auto dim) {
        return ordered_max(m, 0.0, [&](Index c) {
            const double b = op.row<dim()>(c, op.free_velocity());
            return c < op.pushing() ? -b : std::abs(b);
        });
    });
    if (!(unit_ > 0)) unit_ = 1;
    for (auto* numbers : {&r_, &floor_, &on_}) numbers->resize(m);
    e_.assign(m, Real(0));
    p_.assign(m, Real(0));
    v_.assign(op.velocity_size(), Real(0));
    value_ = go(0.0).value;
    std::swap(u_, tried_u_);
    point_along(0.0);
}

/// What lies a part of the way along e, cut off where contacts would pull: tried z and u, r and the face there.
template <class Real>
typename FaceDescent<Real>::Standing FaceDescent<Real>::go(double part) {
    const Index m = op_->contacts();
    tried_z_.resize(m);
    parallel_for(m, [this, step = part * unit_](Index c) {
        const double z = z_[c] + step * static_cast<double>(e_[c]);
        tried_z_[c] = c < op_->pushing() ? std::max(0.0, z) : z;
    });
    op_->share_out(tried_z_);
    op_->velocity(tried_z_, tried_u_);
    passes_ += 2;
    return with_dimension(op_->problem().dimension, [this](auto dim) { return this->template measure<dim()>(); });
}

template <class Real>
template <int dim>
typename FaceDescent<Real>::Standing FaceDescent<Real>::measure() {
    struct Partial {
        double product = 0, square = 0;
    };
    const Partial sums = ordered_reduce(
        op_->contacts(), Partial{},
        [&](Index first, Index last) {
            Partial partial;
            for (Index c = first; c < last; ++c) {
                const double r = -op_->row<dim>(c, tried_z_, tried_u_) / unit_;
                const double on = tried_z_[c] > 0 || r > 0 || c >= op_->pushing() ? 1.0 : 0.0;
                r_[c] = static_cast<Real>(r);
                on_[c] = static_cast<Real>(on);
                partial.product += tried_z_[c] * r;
                partial.square += on * r * r;
            }
            return partial;
        },
        [](const Partial& a, const Partial& b) {
            return Partial{a.product + b.product, a.square + b.square};
        });
    return {0.5 * op_->push_energy(tried_z_, tried_u_) + unit_ * sums.product, sums.square};
}

template <class Real>
bool FaceDescent<Real>::move_face() {
    const bool changes = wants_to_move();
    double part = 1;
    Standing now = go(part);
    for (int halvings = 0; !(now.value >= value_); ++halvings) {
        if (halvings == kHalvings) return false;
        part /= 2;
        now = go(part);
    }
    std::swap(z_, tried_z_);
    std::swap(u_, tried_u_);
    value_ = now.value;
    // Where the face changes, as if the last two residuals were orthogonal, which holds for what stayed.
    const double kept = !changes ? beta_ : before_ > 0 ? std::min(1.0, now.square / before_) : 0.0;
    point_along(part < 1 ? 0.0 : kept);
    return true;
}

template <class Real>
void FaceDescent<Real>::point_along(double beta) {
    with_dimension(op_->problem().dimension, [&](auto dim) { point_along<dim()>(beta); });
}

/// p <- r_F + beta p, v and alpha from it; the way begins anew.
template <class Real>
template <int dim>
void FaceDescent<Real>::point_along(double beta) {
    parallel_for(op_->contacts(), [this](Index c) {
        e_[c] = 0;
        floor_[c] = c < op_->pushing() ? static_cast<Real>(-z_[c] / unit_) : std::numeric_limits<Real>::lowest();
    });
    const Sums sums = op_->scatter<dim, Sums, Real>([beta = static_cast<Real>(beta), on = on_.data(), rs = r_.data(),
                                                     ps = p_.data()](auto width, Index c, const auto&, Sums& part) {
        using Numbers = Pack<width(), Real>;
        const Numbers r = load_pack<width()>(rs, c) * load_pack<width()>(on, c);
        const Numbers p = r + beta * load_pack<width()>(ps, c) * load_pack<width()>(on, c);
        part.square.template add<width()>(r.square());
        part.along.template add<width()>(r * p);
        store_pack<width()>(ps, c, p);
        return p;
    });
    const double energy =
        op_->spread<dim>(v_, [](Index, Real mass, const Lanes<dim, Real>& v, Lanes<dim, Real>& squares) {
            squares += mass * v.cwiseAbs2();
            return v;
        });
    passes_ += 1;
    counts_ = sums.counts();
    beta_ = 0;
    const double curvature = energy + film_energy_of_direction();
    alpha_ = curvature > 0 ? counts_.along / curvature : 0.0;
    fresh_ = true;
}

template <class Real>
void FaceDescent<Real>::iterate() {
    with_dimension(op_->problem().dimension,
                   [this](auto dim) { op_->has_films() ? iterate<dim(), true>() : iterate<dim(), false>(); });
    passes_ += 1;
}

/// One step along p; then the direction after it.
template <class Real>
template <int dim, bool films>
void FaceDescent<Real>::iterate() {
    before_ = counts_.square;
    const Sums sums = op_->scatter<dim, Sums, Real>(
        [alpha = static_cast<Real>(alpha_), beta = static_cast<Real>(beta_), fresh = Real(fresh_ ? 1 : 0),
         on = on_.data(), es = e_.data(), floors = floor_.data(), rs = r_.data(), ps = p_.data(), v = v_.data(),
         softness = op_->softness<Real>()](auto width, Index c, const auto& rows, Sums& part) {
            using Numbers = Pack<width(), Real>;
            // Outside the face `inside` is 0 and p stays 0.
            const Numbers inside = load_pack<width()>(on, c), last = load_pack<width()>(rs, c);
            const Numbers stored = load_pack<width()>(ps, c);
            const Numbers p = fresh * stored + (1 - fresh) * (inside * last + beta * stored);
            const Numbers e = load_pack<width()>(es, c) + alpha * p;
            Numbers r = last - alpha * rows.template slopes<width()>(c, v);
            if constexpr (films) r -= alpha * load_pack<width()>(softness, c) * p;
            const Numbers pushed = inside * r, floor = load_pack<width()>(floors, c);
            if constexpr (films) {
                const Numbers soft = load_pack<width()>(softness, c);
                part.yields_rr.template add<width()>(soft * pushed * pushed);
                part.yields_rp.template add<width()>(soft * pushed * p);
                part.yields_pp.template add<width()>(soft * p * p);
            }
            store_pack<width()>(ps, c, p);
            store_pack<width()>(es, c, e);
            store_pack<width()>(rs, c, r);
            part.square.template add<width()>(pushed * r);
            part.overlap.template add<width()>(pushed * last);
            part.along.template add<width()>(pushed * p);
            const Numbers one = Numbers::Ones(), zero = Numbers::Zero();
            const Numbers leaves = one - where_at_least<width(), Real>(e, floor, one);
            const Numbers joins = (one - inside) * (one - where_at_least<width(), Real>(-r, zero, one));
            part.changes.template add<width()>(leaves + joins);
            return pushed;
        });
    counts_ = sums.counts();
    fresh_ = false;
    beta_ = before_ > 0 ? std::max(0.0, (counts_.square - counts_.overlap) / before_) : 0.0;
    const double yields = counts_.yields_rr + beta_ * (2 * counts_.yields_rp + beta_ * counts_.yields_pp);
    const double energy = yields + op_->spread<dim>(v_,
                                                    [beta = static_cast<Real>(beta_), vs = v_.data()](
                                                        Index i, Real mass, const Lanes<dim, Real>& push,
                                                        Lanes<dim, Real>& squares) -> Lanes<dim, Real> {
                                                        const Lanes<dim, Real> v = push + beta * load_lanes<dim>(vs, i);
                                                        squares += mass * v.cwiseAbs2();
                                                        return v;
                                                    });
    alpha_ = energy > 0 ? (counts_.square + beta_ * counts_.along) / energy : 0.0;
}

/// p'Sp of the direction, S what films add to W.
template <class Real>
double FaceDescent<Real>::film_energy_of_direction() const {
    if (!op_->has_films()) return 0;
    return ordered_sum(op_->contacts(), [this](Index c) {
        const auto p = static_cast<double>(p_[c]);
        return op_->softness()[c] * p * p;
    });
}

template class FaceDescent<double>;
template class FaceDescent<float>;

}  // namespace galet
