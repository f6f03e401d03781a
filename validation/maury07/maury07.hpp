// The experiments of Maury07.
#pragma once

#include "validation/experiment.hpp"

namespace galet::validation {

void stochastic(const Request& request, Verdict& verdict);
void capillary(const Request& request, Verdict& verdict);
void chains(const Request& request, Verdict& verdict);
void macroscopic(const Request& request, Verdict& verdict);
void gluey_plane(const Request& request, Verdict& verdict);
void gluey_suspension(const Request& request, Verdict& verdict);
void lubrication_limit(const Request& request, Verdict& verdict);
void crowd(const Request& request, Verdict& verdict);
void corridor(const Request& request, Verdict& verdict);
void stadium(const Request& request, Verdict& verdict);
void shear(const Request& request, Verdict& verdict);

/// A ball of 1 kg at 0.5 m above a wall, pushed down with 1 N until t = 2 s, then pulled up with 2 N, as a scene of law
/// gluey in one dimension.
extern const char* const kGluedBall;

}  // namespace galet::validation
