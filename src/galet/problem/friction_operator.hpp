// The operators of a contact problem with friction, matrix-free, in the unknowns that solvers iterate on.
//
// A contact has a vector of impulses P and of velocities: G u = v_j - v_i - (b omega_j + a omega_i) x n, the velocity
// of second against first at the point where they touch, a and b the arms to it. Both arms end at one point, so that P
// changes no angular momentum. Spheres make W_cc diagonal: W_n = 1/m_i + 1/m_j along n, W_t = W_n + a^2/I_i + b^2/I_j
// across. With s_n = W_n^-1/2, s_t = W_t^-1/2,
//
//   P = s_n z_n n + s_t z_t,      u(z) = U + M^-1 G' P,      w_n = s_n (G u + D/h n)_n,   w_t = s_t (G u - drive)_t,
//
// W has a unit diagonal, and a cone |P_t| <= f P_n stays one, with the friction f s_n / s_t. Vectors z and w of a
// contact are kept in the axes of the scene: no tangents have to be chosen.
//
// Impulses are added up body by body in the order of the contacts: the same bits for any number of threads. The fixed
// body is a last one that never moves.
#pragma once

#include <span>
#include <vector>

#include "galet/core/parallel.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/problem/pack_vectors.hpp"

namespace galet {

/// Numbers that velocity and spin of a body take together: v, omega, each padded.
constexpr int twist_lanes(int dim) { return dim == 3 ? 8 : 4; }

/// A vector of a contact by its parts: the normal one as a number, the tangential one in the axes of the scene.
template <int dim>
struct ContactVector {
    double normal;
    Lanes<dim> tangent;
};

/// The same of `width` contacts at once.
template <int dim, int width>
struct ContactVectors {
    Pack<width> normal;
    PackVectors<dim, width> tangent;
};

/// n x v: a vector in space, a number (in the first lane) in a plane.
inline Lanes<3> cross(const Lanes<3>& n, const Lanes<3>& v) {
    return {n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0], 0.0};
}
inline Lanes<2> cross(const Lanes<2>& n, const Lanes<2>& v) { return {n[0] * v[1] - n[1] * v[0], 0.0}; }

/// omega x n.
inline Lanes<3> turned(const Lanes<3>& spin, const Lanes<3>& n) { return cross(spin, n); }
inline Lanes<2> turned(const Lanes<2>& spin, const Lanes<2>& n) { return {-spin[0] * n[1], spin[0] * n[0]}; }

class FrictionOperator {
  public:
    /// Takes a problem with friction, which must outlive the operator's use.
    void assign(const ContactProblem& problem);

    const ContactProblem& problem() const { return *problem_; }
    Index bodies() const { return problem_->bodies(); }
    Index contacts() const { return problem_->contacts(); }
    std::size_t velocity_size() const;  ///< numbers of an array of twists
    std::size_t impulse_size() const;   ///< and of one of impulses z

    /// What single contacts multiply by.
    struct Coefficients {
        double arm_first, arm_second;        ///< [m]
        double scale_normal, scale_tangent;  ///< s_n, s_t [kg^1/2]
        double friction;                     ///< in scaled unknowns
        double offset;                       ///< s_n D/h
    };
    const Coefficients& coefficients(Index c) const { return coefficients_[c]; }
    /// f |w_t| is what corrects w_n; 0 in the convex relaxation.
    double correction(Index c) const { return problem_->convex ? 0.0 : coefficients_[c].friction; }
    Index first(Index c) const { return first_[c]; }  ///< the fixed body is number bodies()
    Index second(Index c) const { return problem_->second[c]; }
    double inverse_mass(Index i) const { return inverse_mass_[i]; }
    double inverse_inertia(Index i) const { return inverse_inertia_[i]; }

    template <int dim>
    Lanes<dim> normal(Index c) const {
        return load_lanes<dim>(normal_, c);
    }

    /// z of a contact by its parts, and put together.
    template <int dim>
    ContactVector<dim> split(Index c, const Lanes<dim>& z) const {
        const Lanes<dim> n = normal<dim>(c);
        const double along = n.dot(z);
        return {along, z - along * n};
    }
    template <int dim>
    Lanes<dim> join(Index c, const ContactVector<dim>& z) const {
        return z.normal * normal<dim>(c) + z.tangent;
    }

    /// w of a contact.
    template <int dim>
    ContactVector<dim> row(Index c, const LaneArray& u) const {
        return rows<dim>().row(c, normal<dim>(c), u.data());
    }

