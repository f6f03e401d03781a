// Loops over the bodies a force acts on.
#pragma once

#include "galet/core/parallel.hpp"
#include "galet/forces/force.hpp"

namespace galet {

/// Calls f(id, k) for the k-th selected body, on all threads. f may write to its own body only.
template <class F>
void for_each_selected(const Selection& on, F&& f) {
    Index before = 0;
    for (const auto& [first, last] : on.ranges) {
        parallel_for(last - first, [&f, start = first, before](Index i) { f(start + i, before + i); });
        before += last - first;
    }
}

/// Sum of term(id, k) over the selected bodies, the same for any number of threads.
template <class Term>
double sum_over_selected(const Selection& on, Term&& term) {
    double sum = 0;
    Index before = 0;
    for (const auto& [first, last] : on.ranges) {
        sum +=
            ordered_sum(last - first, [&term, start = first, before](Index i) { return term(start + i, before + i); });
        before += last - first;
    }
    return sum;
}

/// Adds the same vector to the entry of each selected body in `sum`, an array of vectors body by body.
void add_to_each(const Selection& on, int dimension, const Vector3& vector, std::vector<double>& sum);

}  // namespace galet
