// What holds for every run, whatever the scene: checked in the same words by all experiments.
#pragma once

#include <string>

#include "galet/simulation/simulation.hpp"
#include "validation/verdict.hpp"

namespace galet::validation {

/// Nothing overlaps, every step is certified, and the energy balance closes to 1e-10 of the energies in it. `which`
/// names the run: "gluey: ".
void check_promises(const Simulation& simulation, const std::string& which, Verdict& verdict);

}  // namespace galet::validation
