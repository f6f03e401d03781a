// Finds the constraints of a step: first those that are likely to act, then any other that the solution would violate.
//
// For bodies that move with velocities v during h, a constraint c is safe when D'_c + h G_c.v >= 0, D' being the
// distance with the margin taken off (clearance.hpp). Since |G_c.v| <= |v_i - w| + |v_j - w| for any common velocity w,
// only pairs with D'_ij < h (|v_i - w| + |v_j - w|) can be violated; w is the mean velocity, so that a cloud falling as
// one costs nothing. Walls stand still: there w = 0.
//
// On a line the constraints are the neighbours in the initial order, all of them.
#pragma once

#include <span>
#include <tuple>
#include <vector>

#include "galet/bodies/bodies.hpp"
#include "galet/bodies/obstacles.hpp"
#include "galet/detection/clearance.hpp"
#include "galet/detection/contact_set.hpp"
#include "galet/detection/pair_search.hpp"
#include "galet/detection/pair_table.hpp"
#include "galet/detection/wall_search.hpp"

namespace galet {

/// Contacts that a step may have: three numbers for each can still be counted by an Index. They take some 100 GB.
inline constexpr std::int64_t kMostContacts = std::int64_t{1} << 29;

/// A std::domain_error where there are more.
void require_countable(std::size_t contacts);

/// How the bodies move in the step that is looked at.
struct Motion {
    std::span<const double> velocity;  ///< v, body by body [m/s]
    double step;                       ///< h [s]
    Clearance clearance;
};

/// Radii and walls as they were at the start of a step in which something is prescribed.
struct Before {
    std::span<const double> radius;
    std::span<const Wall> walls;
};

/// What is near, and so among the likely constraints, beyond what radii say (kNear).
struct Nearness {
    double least = 0;  ///< surfaces closer than this, whatever their radii [m]
    double ahead = 0;  ///< or closer than this part of what two bodies close in a step that meet at the mean speed
};

class ContactSearch {
  public:
    ContactSearch(const Bodies& bodies, const Obstacles& obstacles, const Nearness& nearness = {})
        : bodies_(bodies), obstacles_(obstacles), nearness_(nearness), least_near_(nearness.least) {}

    /// Radii and walls that the distances of the coming searches are compared with (`ContactSet::closing`); none at
    /// first.
    void compare_with(const Before& before) { before_ = before; }

    /// Fills `contacts` with the pairs and walls that are near or that the motion would violate.
    /// True when it took every pair and wall that a motion as fast as this one could reach.
    bool find_likely(const Motion& motion, ContactSet& contacts);

    /// Adds the pairs and walls that the motion violates and that are not in `contacts`. Returns how many.
    Index add_violated(const Motion& motion, ContactSet& contacts);

    /// The smallest distance over all pairs and walls [m]; the largest double where there are none.
    double smallest_distance();

    /// Ids in the order of the cells of the last find_likely: near in this list is near in space.
    std::span<const Index> body_order() const { return body_order_; }

    /// Surfaces closer than this part of the sum of the radii are near.
    static constexpr double kNear = 0.05;

  private:
    template <int dim>
    struct Candidate {
        Index first, second;
        Separation<dim> separation;
        double closing;
    };
    /// Found contacts by block, so that their order does not depend on threads.
    template <int dim>
    using Found = std::vector<std::vector<Candidate<dim>>>;

    template <int dim>
    Found<dim>& found() {
        return std::get<dim - 1>(found_);
    }
    /// The distance up to which a pair, or a body and a wall, are near [m].
    double near(Index first, Index second) const {
        return std::max(least_near_, kNear * (bodies_.radius[second] + (first >= 0 ? bodies_.radius[first] : 0.0)));
    }
    template <int dim>
    void set_nearness(const Motion& motion);
    void sort_walls();
    bool compares() const { return !before_.radius.empty(); }
    /// What radii that have changed take off the distance of two bodies [m].
    double growth(Index first, Index second) const {
        if (!compares()) return 0;
        return (bodies_.radius[first] - before_.radius[first]) + (bodies_.radius[second] - before_.radius[second]);
    }
    void list_far(const ContactSet& contacts);
    template <int dim>
    bool spread_reach(const Motion& motion, bool near_ones);
    template <int dim>
    void sort_bodies(const Motion& motion);
    template <int dim, class Keep>
    void collect(const Motion& motion, ContactSet& contacts, Keep&& keep);
    template <int dim, class Keep>
    void collect_pairs(const Motion& motion, Keep&& keep);
    template <int dim, class Keep>
    void collect_neighbours(const Motion& motion, Keep&& keep);
    template <int dim, class Keep>
    void collect_walls(const Motion& motion, Keep&& keep);
    template <int dim>
    void append_found(ContactSet& contacts);
    template <int dim>
    double smallest_to_walls();
    double first_look() const;
    template <int dim>
    double smallest_between_bodies(double bound);

    const Bodies& bodies_;
    const Obstacles& obstacles_;
    Nearness nearness_;
    double least_near_;  ///< of the last find_likely [m]
    Before before_;
    PairSearch search_;
    WallSearch wall_search_;
    PairTable table_;                                      ///< of the contacts that are not near
    std::vector<Index> far_first_, far_second_;            ///< what it is made from
    std::vector<double> effective_;                        ///< by id: radius and how far a body looks for others [m]
    std::vector<double> wall_reach_;                       ///< and how far it looks for walls
    std::vector<double> sorted_radius_, sorted_velocity_;  ///< in the order of the search
    std::vector<Index> body_order_;
    std::vector<std::size_t> offset_;
    std::vector<double> block_smallest_;
    std::tuple<Found<1>, Found<2>, Found<3>> found_;
    double last_smallest_ = 0;  ///< where to look first; changes the cost, not the result
};

}  // namespace galet
