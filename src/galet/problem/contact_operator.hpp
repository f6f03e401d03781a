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
// near in the list: then few bodies have a place in more than one part. Velocities are kept by place as well, so that a
// contact has one pair of numbers for where it reads and where it adds.
//
// The fixed body is a last one that never moves, so that no kernel has a branch for it. In 3D vectors are padded to
// four lanes, one aligned load each; the fourth lane of a velocity is 0.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <array>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "galet/core/pack.hpp"
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

/// Velocities in the operator's layout: all bodies, then the fixed one, then the other places of bodies, which only
/// some kernels need.
using LaneArray = std::vector<double, LineAllocator<double>>;

template <int dim>
inline Lanes<dim> load_lanes(const double* vectors, Index i) {
    return Eigen::Map<const Lanes<dim>, Eigen::AlignedMax>(vectors + static_cast<std::ptrdiff_t>(i) * lanes(dim));
}

template <int dim>
inline void store_lanes(double* vectors, Index i, const Lanes<dim>& value) {
    Eigen::Map<Lanes<dim>, Eigen::AlignedMax>(vectors + static_cast<std::ptrdiff_t>(i) * lanes(dim)) = value;
}

template <int dim>
inline Lanes<dim> load_lanes(const LaneArray& vectors, Index i) {
    return load_lanes<dim>(vectors.data(), i);
}

template <int dim>
inline void store_lanes(LaneArray& vectors, Index i, const Lanes<dim>& value) {
    store_lanes<dim>(vectors.data(), i, value);
}

/// Where the rows of the contacts lie, for inner loops: pointers that the compiler can keep in registers.
template <int dim>
struct RowView {
    const double* row;
    const Index *first, *second;  ///< places, or bodies
    double* pushed;

    /// a_c.(u_second - u_first) of `width` contacts from c on.
    template <int width>
    Pack<width> slopes(Index c, const double* u) const;

    /// Adds the pushes of z to their places.
    template <int width>
    void add(Index c, const Pack<width>& z) const;
};

/// The same for loops over bodies.
template <int dim>
struct BodyView {
    double* pushed;
    const double *mass, *inverse_mass;
    const Index *more_start, *more;

    /// The part of body i in M^-1 A'z of the last `scatter`. Exactly one call for every body must follow each scatter.
    Lanes<dim> take_push(Index i) const {
        Lanes<dim> sum = take(i);
        for (Index k = more_start[i]; k < more_start[i + 1]; ++k) sum += take(more[k]);
        return inverse_mass[i] * sum;
    }

    /// Gives body i the velocity v at all its places.
    void set_velocity(double* u, Index i, const Lanes<dim>& v) const {
        store_lanes<dim>(u, i, v);
        for (Index k = more_start[i]; k < more_start[i + 1]; ++k) store_lanes<dim>(u, more[k], v);
    }

  private:
    Lanes<dim> take(Index place) const {
        const Lanes<dim> sum = load_lanes<dim>(pushed, place);
        store_lanes<dim>(pushed, place, Lanes<dim>::Zero());
        return sum;
    }
};

class ContactOperator {
  public:
    /// Takes the rows of a problem, which must outlive the operator's use.
    void assign(const ContactProblem& problem, RowScaling scaling);

    const ContactProblem& problem() const { return *problem_; }
    Index bodies() const { return problem_->bodies(); }
    Index contacts() const { return problem_->contacts(); }
    std::size_t velocity_size() const { return places_ * lanes(problem_->dimension); }

    /// z of given contact forces, and back.
    void from_force(std::span<const double> force, std::span<double> z) const;
    void to_force(std::span<const double> z, std::span<double> force) const;

    /// x = M^-1 A' z, at all places.
    void push(std::span<const double> z, LaneArray& x);

    /// u = U + M^-1 A' z, at all places.
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

    /// One pass over all contacts, in packs: z = visit(std::integral_constant<int, width>, c, rows, sums) for the
    /// contacts c .. c + width - 1, A'z left for BodyView::take_push. `sums` starts as Sums{} in every part and is
    /// combined by
    /// += in the order of the parts. `visit` captures by value: each part has its own copy.
    template <int dim, class Sums, class Visit>
    Sums scatter(const Visit& visit) {
        static thread_local std::vector<Sums> buffer;
        std::vector<Sums>& results = buffer;
        results.resize(parts());
        parallel_blocks(static_cast<Index>(parts()), 1, [&](std::size_t part, Index, Index) {
            const Visit kernel = visit;
            const RowView<dim> rows{row_.data(), first_place_.data(), second_place_.data(), pushed_.data()};
            Sums sums{};
            Index c = part_start_[part];
            const Index end = part_start_[part + 1];
            for (; c + kPackWidth <= end; c += kPackWidth) {
                rows.template add<kPackWidth>(c, kernel(std::integral_constant<int, kPackWidth>(), c, rows, sums));
            }
            for (; c < end; ++c) rows.template add<1>(c, kernel(std::integral_constant<int, 1>(), c, rows, sums));
            results[part] = sums;
        });
        Sums total{};
        for (const Sums& sums : results) total += sums;
        return total;
    }

