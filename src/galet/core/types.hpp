// Index and vector types that every room uses, and the one place where a dimension known at run time becomes a
// constant.
#pragma once

#include <Eigen/Core>
#include <cassert>
#include <cstdint>
#include <span>
#include <type_traits>

namespace galet {

/// Numbers bodies, walls and contacts. 32 bits: half the memory traffic of an incidence list; sizes are checked at
/// input.
using Index = std::int32_t;

template <int dim>
using Vec = Eigen::Matrix<double, dim, 1>;

/// The i-th vector of an array that holds vectors one after the other (x0 y0 z0 x1 y1 z1 ...).
template <int dim>
inline Vec<dim> load(std::span<const double> vectors, Index i) {
    return Eigen::Map<const Vec<dim>>(vectors.data() + static_cast<std::ptrdiff_t>(i) * dim);
}

template <int dim>
inline void store(std::span<double> vectors, Index i, const Vec<dim>& value) {
    Eigen::Map<Vec<dim>>(vectors.data() + static_cast<std::ptrdiff_t>(i) * dim) = value;
}

/// Calls f(std::integral_constant<int, dimension>) so that kernels are compiled for 1, 2 and 3 dimensions.
template <class F>
decltype(auto) with_dimension(int dimension, F&& f) {
    assert(dimension >= 1 && dimension <= 3);
    if (dimension == 1) return f(std::integral_constant<int, 1>{});
    if (dimension == 2) return f(std::integral_constant<int, 2>{});
    return f(std::integral_constant<int, 3>{});
}

/// The same for bodies that rotate: in 2 and 3 dimensions.
template <class F>
decltype(auto) with_plane_or_space(int dimension, F&& f) {
    assert(dimension == 2 || dimension == 3);
    if (dimension == 2) return f(std::integral_constant<int, 2>{});
    return f(std::integral_constant<int, 3>{});
}

/// Numbers that a spin, and an orientation, take in a dimension where bodies rotate.
constexpr int spin_size(int dimension) { return dimension == 3 ? 3 : 1; }
constexpr int orientation_size(int dimension) { return dimension == 3 ? 4 : 1; }

}  // namespace galet
