// Linear drag -c u^{n+1} [N], c in kg/s. Only the coefficient is given: the scheme puts it on the side of the unknown
// velocity, so that drag takes energy out for any step.
#include "galet/forces/selected.hpp"

namespace galet {
namespace {

class Drag final : public Force {
  public:
    Drag(Selection on, double coefficient) : Force(std::move(on)), coefficient_(coefficient) {
        assert(coefficient >= 0);
    }

    void add_mean(const Bodies&, double, double, StepForces& forces) const override {
        for_each_selected(on_, [out = forces.drag.data(), c = coefficient_](Index i, Index) { out[i] += c; });
    }

  private:
    double coefficient_;
};

}  // namespace

std::unique_ptr<Force> make_drag(Selection on, double coefficient) {
    return std::make_unique<Drag>(std::move(on), coefficient);
}

}  // namespace galet
