// The primal-dual active set method for all contacts at once (BD17 4.3, there for one contact at a time inside
// Gauss-Seidel; a semismooth Newton method):
//
//   A = {c : z_c - gamma w_c > 0},     W_AA z_A = -b_A,  z = 0 elsewhere,     w = W z + b,     until A repeats,
//
// in rows scaled to a unit diagonal and with gamma = 1, so in units of each contact's own W_cc. (BD17 eq. 37 takes >=
// 0: a contact with z = w = 0 is then active; either is right.) An answer is exact to rounding after a few
// factorisations, or there is none: nothing makes the method converge from far away. It says so when the sets come back
// to an earlier one or wander, and when W_AA is singular: more contacts than degrees of freedom.
#pragma once

#include "galet/solvers/face.hpp"
#include "galet/solvers/factoring_solver.hpp"

namespace galet {

class ActiveSet final : public FactoringMethod {
  public:
    void assign(DelassusProblem problem, const ContactProblem* bodies) override;
    std::int64_t run(std::span<const double> start, std::int64_t max_iterations, const Look& look,
                     std::string& note) override;
    std::span<const double> z() const override { return projected_; }

    /// Factorisations after which it gives up: it settles within some ten of them, or wanders.
    static constexpr std::int64_t kPatience = 100;

  private:
    Index choose();
    std::uint64_t hash() const;

    Face face_;
    std::vector<char> on_;
    std::vector<double> z_, w_, projected_;
    std::vector<std::uint64_t> seen_;
};

}  // namespace galet
