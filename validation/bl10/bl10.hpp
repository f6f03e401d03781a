// BL10: constraints that depend on time.
#pragma once

#include "validation/experiment.hpp"

namespace galet::validation {

void growing_radii(const Request& request, Verdict& verdict);

}  // namespace galet::validation
