// Exchanging arrays that others look at.
#pragma once

#include <cassert>
#include <utility>

#include "galet/core/parallel.hpp"

namespace galet {

/// Exchanges the numbers of two arrays of one size, each of which stays where it is in memory: the arrays of the bodies
/// may be looked at from outside, from step to step, as long as no body comes or goes.
template <class Array>
void exchange_numbers(Array& a, Array& b) {
    assert(a.size() == b.size());
    parallel_for(static_cast<Index>(a.size()),
                 [one = a.data(), other = b.data()](Index i) { std::swap(one[i], other[i]); });
}

}  // namespace galet
