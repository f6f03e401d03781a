// The laws as scenes name them.
#pragma once

#include <string_view>

#include "galet/laws/law.hpp"

namespace galet {

/// In the order of `Law`.
inline constexpr std::string_view kLawNames[] = {"inelastic", "restitution",    "gluey",  "viscous",
                                                 "coulomb",   "coulomb-convex", "penalty"};

constexpr std::string_view name_of(Law law) { return kLawNames[static_cast<int>(law)]; }

}  // namespace galet
