// What holds for every run, whatever the scene: checked in the same words by all experiments.
#pragma once

#include <functional>
#include <string>

#include "validation/follow.hpp"
#include "validation/verdict.hpp"

namespace galet::validation {

/// Every step is certified, and the energy balance closes to 1e-10 of the energies in it. `which` names the run:
/// "gluey: ".
void check_certified(const Simulation& simulation, const std::string& which, Verdict& verdict);

/// The same, and nothing overlaps, as schemes with distances in their constraints promise.
void check_promises(const Simulation& simulation, const std::string& which, Verdict& verdict);

/// The largest `scheme_energy` of a single step is of order h^2 where nothing collides: from the scene for h and h/2.
void check_scheme_energy(const std::function<Scene(double h)>& scene, double h, const std::string& which,
                         const Request& request, Verdict& verdict);

}  // namespace galet::validation
