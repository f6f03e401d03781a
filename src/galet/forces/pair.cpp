// A potential V(d) [J] between all pairs of selected bodies whose centres are nearer than the cut-off, d [m] being the
// distance of the centres:
//
//   force on j  = -V'(d) e,   force on i = +V'(d) e,   e = (q_j - q_i) / d,   at q^n.
//
// V is a formula of the user, V' its numerical derivative (core/derivative.hpp). V is taken as given: where it does
// not vanish at the cut-off, the energy jumps by it as a pair comes into reach. Centres that coincide have no direction
// and no force.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "galet/core/error.hpp"
#include "galet/core/formula.hpp"
#include "galet/core/derivative.hpp"
#include "galet/forces/near_pairs.hpp"
#include "galet/forces/selected.hpp"
#include "galet/core/workers.hpp"

namespace galet {
namespace {

/// Fewest pairs worth a thread of their own: a formula takes about 0.1 us.
constexpr Index kPairGrain = 64;

double value_at(Formula& potential, double d) {
    potential.set(0, d);
    return potential();
}

double slope_at(Formula& potential, double d) {
    if (d == 0) return 0;
    const double slope = derivative(
        [&](double x) {
            potential.set(0, x);
            return potential.unchecked();
        },
        d);
    if (std::isfinite(slope)) return slope;
    value_at(potential, d);  // says so where the value itself is not finite
    throw InputError(fmt::format("the expression \"{}\" has no finite derivative at d = {}", potential.text(), d));
}

class Pair final : public Force {
  public:
    Pair(Selection on, const std::string& potential, double cutoff)
        : Force(std::move(on)),
          cutoff_(cutoff),
          pairs_(NearPairs::Between::centres, cutoff),
          workers_([potential] { return Formula(potential, {"d"}); }) {
        assert(cutoff > 0);
    }

    void add_mean(const Bodies& bodies, double, double, StepForces& forces) const override {
        update(bodies);
        with_dimension(bodies.dimension, [&](auto dim) {
            evaluate<dim()>(bodies, slope_at);
            add_pulls<dim()>(bodies, pairs_.view(), value_, forces.conservative);
        });
    }

    double potential_energy(const Bodies& bodies) const override {
        update(bodies);
        if (!energy_) {
            with_dimension(bodies.dimension, [&](auto dim) { evaluate<dim()>(bodies, value_at); });
            energy_ = ordered_sum(pairs_.view().size(), [value = value_.data()](Index p) { return value[p]; });
        }
        return *energy_;
    }

  private:
    void update(const Bodies& bodies) const {
        if (pairs_.update(on_, bodies)) energy_.reset();
    }

    /// f(potential, d) of each pair into `value_`, 0 beyond the cut-off.
    template <int dim, class F>
    void evaluate(const Bodies& bodies, F&& f) const {
        const PairView pairs = pairs_.view();
        value_.resize(pairs.first.size());
        workers_.for_each_slice(pairs.size(), kPairGrain, [&](Formula& potential, Index first, Index last) {
            for (Index p = first; p < last; ++p) {
                const Vec<dim> a = load<dim>(bodies.position, pairs.first[p]);
                const double d = (load<dim>(bodies.position, pairs.second[p]) - a).norm();
                value_[p] = d < cutoff_ ? f(potential, d) : 0.0;
            }
        });
    }

    double cutoff_;
    mutable NearPairs pairs_;
    mutable std::optional<double> energy_;  ///< of these pairs, once it was asked for
    mutable std::vector<double> value_;
    mutable Workers<Formula> workers_;
};

}  // namespace

std::unique_ptr<Force> make_pair_potential(Selection on, const std::string& potential, double cutoff) {
    return std::make_unique<Pair>(std::move(on), potential, cutoff);
}

}  // namespace galet
