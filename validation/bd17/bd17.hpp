// The experiments of BD17, section 5.
#pragma once

#include "validation/experiment.hpp"

namespace galet::validation {

void sliding_ball(const Request& request, Verdict& verdict);
void sedimentation(const Request& request, Verdict& verdict);
void inclined(const Request& request, Verdict& verdict);

}  // namespace galet::validation
