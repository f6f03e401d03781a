// Finds a contact by its two sides.
//
// A pair is kept with its smaller body (the lower id where radii are equal): a sphere touches only a few that are at
// least as large, so that every list stays short whatever the mixture of sizes. A wall contact is kept with its body.
#pragma once

#include <span>
#include <vector>

#include "galet/bodies/bodies.hpp"

namespace galet {

class PairTable {
  public:
    /// Entry c is the contact of `first[c]` (a body, or ~w for wall w) and body `second[c]`.
    void build(const Bodies& bodies, std::span<const Index> first, std::span<const Index> second);

    /// The entry of a pair, -1 where there is none.
    Index find(const Bodies& bodies, Index first, Index second) const;

  private:
    struct Entry {
        Index partner, contact;
    };
    std::vector<Index> start_;  ///< entries of body i are [start_[i], start_[i + 1])
    std::vector<Entry> entries_;
};

}  // namespace galet
