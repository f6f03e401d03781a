// [simulation], [contact], [solver] and [output] of a scene.
#pragma once

#include <string>

#include "galet/scene/document.hpp"
#include "galet/simulation/settings.hpp"

namespace galet {

/// What keys about friction and rotation belong to, for messages.
inline constexpr const char* kLawsWithFriction = "laws \"coulomb\" and \"coulomb-convex\"";

/// The keys `step` and `end` [s].
void read_steps(TableReader& section, double& step, double& end);

/// Reads the settings and appends them, defaults included, to `resolved`.
Settings read_settings(const Document& document, std::string& resolved);

}  // namespace galet
