// The constraints of one step: which two bodies, or body and wall; how far apart; in which direction.
#pragma once

#include <span>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"

namespace galet {

/// Parallel arrays, one entry a constraint. `second` is a body; `first` is a body, or ~w (negative) for wall w.
/// The normal points from first to second. Of two bodies `first` has the lower id; on a line, it is the left one.
struct ContactSet {
    int dimension = 3;
    std::vector<Index> first, second;
    std::vector<double> distance;  ///< D_c at the start of the step, with radii and walls of its end [m]
    std::vector<double> closing;   ///< what those took off it [m]; empty where nothing is prescribed
    std::vector<double> normal;    ///< unit, contact by contact

    Index size() const { return static_cast<Index>(first.size()); }
    void clear();
};

/// The constraints `which` of a set, in that order.
void choose(const ContactSet& all, std::span<const Index> which, ContactSet& chosen);

/// The distance of two sides, as in a ContactSet, where bodies and walls are now [m].
double distance_now(const Bodies& bodies, const Obstacles& obstacles, Index first, Index second);

}  // namespace galet
