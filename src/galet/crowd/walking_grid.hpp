// Where the centre of a person can be, on a square grid: what ways are planned on.
//
// A person of radius r fits where the distance to all walls is at least r. Nodes nearer than r - 1.5 dx are closed: so
// no way leads through a wall, nor through a door narrower than 2 r - 3 dx, and all four nodes around a place where the
// person fits are open. Nodes between the two are open but slow, s = 2, so that a way keeps r away from corners: the
// way around them by an arc of radius r is shorter than any through the slow strip.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/crowd/eikonal.hpp"

namespace galet {

struct WalkingSettings {
    std::array<double, 2> low{}, high{};  ///< corners of the grid [m]
    double spacing = 0;                   ///< dx [m], > 0
    double clearance = 0;                 ///< r: kept between centres and walls [m], > 0
};

/// Nodes from which on the spacing gets wider: some ten seconds, and 250 MB for each goal.
inline constexpr double kManyNodes = 1.6e7;

/// dx, of the clearance, at most: then the four nodes around a person are on the same side of every wall.
inline constexpr double kWidestSpacing = 0.7;

/// dx = r / 4, or wider where that makes many nodes.
double default_spacing(const std::array<double, 2>& low, const std::array<double, 2>& high, double clearance);

class WalkingGrid {
  public:
    /// Ways are planned around `walls`: those that stand still.
    WalkingGrid(const WalkingSettings& settings, const std::vector<Wall>& walls);

    const WalkingSettings& settings() const { return settings_; }
    const EikonalGrid& grid() const { return grid_; }
    Vec<2> place(Index node) const;

    bool fits(const Vec<2>& q) const;  ///< whether a person of radius `clearance` does; from the walls themselves

    /// Whether the straight way between two places leads over open nodes only.
    bool sees(const Vec<2>& from, const Vec<2>& to) const;

    /// The four nodes around a place and their bilinear weights; places outside count as on the edge.
    struct Corners {
        std::array<Index, 4> node;
        std::array<double, 4> weight;
    };
    Corners corners(const Vec<2>& q) const;

  private:
    double wall_distance(const Vec<2>& q, double reach) const;

    WalkingSettings settings_;
    std::vector<Wall> walls_;
    std::shared_ptr<const class WallSearch> search_;
    EikonalGrid grid_;
};

}  // namespace galet
