#include "galet/schemes/held_motion.hpp"

#include <algorithm>
#include <limits>

#include "galet/geometry/curvature.hpp"
#include "galet/schemes/assembly.hpp"
#include "galet/solvers/lawson_hanson.hpp"

namespace galet {
namespace {

/// An instant is at least so many units in the last place of the time.
constexpr double kInstantRounding = 16 * std::numeric_limits<double>::epsilon();

}  // namespace

void measure_contacts(const World& world, const std::vector<double>& q, const std::vector<double>& u,
                      ContactSet& contacts, std::vector<double>& curvatures) {
    const std::vector<double>& r = world.bodies.radius;
    const Index m = contacts.size();
    contacts.dimension = world.bodies.dimension;
    contacts.distance.resize(m);
    contacts.normal.resize(static_cast<std::size_t>(m) * contacts.dimension);
    curvatures.resize(m);
    with_dimension(contacts.dimension, [&](auto dim) {
        constexpr int d = dim();
        for (Index c = 0; c < m; ++c) {
            const Index i = contacts.first[c], j = contacts.second[c];
            const Vec<d> qj = load<d>(q, j), uj = load<d>(u, j);
            if (i < 0) {
                const Separation<d> s = separate<d>(world.obstacles.walls[~i], qj, r[j]);
                contacts.distance[c] = s.distance;
                store<d>(contacts.normal, c, s.normal);
                curvatures[c] = curvature<d>(world.obstacles.walls[~i], qj, uj);
            } else if constexpr (d == 1) {
                contacts.distance[c] = line_distance(q[i], q[j], r[i], r[j]);
                contacts.normal[c] = 1;
                curvatures[c] = 0;
            } else {
                const Vec<d> qi = load<d>(q, i);
                const Separation<d> s = separate_spheres<d>(qi, qj, r[i], r[j]);
                contacts.distance[c] = s.distance;
                store<d>(contacts.normal, c, s.normal);
                curvatures[c] = point_curvature<d>(qj - qi, uj - load<d>(u, i));
            }
        }
    });
}

Eigen::VectorXd rates_of(const ContactSet& contacts, const std::vector<double>& v) {
    Eigen::VectorXd rate(contacts.size());
    with_dimension(contacts.dimension, [&](auto dim) {
        constexpr int d = dim();
        for (Index c = 0; c < contacts.size(); ++c) {
            const Index i = contacts.first[c];
            Vec<d> relative = load<d>(v, contacts.second[c]);
            if (i >= 0) relative -= load<d>(v, i);
            rate[c] = load<d>(contacts.normal, c).dot(relative);
        }
    });
    return rate;
}

Eigen::MatrixXd delassus_of(const ContactSet& contacts, const std::vector<double>& mass) {
    const Index m = contacts.size();
    Eigen::MatrixXd W = Eigen::MatrixXd::Zero(m, m);
    with_dimension(contacts.dimension, [&](auto dim) {
        for (Index c = 0; c < m; ++c) {
            for (Index e = 0; e <= c; ++e) {
                const Index sides[2] = {contacts.first[c], contacts.second[c]};
                const Index others[2] = {contacts.first[e], contacts.second[e]};
                double shared = 0;  // of 1/m, with the sign that the two rows have at that body
                for (int a = 0; a < 2; ++a) {
                    for (int b = 0; b < 2; ++b) {
                        if (sides[a] >= 0 && sides[a] == others[b]) shared += (a == b ? 1 : -1) / mass[sides[a]];
                    }
                }
                if (shared == 0) continue;
                W(c, e) = W(e, c) = shared * load<dim()>(contacts.normal, c).dot(load<dim()>(contacts.normal, e));
            }
        }
    });
    return W;
}

HeldMotion::HeldMotion(const World& world)
    : world_(world),
      dimension_(world.bodies.dimension),
      size_(static_cast<std::ptrdiff_t>(world.bodies.position.size())),
      at_(world.bodies) {
    held_.dimension = dimension_;
}

void HeldMotion::between(double from, double to, double instant) {
    from_ = from;
    to_ = to;
    instant_ = std::max(instant, kInstantRounding * std::abs(to));
}

void HeldMotion::hold(ContactSet contacts) { held_ = std::move(contacts); }

HeldMotion::State HeldMotion::start(const std::vector<double>& q, const std::vector<double>& u) const {
    State x(static_cast<std::size_t>(2 * size_ + 1 + dimension_ + held_.size()), 0.0);
    std::copy(q.begin(), q.end(), x.begin());
    std::copy(u.begin(), u.end(), x.begin() + size_);
    return x;
}

/// M^-1 (f - c u) into `acceleration_`.
void HeldMotion::take_forces(const std::vector<double>& q, const std::vector<double>& u, double t) {
    at_.position = q;
    forces_.reset(at_);
    // Well inside: a force that jumps at either end is then still the one between them.
    const double first = std::max(from_, std::min(t - 0.5 * instant_, to_ - 2 * instant_));
    for (const auto& force : world_.forces) force->add_mean(at_, first, instant_, forces_);
    ++evaluations_;
    acceleration_.resize(q.size());
    with_dimension(dimension_, [&](auto dim) {
        for (Index i = 0; i < at_.size(); ++i) {
            const Vec<dim()> f = load<dim()>(forces_.conservative, i) + load<dim()>(forces_.external, i) -
                                 forces_.drag[i] * load<dim()>(u, i);
            store<dim()>(acceleration_, i, Vec<dim()>(f / at_.mass[i]));
        }
    });
}

const std::vector<double>& HeldMotion::free_acceleration(const std::vector<double>& q, const std::vector<double>& u,
                                                         double t) {
    take_forces(q, u, t);
    return acceleration_;
}

void HeldMotion::operator()(const State& x, State& dxdt, double t) {
    const std::vector<double> q = positions(x), u = velocities(x);
    take_forces(q, u, t);
    dxdt.assign(x.size(), 0.0);
    std::copy(u.begin(), u.end(), dxdt.begin());
    double* const work = &dxdt[static_cast<std::size_t>(2 * size_)];
    double* const given = work + 1;
    with_dimension(dimension_, [&](auto dim) {
        constexpr int d = dim();
        for (Index i = 0; i < at_.size(); ++i) {
            const Vec<d> v = load<d>(u, i);
            *work += (load<d>(forces_.external, i) - forces_.drag[i] * v).dot(v);
            for (int k = 0; k < d; ++k) given[k] += at_.mass[i] * acceleration_[static_cast<std::size_t>(i) * d + k];
        }
        if (held_.size() == 0) return;
        measure_contacts(world_, q, u, held_, curvature_);
        const Eigen::VectorXd b =
            rates_of(held_, acceleration_) + Eigen::Map<const Eigen::VectorXd>(curvature_.data(), held_.size());
        const Eigen::VectorXd mu = solve_soft(delassus_of(held_, at_.mass), b);
        add_impulses(held_, {mu.data(), static_cast<std::size_t>(mu.size())}, at_.mass, acceleration_);
        for (Index c = 0; c < held_.size(); ++c) {
            given[d + c] = mu[c];
            if (held_.first[c] >= 0) continue;
            for (int k = 0; k < d; ++k) given[k] += mu[c] * held_.normal[static_cast<std::size_t>(c) * d + k];
        }
    });
    std::copy(acceleration_.begin(), acceleration_.end(), dxdt.begin() + size_);
}

}  // namespace galet
