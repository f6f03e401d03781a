// A few numbers handled as one: the inner loops over contacts take four at a time, and the rest one by one with the
// same code.
#pragma once

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
