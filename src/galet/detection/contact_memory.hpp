// The contact forces of the last step by pair, from which the next step's solver starts.
#pragma once

#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/detection/contact_set.hpp"
#include "galet/detection/pair_table.hpp"

namespace galet {

class ContactMemory {
  public:
    /// The remembered contacts as parallel arrays, sides as in ContactSet.
    struct Entries {
        std::vector<Index> first, second;
        std::vector<double> force;       ///< [N], > 0
        std::vector<double> tangential;  ///< vectors [N]; empty without friction
    };

    /// Remembers `force` [N] of every contact that pushes, and its `tangential` vector [N] where there are such.
    void remember(const Bodies& bodies, const ContactSet& contacts, std::span<const double> force,
                  std::span<const double> tangential = {});

    /// Writes into `force` what is remembered of each contact of the set, 0 where nothing is; likewise `tangential`
    /// unless it is empty.
    void recall(const Bodies& bodies, const ContactSet& contacts, std::span<double> force,
                std::span<double> tangential = {}) const;

    const Entries& entries() const { return entries_; }
    void restore(const Bodies& bodies, Entries entries);

  private:
    Entries entries_;
    PairTable table_;
};

}  // namespace galet
