// Projections onto a moving set that a step of a method takes, counted; what fails ends the step. Private to this room.
#pragma once

#include <stdexcept>

#include "galet/sweeping/nearest.hpp"

namespace galet::sweeping {

/// A step that cannot be done, and why: caught by Sweep::step, which says so in its report.
class CannotStep : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class Projector {
  public:
    explicit Projector(const MovingSet& set) : set_(set) {}

    /// prox(C(t), z); throws CannotStep where there is none to be found.
    Vector operator()(double t, const Vector& z);

    const MovingSet& set() const { return set_; }
    int count() const { return count_; }

  private:
    const MovingSet& set_;
    int count_ = 0;
};

}  // namespace galet::sweeping
