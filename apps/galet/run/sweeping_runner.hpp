// Runs a sweeping process to its end and records it.
#pragma once

#include "galet/scene/sweeping_scene.hpp"
#include "run/runner.hpp"

namespace galet::app {

/// Into a new result folder. Returns the exit status.
int run_sweeping(const SweepingScene& scene, const RunOptions& options);

}  // namespace galet::app
