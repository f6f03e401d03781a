// How a run is getting on: a live line on a terminal, a line now and then elsewhere; and why the solver changed its
// method, once for each reason. On standard error.
#pragma once

#include <set>
#include <string>

#include "galet/simulation/simulation.hpp"
#include "run/live_line.hpp"

namespace galet::app {

class Progress {
  public:
    /// `last_step` is where the run will end.
    Progress(bool quiet, const Simulation& simulation, std::int64_t last_step);

    void update();

  private:
    bool quiet_;
    const Simulation& simulation_;
    std::int64_t first_step_, last_step_;
    LiveLine line_;
    std::set<std::string> said_;  ///< notes of the solver
};

}  // namespace galet::app
