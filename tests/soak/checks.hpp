// The promises of a step as checks of its record, each with a tolerance that follows from rounding or from the scene's
// own limits.
#pragma once

#include "soak/findings.hpp"
#include "soak/step_record.hpp"

namespace galet::soak {

/// Of positions: finite, apart at the nodes and between them, measured right, no pair forgotten.
void check_places(const StepRecord& record, Findings& findings);

/// Of sums: energy, dissipation, momentum, angular momentum. `so_far` includes this step.
void check_balances(const StepRecord& record, const Magnitudes& so_far, Findings& findings);

/// Of the solve: its certificate, the impulses of each body, the velocities of a dense method where there are few
/// contacts.
void check_solve(const StepRecord& record, Findings& findings);

/// All of them.
void check_step(const StepRecord& record, const Magnitudes& so_far, Findings& findings);

}  // namespace galet::soak
