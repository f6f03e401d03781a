// What the experiments with crowds show: the paths of people, how many leave, and where they are dense and pressed.
#pragma once

#include <filesystem>
#include <vector>

#include "figures/chart.hpp"
#include "figures/field_map.hpp"
#include "galet/simulation/simulation.hpp"

namespace galet::validation {

/// A crowd at one time, to be drawn later.
struct CrowdMoment {
    std::string caption;
    std::vector<FieldCell> cells;
    double edge = 1;  ///< of a cell [m]
    const Obstacles* obstacles = nullptr;
};

/// The crowd of a simulation now, on cells of the given edge [m].
CrowdMoment moment_of(const Simulation& now, std::string caption, double edge, const Obstacles& obstacles);

/// density.png and pressure.png in the folder, the moments side by side in so many columns. Nothing where there is no
/// moment.
void write_crowd_maps(const std::vector<CrowdMoment>& moments, int columns, const std::string& title,
                      const std::filesystem::path& folder);

/// Paths of people from where they start to where they leave.
class Paths {
  public:
    /// Of the people whose id is a multiple of `every`.
    explicit Paths(Index every) : every_(every) {}

    void look(const Bodies& bodies);

    /// With the walls that are lines or balls, and a dot where each one starts. `extent`: of the plane, a corner and
    /// the other.
    void write(const std::string& title, const figures::View& extent, const Obstacles& obstacles,
               const std::filesystem::path& png) const;

  private:
    Index every_;
    std::vector<figures::Series> paths_;
};

/// People per second through all exits over the last `window` [s], at every fourth of the steps so far.
figures::Series flow_of(const Leavings& leavings, Index exits, double step, std::int64_t steps, double window);

}  // namespace galet::validation
