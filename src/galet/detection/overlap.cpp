#include "galet/detection/overlap.hpp"

#include "galet/detection/pair_search.hpp"
#include "galet/detection/wall_search.hpp"

namespace galet {
namespace {

/// Keeps the deepest of the overlaps it is shown.
struct Deepest {
    std::optional<Overlap> overlap;

    void consider(Index first, Index second, double distance, double admitted) {
        if (distance >= -admitted) return;
        if (!overlap || -distance > overlap->depth) overlap = Overlap{first, second, -distance};
    }
};

template <int dim>
void consider_pairs(const Bodies& bodies, double scale, Deepest& deepest) {
    const auto admitted = [&](Index i, Index j) {
        const double r = std::min(bodies.radius[i], bodies.radius[j]);
        return kTouching * (r > 0 ? r : scale);
    };
    if constexpr (dim == 1) {
        for (Index k = 0; k + 1 < bodies.size(); ++k) {
            const Index i = bodies.line_order[k], j = bodies.line_order[k + 1];
            deepest.consider(i, j,
                             line_distance(bodies.position[i], bodies.position[j], bodies.radius[i], bodies.radius[j]),
                             admitted(i, j));
        }
    } else {
        PairSearch search;
        search.build(dim, bodies.position, bodies.radius);
        std::vector<Deepest> found(search.blocks());
        search.for_each_pair<dim>([&](std::size_t block, Index a, Index b) {
            const Index i = search.order()[a], j = search.order()[b];
            found[block].consider(i, j,
                                  sphere_distance<dim>(search.position<dim>(a), search.position<dim>(b),
                                                       bodies.radius[i], bodies.radius[j]),
                                  admitted(i, j));
        });
        for (const Deepest& block : found) {
            if (block.overlap) deepest.consider(block.overlap->first, block.overlap->second, -block.overlap->depth, 0);
        }
    }
}

template <int dim>
void consider_walls(const Bodies& bodies, const Obstacles& obstacles, double scale, Deepest& deepest) {
    WallSearch search;
    search.build(dim, obstacles.walls);
    for (Index i = 0; i < bodies.size(); ++i) {
        const double r = bodies.radius[i];
        const Vec<dim> q = load<dim>(bodies.position, i);
        search.for_each_near<dim>(q, r, [&](Index w) {
            deepest.consider(~w, i, separate<dim>(obstacles.walls[w], q, r).distance, kTouching * (r > 0 ? r : scale));
        });
    }
}

}  // namespace

std::optional<Overlap> find_overlap(const Bodies& bodies, const Obstacles& obstacles) {
    Deepest deepest;
    const double scale = length_scale(bodies);
    with_dimension(bodies.dimension, [&](auto dim) {
        consider_pairs<dim()>(bodies, scale, deepest);
        consider_walls<dim()>(bodies, obstacles, scale, deepest);
    });
    return deepest.overlap;
}

}  // namespace galet
