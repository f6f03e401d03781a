// Runs the simulations of an experiment and keeps what it wants to look at.
#pragma once

#include <functional>
#include <vector>

#include "galet/scene/scene.hpp"
#include "validation/experiment.hpp"

namespace galet::validation {

/// Steps to the end of the scene, or for as many steps as are asked for; `look` sees the start and the state after
/// every step. Throws Unsolved where a step is not taken.
void follow(Simulation& simulation, const Request& request, const std::function<void(const Simulation&)>& look);

/// Every state of a run, the start first.
struct Path {
    double step = 0;                                      ///< h [s]
    std::vector<double> time;                             ///< [s]
    std::vector<std::vector<double>> position, velocity;  ///< [m], [m/s], body by body
    std::vector<double> mass;                             ///< [kg]

    std::size_t nodes() const { return time.size(); }
    std::vector<double> coordinate(std::size_t k) const;  ///< the k-th number of all positions, over time
};

Path path_of(Scene scene, const Request& request);

/// `--set simulation.step=h`, with all digits.
Override step_override(double h);

/// 2^-power.
double dyadic(int power);

/// Slope of log y over log x by least squares.
double fitted_order(const std::vector<double>& x, const std::vector<double>& y);

/// |u| of each body [m/s].
std::vector<double> speeds(const Bodies& bodies);

}  // namespace galet::validation
