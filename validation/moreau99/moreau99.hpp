// Shocks and moving boundaries after Moreau99.
#pragma once

#include "validation/experiment.hpp"

namespace galet::validation {

void restitution_chain(const Request& request, Verdict& verdict);
void vibrated(const Request& request, Verdict& verdict);

}  // namespace galet::validation
