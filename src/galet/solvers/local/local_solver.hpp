// The one-contact solvers of Gauss-Seidel by name. A local solver is a pure functor: from the impulse p [N s] of a
// contact, its rate of separation v [m/s] with that impulse and its own W [1/kg], the new impulse. `kKeepsRate` says
// whether it solves for the rate as well, so that the rate it leaves behind is its own and not that of all impulses.
#pragma once

#include <cassert>

#include "galet/solvers/local/eal.hpp"
#include "galet/solvers/local/ebp.hpp"
#include "galet/solvers/local/pdas.hpp"
#include "galet/solvers/local/sal.hpp"
#include "galet/solvers/local/sbp.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {

/// Calls f(local solver) so that sweeps are compiled for each of them.
template <class F>
decltype(auto) with_local_solver(const SolverSettings& settings, F&& f) {
    if (settings.local == "sbp") return f(Sbp{settings.rho});
    if (settings.local == "sal") return f(Sal{settings.rho});
    if (settings.local == "ebp") return f(Ebp{settings.rho});
    if (settings.local == "eal") return f(Eal{settings.rho});
    assert(settings.local == "pdas");
    return f(Pdas{settings.gamma});
}

}  // namespace galet
