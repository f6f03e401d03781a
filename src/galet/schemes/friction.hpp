// What friction needs to know of the contacts of a step: how rough each is, where its bodies touch, and how fast what
// does not yield to the bodies moves along it.
#pragma once

#include <span>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/detection/contact_set.hpp"
#include "galet/laws/law.hpp"

namespace galet {

/// The friction of any two sides: that of the obstacle, of the two groups, of the scene.
class FrictionTable {
  public:
    FrictionTable(const LawSettings& law, const Bodies& bodies, const Obstacles& obstacles);

    /// Sides as in a ContactSet.
    double of(Index first, Index second) const;

  private:
    double scene_;
    std::vector<double> by_wall_;
    std::vector<Index> kind_;      ///< by body: which of the names that matter its group has
    std::vector<double> between_;  ///< by two kinds; empty where no groups are named
    Index kinds_ = 0;
};

/// By contact of a step.
struct Rubbing {
    std::vector<double> friction;
    std::vector<double> arm;    ///< as in ContactProblem [m]
    std::vector<double> drive;  ///< as in ContactProblem [m/s]; empty where nothing is prescribed
};

/// `before` are the walls as they were `step` [s] ago, empty where they stand still. Bodies that touch each other do so
/// halfway between their surfaces, bodies at walls at their own surface.
void find_rubbing(const FrictionTable& table, const Bodies& bodies, std::span<const Wall> before,
                  std::span<const Wall> now, double step, const ContactSet& contacts, Rubbing& rubbing);

/// The velocity of `second` against `first` along a contact, where they touch, for `velocity` and `spin` by id; a drive
/// is not counted.
template <int dim>
Vec<dim> slip_of(const ContactSet& contacts, const Rubbing& rubbing, Index c, std::span<const double> velocity,
                 std::span<const double> spin);

}  // namespace galet
