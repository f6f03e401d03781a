// Writes the constraints of a step as a contact problem, and takes its solution back to the bodies.
//
// The problem holds the bodies that touch something, in the order of the cells, so that neighbours in space are near in
// memory.
#pragma once

#include <span>
#include <vector>

#include "galet/detection/clearance.hpp"
#include "galet/detection/contact_set.hpp"
#include "galet/problem/contact_problem.hpp"
#include "galet/schemes/friction.hpp"

namespace galet {

/// What a step knows of its bodies before contacts act, by id.
struct FreeMotion {
    std::span<const double> mass;      ///< that the problem sees [kg]
    std::span<const double> position;  ///< [m]; empty where the problem need not know
    std::span<const double> velocity;  ///< U [m/s]
    double step;                       ///< h [s]
};

class Assembly {
  public:
    /// `order` lists all ids, near in space where near in the list.
    void assemble(const ContactSet& contacts, std::span<const Index> order, const FreeMotion& motion,
                  const Clearance& clearance, ContactProblem& problem);

    /// Adds friction to the problem that was assembled last; `inertia` and `spin` (free) by id.
    void add_friction(const Rubbing& rubbing, std::span<const double> inertia, std::span<const double> spin,
                      ContactProblem& problem) const;

    /// Vectors of `size` numbers by id from the problem's, `solved`; bodies outside the problem keep what they have.
    void spread(int size, std::span<const double> solved, std::span<double> by_id) const;

    /// Vectors by id in the order of the problem.
    void gather(int size, std::span<const double> by_id, std::vector<double>& in_problem) const;

  private:
    void choose_bodies(const ContactSet& contacts, std::span<const Index> order);

    std::vector<Index> chosen_;  ///< ids of the problem's bodies, in its order
    std::vector<Index> rank_;    ///< by id: place in the problem, or a mark
};

/// velocity += M^-1 sum_c impulse_c G_c, by id.
void add_impulses(const ContactSet& contacts, std::span<const double> impulse, std::span<const double> mass,
                  std::span<double> velocity);

}  // namespace galet
