// The inelastic contact: bodies push and never pull, and what comes together stays together until something parts it.
#pragma once

#include <algorithm>

namespace galet {

/// Nearest admissible contact force: mu >= 0 (Maury06 eq. 16, the projection of Uzawa's second step).
inline double project_inelastic(double force) { return std::max(force, 0.0); }

}  // namespace galet