    /// P of a contact.
    template <int dim>
    Lanes<dim> impulse(Index c, const Lanes<dim>& z) const {
        const Coefficients& k = coefficients_[c];
        const ContactVector<dim> parts = split<dim>(c, z);
        return join<dim>(c, {k.scale_normal * parts.normal, k.scale_tangent * parts.tangent});
    }

    /// u changes by what z of one contact has changed by.
    template <int dim>
    void add(Index c, const Lanes<dim>& change, LaneArray& u) const {
        const Coefficients& k = coefficients_[c];
        const Lanes<dim> P = impulse<dim>(c, change), T = cross(normal<dim>(c), P);
        const auto move = [&](Index i, const Lanes<dim>& push, double arm) {
            const double* const at = twist<dim>(u.data(), i);
            store_twist<dim>(u.data(), i, velocity_of<dim>(at) + inverse_mass_[i] * push,
                             spin_of<dim>(at) - (inverse_inertia_[i] * arm) * T);
        };
        move(first_[c], -P, k.arm_first);
        move(problem_->second[c], P, k.arm_second);
    }

    /// What a loop over contacts reads, as mere pointers that can be kept in registers.
    template <int dim>
    struct Rows {
        const double *normals, *drives;
        const Coefficients* coefficients;
        const Index *first, *second;

        /// w of a contact, given n, for the twists u.
        ContactVector<dim> row(Index c, const Lanes<dim>& n, const double* u) const {
            const Coefficients& k = coefficients[c];
            const double *const i = twist<dim>(u, first[c]), *const j = twist<dim>(u, second[c]);
            const Lanes<dim> spin = k.arm_second * spin_of<dim>(j) + k.arm_first * spin_of<dim>(i);
            const Lanes<dim> relative = velocity_of<dim>(j) - velocity_of<dim>(i) - turned(spin, n);
            const double along = n.dot(relative);
            ContactVector<dim> w{k.scale_normal * along + k.offset, k.scale_tangent * (relative - along * n)};
            if (drives) w.tangent -= load_lanes<dim>(drives, c);
            return w;
        }

        // What follows is for inner loops: as calls, they would return packs through memory.

        /// One of the coefficients of `width` contacts from c on.
        template <int width>
        [[gnu::always_inline]] Pack<width> coefficient(Index c, double Coefficients::*which) const {
            Pack<width> values;
            for (int k = 0; k < width; ++k) values[k] = coefficients[c + k].*which;
            return values;
        }

        /// w of `width` contacts from c on.
        template <int width>
        [[gnu::always_inline]] ContactVectors<dim, width> row_pack(Index c, const PackVectors<dim, width>& n,
                                                                   const double* u) const {
            const auto velocity = [&](const Index* side) {
                return gather_vectors<dim, width>([=](int k) { return twist<dim>(u, side[c + k]); });
            };
            const auto spin = [&](const Index* side, double Coefficients::*arm) {
                return coefficient<width>(c, arm) * gather_vectors<spin_size(dim), width>(
                                                        [=](int k) { return twist<dim>(u, side[c + k]) + lanes(dim); });
            };
            const auto spins = spin(second, &Coefficients::arm_second) + spin(first, &Coefficients::arm_first);
            const PackVectors<dim, width> relative = velocity(second) - velocity(first) - turned(spins, n);
            const Pack<width> along = dot(n, relative);
            ContactVectors<dim, width> w{coefficient<width>(c, &Coefficients::scale_normal) * along +
                                             coefficient<width>(c, &Coefficients::offset),
                                         coefficient<width>(c, &Coefficients::scale_tangent) * (relative - along * n)};
            if (drives) w.tangent -= load_vectors<dim, width>(drives, c);
            return w;
        }
    };
    template <int dim>
    Rows<dim> rows() const {
        return {normal_.data(), drive_.empty() ? nullptr : drive_.data(), coefficients_.data(), first_.data(),
                problem_->second.data()};
    }

