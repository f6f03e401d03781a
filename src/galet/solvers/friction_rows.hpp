// Rows of a problem with friction in unknowns that make every cone the same, for methods that factor a matrix of body
// size.
//
// With z~ = (f z_n, z_t) and w~ = (w_n / f, w_t) in the scaled unknowns of problem/friction_operator.hpp the cone of
// every contact is |z~_t| <= z~_0, and with d = M^1/2 (u - U)
//
//   d = A' z~,   w~ = b + A d.
//
// Contacts without friction keep the factor 1 and have tangential rows of zeros.
#pragma once

#include <cmath>
#include <vector>

#include "galet/problem/cone_problem.hpp"
#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/body_matrix.hpp"

namespace galet {

template <int dim>
class FrictionRows {
  public:
    static constexpr int kTwist = dim == 3 ? 6 : 3;
    using Rows = Eigen::Matrix<double, dim, kTwist>;
    using Square = Eigen::Matrix<double, dim, dim>;

    struct Contact {
        Rows of_first, of_second;  ///< A
        Vec<dim> free;             ///< b
        Square axes;
        double friction = 1;  ///< scaled; 1 where there is none
        bool frictionless = false;
    };

    explicit FrictionRows(const FrictionOperator& op) : op_(op), contact_(op.contacts()) {
        for (Index c = 0; c < op.contacts(); ++c) set(c);
    }

    const Contact& operator[](Index c) const { return contact_[c]; }

    /// A d of a contact.
    Vec<dim> row(Index c, const std::vector<double>& d) const {
        const ContactProblem& p = op_.problem();
        Vec<dim> w = contact_[c].of_second * twist(d, p.second[c]);
        if (p.first[c] != kFixed) w += contact_[c].of_first * twist(d, p.first[c]);
        return w;
    }

    /// d += A' z of a contact.
    void push(Index c, const Vec<dim>& z, std::vector<double>& d) const {
        const ContactProblem& p = op_.problem();
        twist(d, p.second[c]) += contact_[c].of_second.transpose() * z;
        if (p.first[c] != kFixed) twist(d, p.first[c]) += contact_[c].of_first.transpose() * z;
    }

    /// 1 + A' S A with S = block(c) of every contact.
    template <class Block>
    void fill(const Block& block, BodyMatrix& matrix) const {
        const ContactProblem& p = op_.problem();
        matrix.set_zero();
        matrix.add_to_diagonal(1.0);
        for (Index c = 0; c < op_.contacts(); ++c) {
            const Square S = block(c);
            const Contact& own = contact_[c];
            const Rows second = S * own.of_second;
            matrix.add(c, BodyMatrix::second, BodyMatrix::second, (own.of_second.transpose() * second).eval());
            if (p.first[c] == kFixed) continue;
            const Rows first = S * own.of_first;
            matrix.add(c, BodyMatrix::first, BodyMatrix::first, (own.of_first.transpose() * first).eval());
            matrix.add(c, BodyMatrix::first, BodyMatrix::second, (own.of_first.transpose() * second).eval());
            matrix.add(c, BodyMatrix::second, BodyMatrix::first, (own.of_second.transpose() * first).eval());
        }
    }

    /// z~ of a contact out of the operator's layout, and back.
    Vec<dim> from(Index c, const LaneArray& z) const {
        Vec<dim> own = contact_[c].axes.transpose() * load_lanes<dim>(z, c).template head<dim>();
        own[0] *= contact_[c].friction;
        return own;
    }
    void to(Index c, Vec<dim> own, LaneArray& z) const {
        own[0] /= contact_[c].friction;
        if (contact_[c].frictionless) own.template tail<dim - 1>().setZero();
        store_lanes<dim>(z.data(), c, widen<dim>(contact_[c].axes * own));
    }

  private:
    using Twist = Eigen::Matrix<double, kTwist, 1>;
    static Eigen::Map<Twist> twist(std::vector<double>& d, Index i) {
        return Eigen::Map<Twist>(d.data() + static_cast<std::ptrdiff_t>(i) * kTwist);
    }
    static Eigen::Map<const Twist> twist(const std::vector<double>& d, Index i) {
        return Eigen::Map<const Twist>(d.data() + static_cast<std::ptrdiff_t>(i) * kTwist);
    }

    void set(Index c) {
        const ContactProblem& p = op_.problem();
        const FrictionOperator::Coefficients& k = op_.coefficients(c);
        Contact& own = contact_[c];
        const Vec<dim> n = load<dim>(p.normal, c);
        own.axes = axes_of<dim>(n);
        own.frictionless = !(k.friction > 0);
        own.friction = own.frictionless ? 1.0 : k.friction;
        Vec<dim> scale = Vec<dim>::Constant(own.frictionless ? 0.0 : k.scale_tangent);
        scale[0] = k.scale_normal / own.friction;
        // v_j - v_i - (b omega_j + a omega_i) x n
        const auto side = [&](Index body, double sign, double arm) -> Rows {
            Rows rows = Rows::Zero();
            rows.template leftCols<dim>() = sign * Square::Identity();
            if constexpr (dim == 3) {
                rows.template rightCols<3>() << 0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0;
            } else {
                rows.col(2) << n[1], -n[0];
            }
            rows.template rightCols<kTwist - dim>() *= arm * std::sqrt(p.inverse_inertia[body]);
            rows.template leftCols<dim>() *= std::sqrt(p.inverse_mass[body]);
            return scale.asDiagonal() * (own.axes.transpose() * rows);
        };
        own.of_second = side(p.second[c], 1.0, k.arm_second);
        own.of_first = p.first[c] == kFixed ? Rows(Rows::Zero()) : side(p.first[c], -1.0, k.arm_first);
        const ContactVector<dim> w = op_.row<dim>(c, op_.free_velocity());
        own.free = own.axes.transpose() * w.tangent.template head<dim>();
        own.free[0] = w.normal / own.friction;
        if (own.frictionless) own.free.template tail<dim - 1>().setZero();
    }

    const FrictionOperator& op_;
    std::vector<Contact> contact_;
};

}  // namespace galet
