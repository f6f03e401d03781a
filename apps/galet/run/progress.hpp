// How a run is getting on: a live line on a terminal, a line now and then elsewhere; and why the solver changed its
// method, once for each reason. On standard error.
#pragma once

#include <set>
#include <string>

#include "galet/core/timer.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {

class Progress {
  public:
    /// `last_step` is where the run will end.
    Progress(bool quiet, const Simulation& simulation, std::int64_t last_step);
    ~Progress();

    void update();

  private:
    bool quiet_, live_;
    const Simulation& simulation_;
    std::int64_t first_step_, last_step_;
    Timer timer_;
    double next_ = 0;  ///< when to show something again [s]
    bool shown_ = false;
    std::set<std::string> said_;  ///< notes of the solver
};

}  // namespace galet::app
