// The operators of a contact problem, matrix-free, in the unknowns that solvers iterate on.
//
// With the impulse p = h mu and a scale sigma_c > 0 for each contact, z = p / sigma, a_c = sigma_c n_c:
//   u(z) = U + M^-1 A' z,      w(z) = A u(z) + d,      A = sigma G,   d = sigma D / h,
// and the dual problem is: minimise 1/2 z' W z + b' z over z >= 0, W = A M^-1 A', b = d + A U, with gradient w.
// sigma = 1 is the problem as Maury06 writes it; sigma = (1/m_i + 1/m_j)^-1/2 gives W a unit diagonal. For films, the
// last rows, z may have either sign, W has sigma^2 s added to its diagonal, and w that times z.
//
// Contacts are cut into parts, by their number alone. Each part adds the pushes of its contacts into places of its own,
// in the order of the contacts; then every body adds up its places in the order of the parts. So a pass reads every row
// once, parts run in parallel, and the bits are the same for any number of threads. Contacts of neighbours should be
// near in the list: then few bodies have a place in more than one part. Velocities are kept by place as well, so that a
// contact has one pair of numbers for where it reads and where it adds.
//
// The fixed body is a last one that never moves, so that no kernel has a branch for it.
//
// The kernels also come in single precision, on rows and masses in units of the heaviest contact: half of the memory
// for methods that compute corrections of a double-precision iterate.
#pragma once

#include <array>
#include <span>
#include <type_traits>
#include <vector>

#include "galet/core/parallel.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/problem/row_view.hpp"

namespace galet {

enum class RowScaling { none, unit_diagonal };

class ContactOperator {
  public:
    /// Takes the rows of a problem, which must outlive the operator's use.
    void assign(const ContactProblem& problem, RowScaling scaling);

    const ContactProblem& problem() const { return *problem_; }
    Index bodies() const { return problem_->bodies(); }
    Index contacts() const { return problem_->contacts(); }
    Index pushing() const { return problem_->pushing(); }  ///< rows before the films
    bool has_films() const { return problem_->films() > 0; }
    std::size_t velocity_size() const { return places_ * lanes(problem_->dimension); }

    /// z of given contact forces, and back.
    void from_force(std::span<const double> force, std::span<double> z) const;
    void to_force(std::span<const double> z, std::span<double> force) const;

    /// Shares out what a film and its contact have together, so that u(z) stays and the dual value is best: a film
    /// pushes as much as it does when it closes to where its contact stops it, the contact the rest.
    void share_out(std::span<double> z) const;

    /// x = M^-1 A' z, at all places.
    void push(std::span<const double> z, LaneArray& x);

    /// u = U + M^-1 A' z, at all places.
    void velocity(std::span<const double> z, LaneArray& u);

    /// Velocities of the bodies out of the operator's layout.
    void unpack(const LaneArray& u, std::vector<double>& velocity) const;

    const LaneArray& free_velocity() const { return free_velocity_; }  ///< U
    double mass(Index i) const { return double_.mass[i]; }             ///< [kg]

    /// An upper bound of the largest eigenvalue of W: twice the largest sum of sigma_c^2 / m_i over the contacts of a
    /// body.
    double eigenvalue_bound() const;

    /// An estimate from below, by power iteration from a fixed start; exact for a single contact.
    double eigenvalue_estimate(int iterations);

    /// The quadratic part z'Wz of the dual, for u = u(z): |u - U|_M^2 and what films add.
    double push_energy(std::span<const double> z, const LaneArray& u) const;

    // Kernels, for loops that do several things in one pass.

    /// w_c = a_c.(u_second - u_first) + d_c, without what films add.
    template <int dim>
    double row(Index c, const LaneArray& u) const {
        return slope<dim>(c, u) + offset_[c];
    }

    /// w_c of z and u = u(z).
    template <int dim>
    double row(Index c, std::span<const double> z, const LaneArray& u) const {
        return row<dim>(c, u) + (has_films() ? double_.softness[c] * z[c] : 0.0);
    }

    /// The same without d_c.
    template <int dim>
    double slope(Index c, const LaneArray& u) const {
        using ConstLanes = Eigen::Map<const Lanes<dim>, Eigen::AlignedMax>;
        return load_lanes<dim>(double_.row, c).dot(ConstLanes(&u[second_[c]]) - ConstLanes(&u[first_[c]]));
    }

    /// Fills in the rows in single precision; until then only the kernels in double precision may be used.
    void add_single_precision();

    /// One pass over all contacts, in packs: z = visit(std::integral_constant<int, width>, c, rows, sums) for the
    /// contacts c .. c + width - 1, A'z left for `spread`. `sums` starts as Sums{} in every part and is
    /// combined by
    /// += in the order of the parts. `visit` captures by value: each part has its own copy.
    template <int dim, class Sums, class Real = double, class Visit>
    Sums scatter(const Visit& visit) {
        static thread_local std::vector<Sums> buffer;
        std::vector<Sums>& results = buffer;
        results.resize(parts());
        parallel_blocks(static_cast<Index>(parts()), 1, [&](std::size_t part, Index, Index) {
            const Visit kernel = visit;
            Rows<Real>& own = rows_in<Real>();
            const RowView<dim, Real> rows{own.row.data(), first_place_.data(), second_place_.data(), own.pushed.data()};
            Sums sums{};
            Index c = part_start_[part];
            const Index end = part_start_[part + 1];
            constexpr int kWidth = kPackWidthOf<Real>;
            for (; c + kWidth <= end; c += kWidth) {
                rows.template add<kWidth>(c, kernel(std::integral_constant<int, kWidth>(), c, rows, sums));
            }
            for (; c < end; ++c) rows.template add<1>(c, kernel(std::integral_constant<int, 1>(), c, rows, sums));
            results[part] = sums;
        });
        Sums total{};
        for (const Sums& sums : results) total += sums;
        return total;
    }

