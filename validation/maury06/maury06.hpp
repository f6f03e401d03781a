// The experiments of Maury06, section 6, and what its sections 4 and 5 prove.
#pragma once

#include "validation/experiment.hpp"

namespace galet::validation {

void nonuniqueness(const Request& request, Verdict& verdict);
void sticky(const Request& request, Verdict& verdict);
void impact(const Request& request, Verdict& verdict);
void fifty_thousand(const Request& request, Verdict& verdict);

void convergence(const Request& request, Verdict& verdict);
void hyperstatic_cluster(const Request& request, Verdict& verdict);  ///< second half of `convergence`

}  // namespace galet::validation