    /// One pass over all contacts, in packs: parts of z = visit(std::integral_constant<int, width>, c, n, rows, sums)
    /// for the contacts c .. c + width - 1, M^-1 G'P of it left for `spread`. `sums` starts as Sums{} in every block
    /// and is combined by += in their order. `visit` captures by value.
    template <int dim, class Sums, class Visit>
    Sums scatter(const Visit& visit) {
        return ordered_reduce(
            contacts(), Sums{},
            [&](Index first, Index last) {
                const Visit kernel = visit;
                const Rows<dim> own = rows<dim>();
                double *const impulses = impulse_.data(), *const torques = torque_.data();
                Sums sums{};
                Index c = first;
                const auto handle = [&](auto width) {
                    constexpr int kWidth = width();
                    const PackVectors<dim, kWidth> n = load_vectors<dim, kWidth>(own.normals, c);
                    const ContactVectors<dim, kWidth> z = kernel(width, c, n, own, sums);
                    const PackVectors<dim, kWidth> P_t =
                        own.template coefficient<kWidth>(c, &Coefficients::scale_tangent) * z.tangent;
                    const Pack<kWidth> P_n =
                        own.template coefficient<kWidth>(c, &Coefficients::scale_normal) * z.normal;
                    store_vectors<dim, kWidth>(impulses, c, P_n * n + P_t);
                    store_vectors<spin_size(dim), kWidth>(torques, c, cross(n, P_t), lanes(dim));
                    c += kWidth;
                };
                while (c + kPackWidth <= last) handle(std::integral_constant<int, kPackWidth>());
                while (c < last) handle(std::integral_constant<int, 1>());
                return sums;
            },
            [](Sums a, const Sums& b) {
                a += b;
                return a;
            });
    }

    /// The other half of a pass: for every body visit(i, velocity, spin), its part in M^-1 G'P of the last `scatter`.
    /// Returns the sum of what it returns. `visit` captures by value.
    template <int dim, class Visit>
    double spread(const Visit& visit) const {
        return ordered_sum(bodies(), [kernel = visit, start = start_.data(), entry = entry_.data(),
                                      coefficients = coefficients_.data(), impulses = impulse_.data(),
                                      torques = torque_.data(), inverse_mass = inverse_mass_.data(),
                                      inverse_inertia = inverse_inertia_.data()](Index i) {
            Lanes<dim> push = Lanes<dim>::Zero(), twist = Lanes<dim>::Zero();
            for (Index e = start[i]; e < start[i + 1]; ++e) {
                const Index c = entry[e] >> 1;
                const bool is_second = entry[e] & 1;
                push += (is_second ? 1.0 : -1.0) * load_lanes<dim>(impulses, c);
                twist -=
                    (is_second ? coefficients[c].arm_second : coefficients[c].arm_first) * load_lanes<dim>(torques, c);
            }
            return kernel(i, Lanes<dim>(inverse_mass[i] * push), Lanes<dim>(inverse_inertia[i] * twist));
        });
    }

    /// u = U + M^-1 G'P(z).
    void velocity(std::span<const double> z, LaneArray& u);

    const LaneArray& free_velocity() const { return free_velocity_; }  ///< U

    /// |u|_M^2 of a body.
    template <int dim>
    double mass_square(Index i, const Lanes<dim>& velocity, const Lanes<dim>& spin) const {
        return velocity.squaredNorm() / inverse_mass_[i] + spin.squaredNorm() / inverse_inertia_[i];
    }

    /// z of given forces (normal ones, tangential vectors) [N], and back.
    void from_force(std::span<const double> force, std::span<const double> tangential, LaneArray& z) const;
    void to_force(const LaneArray& z, std::vector<double>& force, std::vector<double>& tangential) const;

    /// Velocities and spins of the bodies out of the operator's layout.
    void unpack(const LaneArray& u, std::vector<double>& velocity, std::vector<double>& spin) const;

    // A body in an array of twists.
    template <int dim>
    static const double* twist(const double* u, Index i) {
        return u + static_cast<std::ptrdiff_t>(i) * twist_lanes(dim);
    }
    template <int dim>
    static Lanes<dim> velocity_of(const double* twist) {
        return Eigen::Map<const Lanes<dim>, Eigen::Aligned16>(twist);
    }
    template <int dim>
    static Lanes<dim> spin_of(const double* twist) {
        return Eigen::Map<const Lanes<dim>, Eigen::Aligned16>(twist + lanes(dim));
    }
    template <int dim>
    static void store_twist(double* u, Index i, const Lanes<dim>& velocity, const Lanes<dim>& spin) {
        double* const at = u + static_cast<std::ptrdiff_t>(i) * twist_lanes(dim);
        using MutableLanes = Eigen::Map<Lanes<dim>, Eigen::Aligned16>;
        MutableLanes{at} = velocity;
        MutableLanes{at + lanes(dim)} = spin;
    }

  private:
    void list_contacts_of_bodies();

    const ContactProblem* problem_ = nullptr;
    std::vector<Index> first_;
    LaneArray normal_, drive_;
    std::vector<Coefficients> coefficients_;
    std::vector<double> inverse_mass_, inverse_inertia_;  ///< of the fixed body 0
    LaneArray free_velocity_;
    std::vector<Index> start_, entry_;  ///< by body: its contacts, times two, plus one where it is second
    LaneArray impulse_, torque_;        ///< P and n x P by contact
};

}  // namespace galet
