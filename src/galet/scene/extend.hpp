// More bodies, obstacles and forces for a simulation between two of its steps, read and checked as those of a scene.
#pragma once

#include <optional>
#include <string>

#include "galet/scene/scene.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet {

/// Adds the [[bodies]], [[obstacles]] and [[forces]] of `text`, which needs `code`, to a simulation of `scene`, and to
/// what the scene keeps in mind of itself. Where something is wrong with them nothing changes. Returns the arrays that
/// the bodies lay in before, where they had to move: others may still look at them.
std::optional<Bodies> extend(const std::string& text, const SceneCode& code, Scene& scene, Simulation& simulation);

}  // namespace galet
