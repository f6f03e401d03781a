// Vectors of several contacts handled as one: a pack of numbers for each component.
//
// Arrays keep a vector's components together (row_view.hpp); here they are taken apart on the way into the registers
// and put together again on the way out.
#pragma once

#include <array>

#include "galet/problem/row_view.hpp"

namespace galet {

template <int dim, int width>
struct PackVectors {
    std::array<Pack<width>, dim> part;

    const Pack<width>& operator[](int k) const { return part[k]; }
    Pack<width>& operator[](int k) { return part[k]; }

    // Results are made component by component: copies of whole vectors would go through memory.
    friend PackVectors operator+(const PackVectors& a, const PackVectors& b) {
        PackVectors sum;
        for (int k = 0; k < dim; ++k) sum[k] = a[k] + b[k];
        return sum;
    }
    friend PackVectors operator-(const PackVectors& a, const PackVectors& b) {
        PackVectors difference;
        for (int k = 0; k < dim; ++k) difference[k] = a[k] - b[k];
        return difference;
    }
    PackVectors& operator-=(const PackVectors& other) {
        for (int k = 0; k < dim; ++k) part[k] -= other[k];
        return *this;
    }
    PackVectors& operator*=(const Pack<width>& factor) {
        for (int k = 0; k < dim; ++k) part[k] *= factor;
        return *this;
    }
    friend PackVectors operator*(const Pack<width>& factor, const PackVectors& v) {
        PackVectors product;
        for (int k = 0; k < dim; ++k) product[k] = factor * v[k];
        return product;
    }
    friend PackVectors operator*(double factor, const PackVectors& v) {
        PackVectors product;
        for (int k = 0; k < dim; ++k) product[k] = factor * v[k];
        return product;
    }
};

template <int dim, int width>
inline Pack<width> dot(const PackVectors<dim, width>& a, const PackVectors<dim, width>& b) {
    Pack<width> sum = a[0] * b[0];
    for (int k = 1; k < dim; ++k) sum += a[k] * b[k];
    return sum;
}

/// n x v: vectors in space, numbers in a plane.
template <int width>
inline PackVectors<3, width> cross(const PackVectors<3, width>& n, const PackVectors<3, width>& v) {
    return {{n[1] * v[2] - n[2] * v[1], n[2] * v[0] - n[0] * v[2], n[0] * v[1] - n[1] * v[0]}};
}
template <int width>
inline PackVectors<1, width> cross(const PackVectors<2, width>& n, const PackVectors<2, width>& v) {
    return {{n[0] * v[1] - n[1] * v[0]}};
}

/// omega x n.
template <int width>
inline PackVectors<3, width> turned(const PackVectors<3, width>& spin, const PackVectors<3, width>& n) {
    return cross(spin, n);
}
template <int width>
inline PackVectors<2, width> turned(const PackVectors<1, width>& spin, const PackVectors<2, width>& n) {
    return {{-spin[0] * n[1], spin[0] * n[0]}};
}

/// The first `dim` numbers at each of the places at(0), at(1), ...; in space four can be read there.
template <int dim, int width, class At>
inline PackVectors<dim, width> gather_vectors(const At& at) {
    PackVectors<dim, width> v;
#ifdef __AVX2__
    if constexpr (dim == 3 && width == 4) {
        const __m256d a = _mm256_load_pd(at(0)), b = _mm256_load_pd(at(1)), c = _mm256_load_pd(at(2)),
                      d = _mm256_load_pd(at(3));
        const __m256d low_ab = _mm256_unpacklo_pd(a, b), low_cd = _mm256_unpacklo_pd(c, d);
        const __m256d high_ab = _mm256_unpackhi_pd(a, b), high_cd = _mm256_unpackhi_pd(c, d);
        _mm256_storeu_pd(v[0].data(), _mm256_permute2f128_pd(low_ab, low_cd, 0x20));
        _mm256_storeu_pd(v[1].data(), _mm256_permute2f128_pd(high_ab, high_cd, 0x20));
        _mm256_storeu_pd(v[2].data(), _mm256_permute2f128_pd(low_ab, low_cd, 0x31));
        return v;
    }
#endif
    for (int k = 0; k < width; ++k) {
        for (int part = 0; part < dim; ++part) v[part][k] = at(k)[part];
    }
    return v;
}

/// Vectors from c on of an array with `stride` numbers each.
template <int dim, int width>
inline PackVectors<dim, width> load_vectors(const double* vectors, Index c, int stride = lanes(dim)) {
    const double* const first = vectors + static_cast<std::ptrdiff_t>(c) * stride;
    return gather_vectors<dim, width>([=](int k) { return first + k * stride; });
}

/// The other way; what is between dim and `stride` becomes 0.
template <int dim, int width>
inline void store_vectors(double* vectors, Index c, const PackVectors<dim, width>& v, int stride = lanes(dim)) {
    double* const first = vectors + static_cast<std::ptrdiff_t>(c) * stride;
#ifdef __AVX2__
    if constexpr (dim == 3 && width == 4) {
        const __m256d x = _mm256_loadu_pd(v[0].data()), y = _mm256_loadu_pd(v[1].data()),
                      z = _mm256_loadu_pd(v[2].data()), none = _mm256_setzero_pd();
        const __m256d low_xy = _mm256_unpacklo_pd(x, y), low_z = _mm256_unpacklo_pd(z, none);
        const __m256d high_xy = _mm256_unpackhi_pd(x, y), high_z = _mm256_unpackhi_pd(z, none);
        _mm256_store_pd(first, _mm256_permute2f128_pd(low_xy, low_z, 0x20));
        _mm256_store_pd(first + 4, _mm256_permute2f128_pd(high_xy, high_z, 0x20));
        _mm256_store_pd(first + 8, _mm256_permute2f128_pd(low_xy, low_z, 0x31));
        _mm256_store_pd(first + 12, _mm256_permute2f128_pd(high_xy, high_z, 0x31));
        return;
    }
#endif
    for (int k = 0; k < width; ++k) {
        for (int part = 0; part < dim; ++part) first[k * stride + part] = v[part][k];
        for (int part = dim; part < stride; ++part) first[k * stride + part] = 0;
    }
}

}  // namespace galet
