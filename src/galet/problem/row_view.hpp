// Vectors of bodies and rows of contacts as the inner loops see them: padded, aligned, in double or single precision.
//
// In 3D vectors are padded to four lanes, one aligned load each; the fourth lane of a velocity is 0.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <new>
#include <type_traits>
#include <vector>

#include "galet/core/pack.hpp"

namespace galet {

/// Numbers a vector takes in the operator's arrays.
constexpr int lanes(int dim) { return dim == 3 ? 4 : dim; }

template <int dim, class Real = double>
using Lanes = Eigen::Matrix<Real, lanes(dim), 1>;

/// A vector padded with zeros.
template <int dim>
inline Lanes<dim> widen(const Vec<dim>& v) {
    Lanes<dim> wide = Lanes<dim>::Zero();
    wide.template head<dim>() = v;
    return wide;
}

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

template <class Real>
using LineArray = std::vector<Real, LineAllocator<Real>>;

/// Velocities in the operator's layout: all bodies, then the fixed one, then the other places of bodies, which only
/// some kernels need.
using LaneArray = LineArray<double>;

template <int dim, class Real>
inline Lanes<dim, Real> load_lanes(const Real* vectors, Index i) {
    return Eigen::Map<const Lanes<dim, Real>, Eigen::AlignedMax>(vectors + static_cast<std::ptrdiff_t>(i) * lanes(dim));
}

template <int dim, class Real>
inline void store_lanes(Real* vectors, Index i, const std::type_identity_t<Lanes<dim, Real>>& value) {
    Eigen::Map<Lanes<dim, Real>, Eigen::AlignedMax>(vectors + static_cast<std::ptrdiff_t>(i) * lanes(dim)) = value;
}

template <int dim, class Real>
inline Lanes<dim, Real> load_lanes(const LineArray<Real>& vectors, Index i) {
    return load_lanes<dim>(vectors.data(), i);
}

template <int dim, class Real>
inline void store_lanes(LineArray<Real>& vectors, Index i, const std::type_identity_t<Lanes<dim, Real>>& value) {
    store_lanes<dim>(vectors.data(), i, value);
}

/// Where the rows of the contacts lie, for inner loops: pointers that the compiler can keep in registers.
template <int dim, class Real = double>
struct RowView {
    const Real* row;
    const Index *first, *second;  ///< where the vectors of the two sides begin in u and in `pushed`
    Real* pushed;

    /// a_c.(u_second - u_first) of `width` contacts from c on.
    template <int width>
    Pack<width, Real> slopes(Index c, const Real* u) const;

    /// Adds the pushes of z to their places.
    template <int width>
    void add(Index c, const Pack<width, Real>& z) const;
};

#ifdef __AVX2__
/// Four slopes in single precision, in a register.
template <int dim>
inline __m128 four_slopes(const float* rows, const Index* first, const Index* second, const float* u) {
    static_assert(dim == 2 || dim == 3);
    if constexpr (dim == 3) {
        const auto product = [=](int k) {
            const auto at = [u](Index i) { return _mm_load_ps(u + i); };
            return _mm_mul_ps(_mm_load_ps(rows + 4 * k), _mm_sub_ps(at(second[k]), at(first[k])));
        };
        return _mm_hadd_ps(_mm_hadd_ps(product(0), product(1)), _mm_hadd_ps(product(2), product(3)));
    } else {
        // Two contacts fill a register.
        const auto products = [=](int k) {
            const auto pair = [u](Index i, Index j) {
                const __m128 low = _mm_loadl_pi(_mm_setzero_ps(), reinterpret_cast<const __m64*>(u + i));
                return _mm_loadh_pi(low, reinterpret_cast<const __m64*>(u + j));
            };
            return _mm_mul_ps(_mm_loadu_ps(rows + 2 * k),
                              _mm_sub_ps(pair(second[k], second[k + 1]), pair(first[k], first[k + 1])));
        };
        return _mm_hadd_ps(products(0), products(2));
    }
}
#endif

/// The sums of the lanes of four vectors.
template <int dim, class Real>
inline Pack<4, Real> lane_sums(const Lanes<dim, Real>& a, const Lanes<dim, Real>& b, const Lanes<dim, Real>& c,
                               const Lanes<dim, Real>& d) {
#ifdef __AVX2__
    if constexpr (lanes(dim) == 4 && std::is_same_v<Real, double>) {
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

template <int dim, class Real>
template <int width>
inline Pack<width, Real> RowView<dim, Real>::slopes(Index c, const Real* u) const {
    constexpr std::ptrdiff_t kLanes = lanes(dim);
    const Real* const rows = row + c * kLanes;
    Pack<width, Real> slope;
#ifdef __AVX2__
    if constexpr (width == 8 && dim > 1 && std::is_same_v<Real, float>) {
        const __m128 low = four_slopes<dim>(rows, first + c, second + c, u);
        const __m128 high = four_slopes<dim>(rows + 4 * kLanes, first + c + 4, second + c + 4, u);
        _mm256_storeu_ps(slope.data(), _mm256_set_m128(high, low));
        return slope;
    }
#endif
    using ConstLanes = Eigen::Map<const Lanes<dim, Real>, Eigen::AlignedMax>;
    const auto product = [&](int k) -> Lanes<dim, Real> {
        return ConstLanes(rows + k * kLanes).cwiseProduct(ConstLanes(u + second[c + k]) - ConstLanes(u + first[c + k]));
    };
    if constexpr (width == 4) {
        slope = lane_sums<dim, Real>(product(0), product(1), product(2), product(3));
    } else {
        // In the order in which a pack of four adds, so that a contact's value does not depend on where it lies.
        const Lanes<dim, Real> none = Lanes<dim, Real>::Zero();
        for (int k = 0; k < width; ++k) slope[k] = lane_sums<dim, Real>(product(k), none, none, none)[0];
    }
    return slope;
}

template <int dim, class Real>
template <int width>
inline void RowView<dim, Real>::add(Index c, const Pack<width, Real>& z) const {
    constexpr std::ptrdiff_t kLanes = lanes(dim);
    const Real* rows = row + c * kLanes;
    for (int k = 0; k < width; ++k) {
        Real *const to_first = pushed + first[c + k], *const to_second = pushed + second[c + k];
#ifdef __AVX2__
        if constexpr (dim == 2 && std::is_same_v<Real, float>) {
            const auto load = [](const float* v) {
                return _mm_loadl_pi(_mm_setzero_ps(), reinterpret_cast<const __m64*>(v));
            };
            const auto store = [](float* v, __m128 value) { _mm_storel_pi(reinterpret_cast<__m64*>(v), value); };
            const __m128 push = _mm_mul_ps(load(rows + k * kLanes), _mm_set1_ps(z[k]));
            store(to_first, _mm_sub_ps(load(to_first), push));
            store(to_second, _mm_add_ps(load(to_second), push));
            continue;
        }
#endif
        using MutableLanes = Eigen::Map<Lanes<dim, Real>, Eigen::AlignedMax>;
        const Lanes<dim, Real> push = Eigen::Map<const Lanes<dim, Real>, Eigen::AlignedMax>(rows + k * kLanes) * z[k];
        MutableLanes(to_first) -= push;
        MutableLanes(to_second) += push;
    }
}

}  // namespace galet
