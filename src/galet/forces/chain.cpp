// Elastic filaments (Maury07). Consecutive bodies of a chain are linked by springs, and the angle at each inner body
// has an energy that is least when the chain is straight:
//
//   V = sum of k/2 (|a_i| - l)^2  +  sum of k_a/2 cos_i,     a_i = q_{i+1} - q_i,
//   cos_i = a_i.b_i / (|a_i| |b_i|),   b_i = q_{i-1} - q_i,
//
// k in N/m, l in m, k_a in J. Forces are taken at q^n. On a line bodies keep their order (Maury06 remark 1), and |a_i|
// is their distance in that order, negative by no more than rounding; so points that touch are still pushed apart.
// Elsewhere neighbours whose centres coincide are pushed along the first axis, and an angle with no direction has
// neither energy nor force.
#include "galet/forces/selected.hpp"
#include "galet/geometry/distance.hpp"

namespace galet {
namespace {

/// Forces [N] of an angle on its two ends; minus their sum acts on its middle.
template <int dim>
struct Bend {
    Vec<dim> on_next = Vec<dim>::Zero(), on_previous = Vec<dim>::Zero();
};

class Chain final : public Force {
  public:
    Chain(Selection on, const Bodies& bodies, const ChainSettings& settings)
        : Force(std::move(on)), settings_(settings) {
        assert(settings.stiffness >= 0 && settings.length >= 0 && settings.bending >= 0);
        assert(bodies.dimension > 1 || settings.bending == 0);
        find_chains(bodies);
        if (bodies.dimension == 1 && !bodies.line_order.empty()) {
            rank_.resize(bodies.line_order.size());
            for (std::size_t k = 0; k < rank_.size(); ++k) rank_[bodies.line_order[k]] = static_cast<Index>(k);
        }
    }

    void add_mean(const Bodies& bodies, double, double, StepForces& forces) const override {
        with_dimension(bodies.dimension, [&](auto dim) {
            for_each_selected(on_, [&](Index i, Index k) {
                const Vec<dim()> force = force_on<dim()>(bodies, i, chain_[k]);
                store<dim()>(forces.conservative, i, load<dim()>(forces.conservative, i) + force);
            });
        });
    }

    double potential_energy(const Bodies& bodies) const override {
        return with_dimension(bodies.dimension, [&](auto dim) {
            return sum_over_selected(on_, [&](Index i, Index k) {
                double energy = 0;
                if (i + 1 < chain_[k].last) {
                    const double stretch = link<dim()>(bodies, i).distance;
                    energy += 0.5 * settings_.stiffness * stretch * stretch;
                }
                if (has_angle(i, chain_[k])) energy += 0.5 * settings_.bending * cosine<dim()>(bodies, i);
                return energy;
            });
        });
    }

  private:
    /// Bodies [first, last).
    struct Ends {
        Index first, last;
    };

    /// Cuts the selection where groups meet.
    void find_chains(const Bodies& bodies) {
        chain_.resize(static_cast<std::size_t>(on_.size()));
        std::size_t g = 0, k = 0;
        for (auto [first, last] : on_.ranges) {
            while (first < last) {
                while (bodies.groups[g].last <= first) ++g;
                const Ends ends{first, std::min(last, bodies.groups[g].last)};
                for (; first < ends.last; ++first) chain_[k++] = ends;
            }
        }
    }

    bool has_angle(Index i, const Ends& chain) const {
        return settings_.bending > 0 && i > chain.first && i + 1 < chain.last;
    }

    /// How much longer than l the link of i and i + 1 is, and its direction.
    template <int dim>
    Separation<dim> link(const Bodies& bodies, Index i) const {
        if constexpr (dim == 1) {
            if (!rank_.empty()) {
                const double sign = rank_[i] < rank_[i + 1] ? 1 : -1;
                return {sign * (bodies.position[i + 1] - bodies.position[i]) - settings_.length, Vec<1>(sign)};
            }
        }
        return separate_spheres<dim>(load<dim>(bodies.position, i), load<dim>(bodies.position, i + 1), settings_.length,
                                     0.0);
    }

    /// Of the angle at body i; 0 where it has none.
    template <int dim>
    double cosine(const Bodies& bodies, Index i) const {
        const Vec<dim> q = load<dim>(bodies.position, i);
        const Vec<dim> a = load<dim>(bodies.position, i + 1) - q, b = load<dim>(bodies.position, i - 1) - q;
        const double lengths = a.norm() * b.norm();
        return lengths > 0 ? a.dot(b) / lengths : 0.0;
    }

    /// With a, b from the middle to the ends: the gradient of the cosine is (b/|b| - cos a/|a|) / |a| at the end of a.
    template <int dim>
    Bend<dim> bend(const Bodies& bodies, Index i) const {
        const Vec<dim> q = load<dim>(bodies.position, i);
        const Vec<dim> a = load<dim>(bodies.position, i + 1) - q, b = load<dim>(bodies.position, i - 1) - q;
        const double length_a = a.norm(), length_b = b.norm();
        if (!(length_a > 0 && length_b > 0)) return {};
        const Vec<dim> to_next = a / length_a, to_previous = b / length_b;
        const double cos = to_next.dot(to_previous);
        const double half = 0.5 * settings_.bending;
        return {(-half / length_a) * (to_previous - cos * to_next), (-half / length_b) * (to_next - cos * to_previous)};
    }

    /// Links and angles are computed again by each of their bodies, to the same bits: no body writes to another.
    template <int dim>
    Vec<dim> force_on(const Bodies& bodies, Index i, const Ends& chain) const {
        Vec<dim> force = Vec<dim>::Zero();
        if (i > chain.first) {
            const Separation<dim> before = link<dim>(bodies, i - 1);
            force -= settings_.stiffness * before.distance * before.normal;
        }
        if (i + 1 < chain.last) {
            const Separation<dim> after = link<dim>(bodies, i);
            force += settings_.stiffness * after.distance * after.normal;
        }
        if (i > chain.first && has_angle(i - 1, chain)) force += bend<dim>(bodies, i - 1).on_next;
        if (has_angle(i, chain)) {
            const Bend<dim> own = bend<dim>(bodies, i);
            force -= own.on_next + own.on_previous;
        }
        if (i + 1 < chain.last && has_angle(i + 1, chain)) force += bend<dim>(bodies, i + 1).on_previous;
        return force;
    }

    ChainSettings settings_;
    std::vector<Ends> chain_;  ///< of the k-th selected body
    std::vector<Index> rank_;  ///< on a line: place of each body, from left to right
};

}  // namespace

std::unique_ptr<Force> make_chain(Selection on, const Bodies& bodies, const ChainSettings& settings) {
    return std::make_unique<Chain>(std::move(on), bodies, settings);
}

}  // namespace galet
