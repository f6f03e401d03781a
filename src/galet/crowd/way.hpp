// The shortest way to an exit around the obstacles: U = -speed grad T / |grad T|, T the length of the way
// (eikonal.hpp), found once on a grid where the centre of a person can be (walking_grid.hpp), its direction
// interpolated bilinearly.
//
// An exit is one or several doors, straight lines. Aimed at is the part of a door where a person fits: its ends, at the
// door posts, would hold people fast. Whoever sees it from nearer than two clearances goes straight to it, and whoever
// has passed the door (People::onward) goes on straight across it.
#pragma once

#include <memory>
#include <vector>

#include "galet/crowd/desired.hpp"
#include "galet/crowd/door.hpp"
#include "galet/crowd/walking_grid.hpp"

namespace galet {

class Way final : public Goal {
  public:
    /// Throws InputError where nobody fits through any of the doors.
    Way(std::shared_ptr<const WalkingGrid> grid, std::vector<Door> doors);

    void set_velocity(const Walkers& walkers, std::span<double> velocity) const override;
    void after_step(const Walkers& walkers, std::span<const double> before, std::span<double> onward) const override;

    bool reaches(const Vec<2>& q) const;      ///< whether there is a way from here
    double length(const Vec<2>& q) const;     ///< of the way from here [m]; kUnreached where there is none
    Vec<2> direction(const Vec<2>& q) const;  ///< of the way, a unit vector; 0 where there is none

  private:
    Vec<2> aim(const Vec<2>& q) const;  ///< the nearest point of the doors where a person fits
    std::vector<Index> nodes_near_doors(double reach) const;
    void find_ways();

    std::shared_ptr<const WalkingGrid> grid_;
    std::vector<Door> doors_;
    std::vector<Door> open_;        ///< the parts of them where a person fits
    std::vector<double> length_;    ///< T by node
    std::vector<float> direction_;  ///< by node, vectors
    std::vector<bool> straight_;    ///< by node: goes straight to the door
};

/// The parts of a door where a person of the grid's clearance fits; none inside a wall.
std::vector<Door> open_parts(const WalkingGrid& grid, const Door& door);

}  // namespace galet
