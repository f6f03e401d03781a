// Whether more contacts push than there are motions: W is singular on the face of those that push (crystals), or the
// problem is still far from solved. Films always count: thin ones hardly give way.
#pragma once

#include <span>

#include "galet/core/parallel.hpp"
#include "galet/problem/contact_problem.hpp"

namespace galet {

/// `force`: forces, impulses or any positive multiples of them, by contact. By how much more: `times`.
inline bool is_hyperstatic(const ContactProblem& problem, std::span<const double> force, double times = 1) {
    const double pushing = ordered_sum(problem.pushing(), [&](Index c) { return force[c] > 0 ? 1.0 : 0.0; });
    return pushing + problem.films() > times * static_cast<double>(problem.bodies()) * problem.dimension;
}

}  // namespace galet
