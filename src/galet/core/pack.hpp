// A few numbers handled as one: the inner loops over contacts take four at a time, and the rest one by one with the
// same code.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <Eigen/Core>

#include "galet/core/types.hpp"

namespace galet {

template <int width>
using Pack = Eigen::Array<double, width, 1>;

inline constexpr int kPackWidth = 4;

template <int width>
inline Pack<width> load_pack(const double* values, Index k) {
    return Eigen::Map<const Pack<width>>(values + k);
}

template <int width>
inline void store_pack(double* values, Index k, const Pack<width>& pack) {
    Eigen::Map<Pack<width>>(values + k) = pack;
}

/// `value` where a >= b, else 0 (also where one of them is not a number).
template <int width>
inline Pack<width> where_at_least(const Pack<width>& a, const Pack<width>& b, const Pack<width>& value) {
    Pack<width> chosen;
#ifdef __AVX2__
    if constexpr (width == 4) {
        const __m256d mask = _mm256_cmp_pd(_mm256_loadu_pd(a.data()), _mm256_loadu_pd(b.data()), _CMP_GE_OQ);
        _mm256_storeu_pd(chosen.data(), _mm256_and_pd(mask, _mm256_loadu_pd(value.data())));
        return chosen;
    }
#endif
    for (int k = 0; k < width; ++k) chosen[k] = a[k] >= b[k] ? value[k] : 0.0;
    return chosen;
}

/// A sum whose terms come in packs: each lane has its own, added up at the end.
struct PackSum {
    Pack<kPackWidth> lanes = Pack<kPackWidth>::Zero();

    template <int width>
    void add(const Pack<width>& terms) {
        lanes.template head<width>() += terms;
    }
    double total() const { return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]); }
    PackSum& operator+=(const PackSum& other) {
        lanes += other.lanes;
        return *this;
    }
};

}  // namespace galet
