// A force [N] given by one formula a component, of time t and place x, y, z: f(q, s). Its mean over the step is taken
// at the positions q^n of its start,
//
//   f_h = 1/h  integral of f(q^n, s) ds  over [t, t + h],
//
// by adaptive Gauss-Kronrod quadrature. Measured (time_mean.hpp), relative to the mean of |f|: 4e-16 for smooth
// formulas, 1e-13 with a jump, 7e-12 with a kink. A component without t is evaluated once a body and needs no
// quadrature; one without x, y, z is the same for all bodies and found once a step.
#include <fmt/format.h>

#include "galet/core/error.hpp"
#include "galet/core/formula.hpp"
#include "galet/core/time_mean.hpp"
#include "galet/forces/selected.hpp"
#include "galet/forces/workers.hpp"

namespace galet {
namespace {

/// Estimated error of a mean, of the mean of |f|, from which on the formula is refused: it has a pole that cannot be
/// integrated, or oscillates beyond what kMeanHalvings panels resolve.
constexpr double kMeanFailure = 1e-6;

/// Fewest bodies worth a thread of their own: a formula takes about 0.1 us.
constexpr Index kFieldGrain = 64;

/// A component as a function of time at one place.
class Component {
  public:
    Component(const std::string& text, int dimension)
        : formula_(text, time_and_place(dimension)), dimension_(dimension) {}

    bool uses_place() const {
        for (int c = 0; c < dimension_; ++c) {
            if (formula_.uses(1 + c)) return true;
        }
        return false;
    }
    void move_to(const double* place) {
        for (int c = 0; c < dimension_; ++c) formula_.set(1 + c, place[c]);
    }
    double operator()(double t) {
        formula_.set(0, t);
        return formula_();
    }

    double mean_over_step(double t, double h) {
        if (!formula_.uses(0)) return (*this)(t);
        const MeanEstimate estimate = time_mean(*this, t, h);
        if (estimate.error > kMeanFailure * estimate.magnitude) {
            throw InputError(fmt::format(
                "the expression \"{}\" has no mean over the step from t = {} to {} (at {}): it grows without bound or "
                "oscillates too fast (relative error {:.1e}, at most {:.0e} is admissible)",
                formula_.text(), t, t + h, formula_.where(), estimate.error / estimate.magnitude, kMeanFailure));
        }
        return estimate.mean;
    }

  private:
    Formula formula_;
    int dimension_;
};

class Expression final : public Force {
  public:
    Expression(Selection on, std::vector<std::string> components)
        : Force(std::move(on)),
          dimension_(components.size()),
          workers_([all = std::move(components)] { return formulas_of(all); }) {
        assert(dimension_ >= 1 && dimension_ <= 3);
        for (const Component& formula : workers_.first()) {
            uniform_ = uniform_ || !formula.uses_place();
            field_ = field_ || formula.uses_place();
        }
    }

    void add_mean(const Bodies& bodies, double t, double h, StepForces& forces) const override {
        assert(dimension_ == static_cast<std::size_t>(bodies.dimension));
        assert(h > 0);
        if (on_.ranges.empty()) return;
        if (uniform_) add_uniform(bodies, t, h, forces.external);
        if (field_) add_field(bodies, t, h, forces.external);
    }

  private:
    using Formulas = std::vector<Component>;

    static Formulas formulas_of(const std::vector<std::string>& components) {
        Formulas formulas;
        for (const std::string& text : components) formulas.emplace_back(text, static_cast<int>(components.size()));
        return formulas;
    }

    void add_uniform(const Bodies& bodies, double t, double h, std::vector<double>& sum) const {
        Vector3 mean{};
        int c = 0;
        for (Component& formula : workers_.first()) {
            if (!formula.uses_place()) mean[c] = formula.mean_over_step(t, h);
            ++c;
        }
        add_to_each(on_, bodies.dimension, mean, sum);
    }

    /// What a body gets does not depend on the slices, and the failure reported is that of the first body that has one.
    void add_field(const Bodies& bodies, double t, double h, std::vector<double>& sum) const {
        for (const auto& [begin, end] : on_.ranges) {
            workers_.for_each_slice(end - begin, kFieldGrain,
                                    [&, start = begin](Formulas& formulas, Index first, Index last) {
                                        for (Index i = start + first; i < start + last; ++i)
                                            add_at(bodies, i, t, h, formulas, sum);
                                    });
        }
    }

    static void add_at(const Bodies& bodies, Index i, double t, double h, Formulas& formulas,
                       std::vector<double>& sum) {
        std::size_t at = static_cast<std::size_t>(i) * static_cast<std::size_t>(bodies.dimension);
        const double* const place = bodies.position.data() + at;
        for (Component& formula : formulas) {
            if (formula.uses_place()) {
                formula.move_to(place);
                sum[at] += formula.mean_over_step(t, h);
            }
            ++at;
        }
    }

    std::size_t dimension_;
    bool uniform_ = false, field_ = false;  ///< some component is the same for all bodies, or differs
    mutable Workers<Formulas> workers_;
};

}  // namespace

std::unique_ptr<Force> make_expression(Selection on, std::vector<std::string> components) {
    return std::make_unique<Expression>(std::move(on), std::move(components));
}

}  // namespace galet
