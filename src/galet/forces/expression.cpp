// A force [N] given by one formula a component, of time t and place x, y, z: f(q, s). Its mean over the step is taken
// at the positions q^n of its start,
//
//   f_h = 1/h  integral of f(q^n, s) ds  over [t, t + h],
//
// by adaptive Gauss-Kronrod quadrature. Measured (time_mean.hpp), relative to the mean of |f|: 4e-16 for smooth
// formulas, 1e-13 with a jump, 7e-12 with a kink. A component without t is evaluated once a body and needs no
// quadrature; one without x, y, z is the same for all bodies and found once a step.
#include "galet/core/formula_mean.hpp"
#include "galet/core/workers.hpp"
#include "galet/forces/selected.hpp"

namespace galet {
namespace {

class Expression final : public Force {
  public:
    Expression(Selection on, std::vector<std::string> components)
        : Force(std::move(on)),
          dimension_(components.size()),
          workers_([all = std::move(components)] { return formulas_of(all); }) {
        assert(dimension_ >= 1 && dimension_ <= 3);
        for (const FormulaMean& formula : workers_.first()) {
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
    using Formulas = std::vector<FormulaMean>;

    static Formulas formulas_of(const std::vector<std::string>& components) {
        Formulas formulas;
        for (const std::string& text : components) formulas.emplace_back(text, static_cast<int>(components.size()));
        return formulas;
    }

    void add_uniform(const Bodies& bodies, double t, double h, std::vector<double>& sum) const {
        Vector3 mean{};
        int c = 0;
        for (FormulaMean& formula : workers_.first()) {
            if (!formula.uses_place()) mean[c] = formula.over_step(t, h);
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
        for (FormulaMean& formula : formulas) {
            if (formula.uses_place()) {
                formula.move_to(place);
                sum[at] += formula.over_step(t, h);
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