    /// The other half of a pass: u_i = visit(i, m_i, push, sums) at all places of every body i, where `push` is the
    /// body's part in M^-1 A'z of the last `scatter`; one call must follow each of those. Returns the sum of the lanes
    /// of `sums`, a vector that starts as 0 in every block of bodies. `visit` captures by value.
    template <int dim, class Real, class Visit>
    double spread(LineArray<Real>& u, const Visit& visit) {
        return ordered_reduce(
            bodies(), 0.0,
            [&](Index first, Index last) {
                const Visit kernel = visit;
                Real *const pushed = rows_in<Real>().pushed.data(), *const to = u.data();
                const Real *const mass = rows_in<Real>().mass.data(), *const inverse =
                                                                          rows_in<Real>().inverse_mass.data();
                const Lanes<dim, Real> zero = Lanes<dim, Real>::Zero();
                const Index more_end = more_start_[last];
                for (Index k = more_start_[first]; k < more_end; ++k) {
                    const Lanes<dim, Real> sum = load_lanes<dim>(pushed, more_[k]);
                    store_lanes<dim>(pushed, more_[k], zero);
                    store_lanes<dim>(pushed, more_body_[k], load_lanes<dim>(pushed, more_body_[k]) + sum);
                }
                Lanes<dim, Real> sums = zero;
                for (Index i = first; i < last; ++i) {
                    const Lanes<dim, Real> push = inverse[i] * load_lanes<dim>(pushed, i);
                    store_lanes<dim>(pushed, i, zero);
                    store_lanes<dim>(to, i, kernel(i, mass[i], push, sums));
                }
                for (Index k = more_start_[first]; k < more_end; ++k) {
                    store_lanes<dim>(to, more_[k], load_lanes<dim>(to, more_body_[k]));
                }
                return sums.template cast<double>().sum();
            },
            [](double a, double b) { return a + b; });
    }

    /// For reading velocities by body.
    template <int dim>
    RowView<dim> rows_by_body() const {
        return {double_.row.data(), first_.data(), second_.data(), nullptr};
    }

    const double* offsets() const { return offset_.data(); }      ///< d
    const double* sigmas() const { return sigma_.data(); }        ///< sigma
    const double* diagonals() const { return diagonal_.data(); }  ///< W_cc
    /// 1/m by body [1/kg], then 0 for what does not move.
    const double* inverse_masses() const { return double_.inverse_mass.data(); }
    /// sigma^2 s by row, 0 but for films; only where there are films.
    template <class Real = double>
    const Real* softness() const {
        if constexpr (std::is_same_v<Real, float>) {
            return single_.softness.data();
        } else {
            return double_.softness.data();
        }
    }
    double sigma(Index c) const { return sigma_[c]; }
    double diagonal(Index c) const { return diagonal_[c]; }

  private:
    /// What kernels of one precision read and write.
    template <class Real>
    struct Rows {
        LineArray<Real> row;             ///< a_c
        std::vector<Real> mass;          ///< by body
        std::vector<Real> inverse_mass;  ///< of the fixed body 0
        std::vector<Real> softness;      ///< sigma^2 s by row; empty where there are no films
        LineArray<Real> pushed;          ///< A'z by place; 0 between passes
    };

    template <class Real>
    Rows<Real>& rows_in() {
        if constexpr (std::is_same_v<Real, float>) {
            return single_;
        } else {
            return double_;
        }
    }

    double film_energy(std::span<const double> z) const;
    void hold_fixed(LaneArray& u) const;
    std::size_t parts() const { return part_start_.size() - 1; }
    void cut_into_parts();

    const ContactProblem* problem_ = nullptr;
    std::vector<Index> first_, second_;  ///< where the vectors of their bodies begin, kFixed the last body
    Rows<double> double_;
    Rows<float> single_;
    std::vector<double> offset_;  ///< d_c
    std::vector<double> sigma_, diagonal_;
    LaneArray free_velocity_;

    template <bool with_free>
    void spread_pushes(std::span<const double> z, LaneArray& u);

    std::size_t places_ = 0;
    std::vector<Index> part_start_ = {0};            ///< contacts of part k: part_start_[k] .. part_start_[k + 1]
    std::vector<Index> first_place_, second_place_;  ///< the same of the places where a contact reads and pushes
    std::vector<Index> more_start_, more_;           ///< by body: its places beyond the first, which has its own number
    std::vector<Index> more_body_;                   ///< the body of each of those
    std::vector<std::array<Index, 2>> extra_;        ///< body and place, in the order of parts (work space)
    std::vector<Index> seen_in_, place_in_;          ///< by body: last part that met it, its place there (work space)

    std::vector<double> work_z_;
    LaneArray work_u_;
};

}  // namespace galet
