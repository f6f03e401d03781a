// The films of viscous contacts by pair: how thin they are and the force of the last step.
#pragma once

#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/detection/contact_set.hpp"
#include "galet/detection/pair_table.hpp"

namespace galet {

class FilmMemory {
  public:
    /// Parallel arrays, sides as in ContactSet.
    struct Entries {
        std::vector<Index> first, second;
        std::vector<double> log_distance;  ///< log of D [m]
        std::vector<double> force;         ///< of film and contact together [N], either sign
    };

    void remember(const Bodies& bodies, Entries entries);

    /// The entry of a pair, -1 where it has no film.
    Index find(const Bodies& bodies, Index first, Index second) const { return table_.find(bodies, first, second); }

    const Entries& entries() const { return entries_; }

  private:
    Entries entries_;
    PairTable table_;
};

}  // namespace galet
