// The operators of a contact problem, matrix-free, in the unknowns that solvers iterate on.
//
// With the impulse p = h mu and a scale sigma_c > 0 for each contact, z = p / sigma, a_c = sigma_c n_c:
//   u(z) = U + M^-1 A' z,      w(z) = A u(z) + d,      A = sigma G,   d = sigma D / h,
// and the dual problem is: minimise 1/2 z' W z + b' z over z >= 0, W = A M^-1 A', b = d + A U, with gradient w.
// sigma = 1 is the problem as Maury06 writes it; sigma = (1/m_i + 1/m_j)^-1/2 gives W a unit diagonal.
//
// Contacts are cut into parts, by their number alone. Each part adds the pushes of its contacts into places of its own,
// in the order of the contacts; then every body adds up its places in the order of the parts. So a pass reads every row
// once, parts run in parallel, and the bits are the same for any number of threads. Contacts of neighbours should be
// near in the list: then few bodies have a place in more than one part.
//
// The fixed body is a last one that never moves, so that no kernel has a branch for it. In 3D vectors are padded to
// four lanes, one aligned load each; the fourth lane of a velocity is 0.
#pragma once

#include <array>
#include <new>
#include <span>
#include <vector>

#include "galet/core/parallel.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

enum class RowScaling { none, unit_diagonal };

/// Numbers a vector takes in the operator's arrays.
constexpr int lanes(int dim) { return dim == 3 ? 4 : dim; }

template <int dim>
using Lanes = Eigen::Matrix<double, lanes(dim), 1>;

/// Memory that starts a cache line.
template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t kLine{64};

    LineAllocator() = default;
    template <class Other>
    LineAllocator(const LineAllocator<Other>&) {}  // NOLINT(google-explicit-constructor): an allocator converts

    T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), kLine)); }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, kLine); }
    friend bool operator==(const LineAllocator&, const LineAllocator&) { return true; }
};

/// Velocities in the operator's layout: all bodies, then the fixed one.
using LaneArray = std::vector<double, LineAllocator<double>>;

template <int dim>
inline Lanes<dim> load_lanes(const LaneArray& vectors, Index i) {
    return Eigen::Map<const Lanes<dim>, Eigen::AlignedMax>(vectors.data() +
                                                           static_cast<std::ptrdiff_t>(i) * lanes(dim));
}

template <int dim>
inline void store_lanes(LaneArray& vectors, Index i, const Lanes<dim>& value) {
    Eigen::Map<Lanes<dim>, Eigen::AlignedMax>(vectors.data() + static_cast<std::ptrdiff_t>(i) * lanes(dim)) = value;
}

class ContactOperator {
  public:
    /// Takes the rows of a problem, which must outlive the operator's use.
    void assign(const ContactProblem& problem, RowScaling scaling);

    const ContactProblem& problem() const { return *problem_; }
    Index bodies() const { return problem_->bodies(); }
    Index contacts() const { return problem_->contacts(); }
    std::size_t velocity_size() const { return (static_cast<std::size_t>(bodies()) + 1) * lanes(problem_->dimension); }

    /// z of given contact forces, and back.
    void from_force(std::span<const double> force, std::span<double> z) const;
    void to_force(std::span<const double> z, std::span<double> force) const;

    /// u = U + M^-1 A' z.
    void velocity(std::span<const double> z, LaneArray& u);

    /// Velocities of the bodies out of the operator's layout.
    void unpack(const LaneArray& u, std::vector<double>& velocity) const;

    const LaneArray& free_velocity() const { return free_velocity_; }  ///< U
    double mass(Index i) const { return mass_[i]; }                    ///< [kg]

    /// An upper bound of the largest eigenvalue of W: twice the largest sum of sigma_c^2 / m_i over the contacts of a
    /// body.
    double eigenvalue_bound() const;

    /// An estimate from below, by power iteration from a fixed start; exact for a single contact.
    double eigenvalue_estimate(int iterations);