    template <int dim>
    BodyView<dim> body_view() {
        return {pushed_.data(), mass_.data(), inverse_mass_.data(), more_start_.data(), more_.data()};
    }

    /// For reading velocities by body.
    template <int dim>
    RowView<dim> rows_by_body() const {
        return {row_.data(), first_.data(), second_.data(), nullptr};
    }

    const double* offsets() const { return offset_.data(); }      ///< d
    const double* sigmas() const { return sigma_.data(); }        ///< sigma
    const double* diagonals() const { return diagonal_.data(); }  ///< W_cc
    /// 1/m by body [1/kg], then 0 for what does not move.
    const double* inverse_masses() const { return inverse_mass_.data(); }
    double sigma(Index c) const { return sigma_[c]; }
    double diagonal(Index c) const { return diagonal_[c]; }

  private:
    std::size_t parts() const { return part_start_.size() - 1; }
    void cut_into_parts();

    const ContactProblem* problem_ = nullptr;
    std::vector<Index> first_, second_;  ///< with kFixed as the last body
    LaneArray row_;                      ///< a_c
    std::vector<double> offset_;         ///< d_c
    std::vector<double> sigma_, diagonal_;
    LaneArray free_velocity_;
    std::vector<double> mass_;
    std::vector<double> inverse_mass_;  ///< of the fixed body 0

    template <bool with_free>
    void spread_pushes(std::span<const double> z, LaneArray& u);

    std::size_t places_ = 0;
    std::vector<Index> part_start_ = {0};            ///< contacts of part k: part_start_[k] .. part_start_[k + 1]
    std::vector<Index> first_place_, second_place_;  ///< where a contact reads and pushes
    std::vector<Index> more_start_, more_;           ///< by body: its places beyond the first, which has its own number
    LaneArray pushed_;                               ///< A'z by place; 0 between passes
    std::vector<std::array<Index, 2>> extra_;        ///< body and place, in the order of parts (work space)
    std::vector<Index> seen_in_, place_in_;          ///< by body: last part that met it, its place there (work space)

    std::vector<double> work_z_;
    LaneArray work_u_;
};

/// The sums of the lanes of four vectors.
template <int dim>
inline Pack<4> lane_sums(const Lanes<dim>& a, const Lanes<dim>& b, const Lanes<dim>& c, const Lanes<dim>& d) {
#ifdef __AVX2__
    if constexpr (lanes(dim) == 4) {
        const __m256d ab = _mm256_hadd_pd(_mm256_load_pd(a.data()), _mm256_load_pd(b.data()));
        const __m256d cd = _mm256_hadd_pd(_mm256_load_pd(c.data()), _mm256_load_pd(d.data()));
        Pack<4> sums;
        _mm256_storeu_pd(sums.data(),
                         _mm256_add_pd(_mm256_blend_pd(ab, cd, 0b1100), _mm256_permute2f128_pd(ab, cd, 0x21)));
        return sums;
    }
#endif
    return {a.sum(), b.sum(), c.sum(), d.sum()};
}

template <int dim>
template <int width>
inline Pack<width> RowView<dim>::slopes(Index c, const double* u) const {
    using ConstLanes = Eigen::Map<const Lanes<dim>, Eigen::AlignedMax>;
    constexpr std::ptrdiff_t kLanes = lanes(dim);
    const double* rows = row + c * kLanes;
    const auto product = [&](int k) -> Lanes<dim> {
        return ConstLanes(rows + k * kLanes)
            .cwiseProduct(ConstLanes(u + second[c + k] * kLanes) - ConstLanes(u + first[c + k] * kLanes));
    };
    if constexpr (width == 4) {
        return lane_sums<dim>(product(0), product(1), product(2), product(3));
    } else {
        static_assert(width == 1);
        // In the order in which a pack of four adds, so that a contact's value does not depend on where it lies.
        const Lanes<dim> none = Lanes<dim>::Zero();
        return lane_sums<dim>(product(0), none, none, none).template head<1>();
    }
}

template <int dim>
template <int width>
inline void RowView<dim>::add(Index c, const Pack<width>& z) const {
    using MutableLanes = Eigen::Map<Lanes<dim>, Eigen::AlignedMax>;
    constexpr std::ptrdiff_t kLanes = lanes(dim);
    const double* rows = row + c * kLanes;
    for (int k = 0; k < width; ++k) {
        const Lanes<dim> push = Eigen::Map<const Lanes<dim>, Eigen::AlignedMax>(rows + k * kLanes) * z[k];
        MutableLanes(pushed + first[c + k] * kLanes) -= push;
        MutableLanes(pushed + second[c + k] * kLanes) += push;
    }
}

}  // namespace galet
