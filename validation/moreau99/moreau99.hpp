// Shocks, moving boundaries, friction and the families of methods after Moreau99.
#pragma once

#include "validation/experiment.hpp"

namespace galet::validation {

void angle_of_repose(const Request& request, Verdict& verdict);
void hopper(const Request& request, Verdict& verdict);
void ballistic(const Request& request, Verdict& verdict);
void billiard(const Request& request, Verdict& verdict);
void incline(const Request& request, Verdict& verdict);
void pyramid(const Request& request, Verdict& verdict);
void restitution_chain(const Request& request, Verdict& verdict);
void sweeping_process(const Request& request, Verdict& verdict);
void three_ways(const Request& request, Verdict& verdict);
void vibrated(const Request& request, Verdict& verdict);

}  // namespace galet::validation
