// Liquid bridges between spheres (Maury07): while the surfaces are D < rupture apart, the two attract each other along
// the line of centres with
//
//   F(D) = pi gamma r (exp(-A D + B) + C),     r the mean of their radii,
//
// taken at q^n; gamma in N/m, A in 1/m. The energy of a bridge is minus the work that breaking it takes,
//
//   V(D) = - integral of F over [D, rupture],  0 beyond.
//
// Bridges exist at any D < rupture, or they are born when their bodies push each other in an accepted step and die when
// D >= rupture. A birth lowers the potential by -V(D): work done from outside, by the liquid. A death changes nothing.
#include <cmath>
#include <numbers>

#include "galet/detection/pair_table.hpp"
#include "galet/forces/near_pairs.hpp"
#include "galet/forces/selected.hpp"
#include "galet/geometry/distance.hpp"

namespace galet {
namespace {

class Capillary final : public Force {
  public:
    Capillary(Selection on, const CapillarySettings& settings)
        : Force(std::move(on)), settings_(settings), near_(NearPairs::Between::surfaces, settings.rupture) {
        assert(settings.gamma >= 0 && settings.A >= 0 && settings.rupture > 0);
    }

    void add_mean(const Bodies& bodies, double, double, StepForces& forces) const override {
        const PairView pairs = pairs_of(bodies);
        pull_.resize(pairs.first.size());
        with_dimension(bodies.dimension, [&](auto dim) {
            parallel_for(pairs.size(), [&](Index p) {
                const Index i = pairs.first[p], j = pairs.second[p];
                pull_[p] = strength(bodies, i, j) * pull(distance<dim()>(bodies, i, j));
            });
            add_pulls<dim()>(bodies, pairs, pull_, forces.conservative);
        });
    }

    double potential_energy(const Bodies& bodies) const override {
        const PairView pairs = pairs_of(bodies);
        return with_dimension(bodies.dimension, [&](auto dim) {
            return -ordered_sum(pairs.size(), [&](Index p) {
                const Index i = pairs.first[p], j = pairs.second[p];
                return strength(bodies, i, j) * work_to_break(distance<dim()>(bodies, i, j));
            });
        });
    }

    bool after_step(const Bodies& bodies, const ContactSet& contacts, std::span<const double> force) override {
        if (!settings_.from_contact) return false;
        return with_dimension(bodies.dimension, [&](auto dim) {
            remove_broken<dim()>(bodies);
            return add_touching<dim()>(bodies, contacts, force);
        });
    }

    ForceMemory memory() const override { return bridges_; }
    void restore(const ForceMemory& memory) override { bridges_ = memory; }

  private:
    PairView pairs_of(const Bodies& bodies) const {
        if (settings_.from_contact) return {bridges_.first, bridges_.second};
        near_.update(on_, bodies);
        return near_.view();
    }

    template <int dim>
    static double distance(const Bodies& bodies, Index i, Index j) {
        return sphere_distance<dim>(load<dim>(bodies.position, i), load<dim>(bodies.position, j), bodies.radius[i],
                                    bodies.radius[j]);
    }

    /// pi gamma r [N].
    double strength(const Bodies& bodies, Index i, Index j) const {
        return std::numbers::pi * settings_.gamma * 0.5 * (bodies.radius[i] + bodies.radius[j]);
    }

    /// F over pi gamma r.
    double pull(double D) const {
        return D < settings_.rupture ? std::exp(-settings_.A * D + settings_.B) + settings_.C : 0.0;
    }

    /// -V over pi gamma r [m]: (exp(-A D + B) - exp(-A rupture + B)) / A + C (rupture - D), written for small A too.
    double work_to_break(double D) const {
        const auto& [gamma, A, B, C, rupture, from_contact] = settings_;
        const double way = rupture - D;
        if (way <= 0) return 0;
        const double integral = A * way > 0 ? -std::expm1(-A * way) / A : way;
        return std::exp(-A * D + B) * integral + C * way;
    }

    template <int dim>
    void remove_broken(const Bodies& bodies) {
        auto& [first, second] = bridges_;
        std::size_t kept = 0;
        for (std::size_t p = 0; p < first.size(); ++p) {
            if (distance<dim>(bodies, first[p], second[p]) >= settings_.rupture) continue;
            first[kept] = first[p];
            second[kept] = second[p];
            ++kept;
        }
        first.resize(kept);
        second.resize(kept);
    }

    /// Whether a bridge was born.
    template <int dim>
    bool add_touching(const Bodies& bodies, const ContactSet& contacts, std::span<const double> force) {
        auto& [first, second] = bridges_;
        const std::size_t before = first.size();
        known_.build(bodies, first, second);
        for (Index c = 0; c < contacts.size(); ++c) {
            const Index i = std::min(contacts.first[c], contacts.second[c]);
            const Index j = std::max(contacts.first[c], contacts.second[c]);
            if (force[c] <= 0 || i < 0 || !on_.contains(i) || !on_.contains(j)) continue;
            if (known_.find(bodies, i, j) >= 0 || distance<dim>(bodies, i, j) >= settings_.rupture) continue;
            first.push_back(i);
            second.push_back(j);
        }
        return first.size() > before;
    }

    CapillarySettings settings_;
    ForceMemory bridges_;  ///< first the lower id, in the order of their birth; all with D < rupture
    PairTable known_;      ///< finds a bridge by its bodies (work space)
    mutable NearPairs near_;
    mutable std::vector<double> pull_;
};

}  // namespace

std::unique_ptr<Force> make_capillary(Selection on, const CapillarySettings& settings) {
    return std::make_unique<Capillary>(std::move(on), settings);
}

}  // namespace galet
