// A few numbers handled as one: the inner loops over contacts take four at a time, and the rest one by one with the
// same code.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <Eigen/Core>
#include <type_traits>

#include "galet/core/types.hpp"

namespace galet {

template <int width, class Real = double>
using Pack = Eigen::Array<Real, width, 1>;

/// Numbers in one pack of the inner loops: 32 bytes of them.
template <class Real>
inline constexpr int kPackWidthOf = 32 / sizeof(Real);
inline constexpr int kPackWidth = kPackWidthOf<double>;

template <int width, class Real>
inline Pack<width, Real> load_pack(const Real* values, Index k) {
    return Eigen::Map<const Pack<width, Real>>(values + k);
}

template <int width, class Real>
inline void store_pack(Real* values, Index k, const std::type_identity_t<Pack<width, Real>>& pack) {
    Eigen::Map<Pack<width, Real>>(values + k) = pack;
}

/// `value` where a >= b, else 0 (also where one of them is not a number).
template <int width, class Real = double>
inline Pack<width, Real> where_at_least(const std::type_identity_t<Pack<width, Real>>& a,
                                        const std::type_identity_t<Pack<width, Real>>& b,
                                        const std::type_identity_t<Pack<width, Real>>& value) {
    Pack<width, Real> chosen;
#ifdef __AVX2__
    if constexpr (width == 4 && std::is_same_v<Real, double>) {
        const __m256d mask = _mm256_cmp_pd(_mm256_loadu_pd(a.data()), _mm256_loadu_pd(b.data()), _CMP_GE_OQ);
        _mm256_storeu_pd(chosen.data(), _mm256_and_pd(mask, _mm256_loadu_pd(value.data())));
        return chosen;
    } else if constexpr (width == 8 && std::is_same_v<Real, float>) {
        const __m256 mask = _mm256_cmp_ps(_mm256_loadu_ps(a.data()), _mm256_loadu_ps(b.data()), _CMP_GE_OQ);
        _mm256_storeu_ps(chosen.data(), _mm256_and_ps(mask, _mm256_loadu_ps(value.data())));
        return chosen;
    }
#endif
    for (int k = 0; k < width; ++k) chosen[k] = a[k] >= b[k] ? value[k] : Real(0);
    return chosen;
}

/// A sum whose terms come in packs: each lane has its own, added up at the end.
template <class Real = double>
struct PackSum {
    Pack<kPackWidthOf<Real>, Real> lanes = Pack<kPackWidthOf<Real>, Real>::Zero();

    template <int width>
    void add(const Pack<width, Real>& terms) {
        lanes.template head<width>() += terms;
    }
    double total() const {
        double sum = 0;
        for (const Real lane : lanes) sum += static_cast<double>(lane);
        return sum;
    }
    PackSum& operator+=(const PackSum& other) {
        lanes += other.lanes;
        return *this;
    }
};

}  // namespace galet
