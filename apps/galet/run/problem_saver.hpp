// Stores the contact problems of chosen steps, as `galet run --save-problem` asks.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "galet/io/result_folder.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::app {

class ProblemSaver {
  public:
    ProblemSaver(const std::vector<std::int64_t>& steps, std::string title, const ResultFiles& files);

    /// Keeps the forces that the coming step starts from, where its problem is wanted.
    void before_step(const Simulation& simulation);

    /// Writes the problem where it is wanted, also that of a step that could not be solved to its limits.
    void after_step(const Simulation& simulation);

    /// Says at the end which steps there were no problems of.
    void report_missing(const Simulation& simulation) const;

  private:
    std::set<std::int64_t> wanted_;
    std::string title_;
    ResultFiles files_;
    std::int64_t step_ = 0;  ///< the step whose problem is wanted now; 0: none
    ContactMemory start_;
    Bodies bodies_;  ///< at the start of that step: some may leave at its end
};

}  // namespace galet::app
