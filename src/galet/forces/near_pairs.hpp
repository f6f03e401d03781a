// Forces between pairs of bodies: which pairs, and their pulls added up. Private to this room.
#pragma once

#include <span>
#include <vector>

#include "galet/detection/pair_search.hpp"
#include "galet/forces/force.hpp"

namespace galet {

/// Pair p is first[p] and second[p].
struct PairView {
    std::span<const Index> first, second;
    Index size() const { return static_cast<Index>(first.size()); }
};

/// The pairs of selected bodies that are near each other, each once, in an order that depends on the bodies alone.
class NearPairs {
  public:
    enum class Between { centres, surfaces };

    /// Pairs whose centres, or surfaces, are at most `within` [m] apart, and by rounding a few that are not.
    NearPairs(Between between, double within) : between_(between), within_(within) {}

    /// Finds the pairs. Where nothing has moved since the last time it finds that out and returns false.
    bool update(const Selection& on, const Bodies& bodies);

    PairView view() const { return {first_, second_}; }

  private:
    bool gather(const Selection& on, const Bodies& bodies);
    void collect(int dimension);

    struct Pair {
        Index first, second;
    };

    Between between_;
    double within_;
    std::vector<Index> id_;                 ///< of the selected bodies
    std::vector<double> position_, reach_;  ///< of the selected bodies, at the last update
    PairSearch search_;
    std::vector<std::vector<Pair>> found_;  ///< by block of the search
    std::vector<Index> first_, second_;     ///< all of them; first is the lower id
};

/// Adds to `sum`, body by body, the forces of pairs that attract each other with pull[p] [N] along the line of centres:
/// exactly opposite ones, in the order of the pairs. Centres that coincide have no such line and no force.
template <int dim>
void add_pulls(const Bodies& bodies, const PairView& pairs, std::span<const double> pull, std::span<double> sum) {
    for (Index p = 0; p < pairs.size(); ++p) {
        if (pull[p] == 0) continue;
        const Index i = pairs.first[p], j = pairs.second[p];
        const Vec<dim> difference = load<dim>(bodies.position, j) - load<dim>(bodies.position, i);
        const double distance = difference.norm();
        if (distance == 0) continue;
        const Vec<dim> force = (pull[p] / distance) * difference;
        store<dim>(sum, i, load<dim>(sum, i) + force);
        store<dim>(sum, j, load<dim>(sum, j) - force);
    }
}

}  // namespace galet
