#include "galet/crowd/desired.hpp"

#include "galet/core/formula_mean.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/workers.hpp"

namespace galet {
namespace {

class Given final : public Goal {
  public:
    void set_velocity(const Walkers& walkers, std::span<double> velocity) const override {
        const auto d = static_cast<std::size_t>(walkers.bodies.dimension);
        parallel_for(walkers.bodies.size(), [&](Index i) {
            if (!walkers.has_goal(i)) return;
            for (std::size_t k = static_cast<std::size_t>(i) * d; k < (static_cast<std::size_t>(i) + 1) * d; ++k) {
                velocity[k] = walkers.people.given[k];
            }
        });
    }
};

class FormulaGoal final : public Goal {
  public:
    explicit FormulaGoal(std::vector<std::string> components)
        : workers_([all = std::move(components)] {
              Formulas formulas;
              for (const std::string& text : all) formulas.emplace_back(text, static_cast<int>(all.size()));
              return formulas;
          }) {}

    void set_velocity(const Walkers& walkers, std::span<double> velocity) const override {
        workers_.for_each_slice(walkers.bodies.size(), kFieldGrain, [&](Formulas& formulas, Index first, Index last) {
            for (Index i = first; i < last; ++i) {
                if (walkers.has_goal(i)) set_one(walkers, i, formulas, velocity);
            }
        });
    }

  private:
    using Formulas = std::vector<FormulaMean>;

    static void set_one(const Walkers& walkers, Index i, Formulas& formulas, std::span<double> velocity) {
        std::size_t at = static_cast<std::size_t>(i) * formulas.size();
        const double* const place = walkers.bodies.position.data() + at;
        for (FormulaMean& formula : formulas) {
            formula.move_to(place);
            velocity[at++] = formula.over_step(walkers.time, walkers.step);
        }
    }

    mutable Workers<Formulas> workers_;
};

class Toward final : public Goal {
  public:
    explicit Toward(const Point& point) : point_(point) {}

    void set_velocity(const Walkers& walkers, std::span<double> velocity) const override {
        with_dimension(walkers.bodies.dimension, [&](auto dim) {
            parallel_for(walkers.bodies.size(), [&](Index i) {
                if (!walkers.has_goal(i)) return;
                const Vec<dim()> way = to_vec<dim()>(point_) - load<dim()>(walkers.bodies.position, i);
                const double length = way.norm();
                store<dim()>(velocity, i, length > 0 ? Vec<dim()>(walkers.people.speed[i] / length * way) : way);
            });
        });
    }

  private:
    Point point_;
};

}  // namespace

std::unique_ptr<Goal> make_given() { return std::make_unique<Given>(); }

std::unique_ptr<Goal> make_formula_goal(std::vector<std::string> components) {
    return std::make_unique<FormulaGoal>(std::move(components));
}

std::unique_ptr<Goal> make_toward(const Point& point) { return std::make_unique<Toward>(point); }

void Desired::set_velocity(const Bodies& bodies, double t, double h, std::vector<double>& velocity) const {
    velocity.assign(bodies.position.size(), 0.0);
    for (std::size_t g = 0; g < goals.size(); ++g) {
        goals[g]->set_velocity({bodies, people, static_cast<Index>(g), t, h}, velocity);
    }
}

void Desired::after_step(const Bodies& bodies, double t, double h, std::span<const double> before) {
    for (std::size_t g = 0; g < goals.size(); ++g) {
        goals[g]->after_step({bodies, people, static_cast<Index>(g), t, h}, before, people.onward);
    }
}

}  // namespace galet