    /// |u - U|_M^2, the quadratic part z'Wz of the dual, for u = u(z).
    double push_energy(const LaneArray& u) const;

    // Kernels, for loops that do several things in one pass.

    /// w_c = a_c.(u_second - u_first) + d_c
    template <int dim>
    double row(Index c, const LaneArray& u) const {
        return slope<dim>(c, u) + offset_[c];
    }

    /// The same without d_c.
    template <int dim>
    double slope(Index c, const LaneArray& u) const {
        return load_lanes<dim>(row_, c).dot(load_lanes<dim>(u, second_[c]) - load_lanes<dim>(u, first_[c]));
    }

    /// One pass over all contacts: z_c = visit(c, sums) for every contact, A'z left for `take_push`. `sums` starts as
    /// Sums{} in every part and is combined by += in the order of the parts.
    template <int dim, class Sums, class Visit>
    Sums scatter(Visit&& visit) {
        part_sums<Sums>().resize(parts());
        std::vector<Sums>& results = part_sums<Sums>();
        parallel_blocks(static_cast<Index>(parts()), 1, [&](std::size_t part, Index, Index) {
            Sums sums{};
            for (Index c = part_start_[part]; c < part_start_[part + 1]; ++c) {
                const Lanes<dim> push = load_lanes<dim>(row_, c) * visit(c, sums);
                const Index i = first_place_[c], j = second_place_[c];
                store_lanes<dim>(pushed_, i, load_lanes<dim>(pushed_, i) - push);
                store_lanes<dim>(pushed_, j, load_lanes<dim>(pushed_, j) + push);
            }
            results[part] = sums;
        });
        Sums total{};
        for (const Sums& sums : results) total += sums;
        return total;
    }

    /// The part of body i in M^-1 A'z of the last `scatter`. Exactly one call for every body must follow each scatter.
    template <int dim>
    Lanes<dim> take_push(Index i) {
        Lanes<dim> sum = take<dim>(i);
        for (Index k = more_start_[i]; k < more_start_[i + 1]; ++k) sum += take<dim>(more_[k]);
        return problem_->inverse_mass[i] * sum;
    }

    double sigma(Index c) const { return sigma_[c]; }
    /// W_cc
    double diagonal(Index c) const {
        const auto inverse = [&](Index i) { return i == kFixed ? 0.0 : problem_->inverse_mass[i]; };
        return sigma_[c] * sigma_[c] * (inverse(problem_->first[c]) + inverse(problem_->second[c]));
    }

  private:
    template <class Sums>
    static std::vector<Sums>& part_sums() {
        thread_local std::vector<Sums> sums;
        return sums;
    }
    template <int dim>
    Lanes<dim> take(Index place) {
        const Lanes<dim> sum = load_lanes<dim>(pushed_, place);
        store_lanes<dim>(pushed_, place, Lanes<dim>::Zero());
        return sum;
    }
    std::size_t parts() const { return part_start_.size() - 1; }
    void cut_into_parts();

    const ContactProblem* problem_ = nullptr;
    std::vector<Index> first_, second_;  ///< with kFixed as the last body
    LaneArray row_;                      ///< a_c
    std::vector<double> offset_;         ///< d_c
    std::vector<double> sigma_;
    LaneArray free_velocity_;
    std::vector<double> mass_;

    std::vector<Index> part_start_ = {0};            ///< contacts of part k: part_start_[k] .. part_start_[k + 1]
    std::vector<Index> first_place_, second_place_;  ///< where the pushes of a contact are added up
    std::vector<Index> more_start_, more_;           ///< by body: its places beyond the first, which has its own number
    LaneArray pushed_;                               ///< A'z by place; 0 between passes
    std::vector<std::array<Index, 2>> extra_;        ///< body and place, in the order of parts (work space)
    std::vector<Index> seen_in_, place_in_;          ///< by body: last part that met it, its place there (work space)

    std::vector<double> work_z_;
    LaneArray work_u_;
};

}  // namespace galet
