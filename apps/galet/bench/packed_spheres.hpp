// Spheres near each other without a run that makes them settle, for measuring detection and passes.
#pragma once

#include <cstdint>

#include "galet/bodies/bodies.hpp"

namespace galet::app {

/// Spheres with radii of 0.9 to 1 on a jittered cubic lattice; they overlap where the pitch is below 2. Ids follow the
/// lattice, as in a scene: random order of space would be an artefact.
Bodies packed_spheres(Index count, double pitch, std::uint64_t seed);

}  // namespace galet::app
