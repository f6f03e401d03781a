// The published experiments that can be run again, each compared with its published or closed-form values.
//
// An experiment drives the library as any program would: scenes, mostly the embedded examples with some values
// replaced, and simulations that it watches step by step. It adds to its verdict and draws figure.png into the folder
// it is given.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "galet/simulation/simulation.hpp"
#include "validation/verdict.hpp"

namespace galet::validation {

struct Request {
    std::filesystem::path folder;       ///< of figures and verdict; made where it is missing
    std::optional<std::int64_t> steps;  ///< of experiments that `can_be_shortened`: steps to do, at least 1
    /// Called at the start of a simulation and after each step, with the step at which it will end; may be empty.
    std::function<void(const Simulation&, std::int64_t)> watch;
};

struct Experiment {
    std::string name;
    std::string source;  ///< paper, section and figures: "Maury06 6.1, fig. 2-4"
    std::string line;    ///< what comes out
    bool can_be_shortened = false;
    void (*run)(const Request& request, Verdict& verdict) = nullptr;
};

const std::vector<Experiment>& experiments();

/// A step that an experiment needs could not be solved.
class Unsolved : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Runs an experiment and writes verdict.json beside its figures. An unsolved step is a value that does not hold.
Verdict reproduce(const Experiment& experiment, const Request& request);

}  // namespace galet::validation
