// An order of contacts for Gauss-Seidel: packs of contacts that share no body, so that the contacts of a pack can be
// handled at once, and neighbours in the list do not wait for each other's velocities.
//
// Packs are gathered from a short window of the list, so that contacts stay near their neighbours in memory. What finds
// no partners there (contacts of one large body among small ones) comes at the end, one by one. What does not move may
// be shared.
#pragma once

#include <span>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet {

class ConflictFreeOrder {
  public:
    /// Takes a problem; `permuted` is the same one with its contacts in the new order.
    void assign(const ContactProblem& problem);

    const ContactProblem& permuted() const { return permuted_; }

    /// Contacts in whole packs of kPackWidth, from the first on; the rest come one by one.
    Index packed() const { return packed_; }

    /// Values by contact in the new order, and back.
    void forth(std::span<const double> values, std::span<double> permuted) const;
    void back(std::span<const double> permuted, std::span<double> values) const;

  private:
    void gather_packs(const ContactProblem& problem);
    void permute(const ContactProblem& problem);

    ContactProblem permuted_;
    std::vector<Index> order_;  ///< the contact of the problem at each place
    Index packed_ = 0;
    std::vector<Index> window_, alone_, taken_;  ///< taken_: by body, the last pack that has it
};

}  // namespace galet
