// The inelastic contact: bodies push and never pull, and what comes together stays together until something parts it.
#pragma once

#include <algorithm>

#include "galet/core/pack.hpp"

namespace galet {

/// Nearest admissible contact force: mu >= 0 (Maury06 eq. 16, the projection of Uzawa's second step).
inline double project_inelastic(double force) { return std::max(force, 0.0); }

/// The same for several contacts.
template <int width>
inline Pack<width> project_inelastic(const Pack<width>& force) {
    return force.max(0.0);
}

}  // namespace galet
