// Weight m g [N] in a uniform field, g in m/s^2. Potential energy -m g.q [J], 0 at the origin. The mean over a step is
// the force itself.
#include "galet/forces/selected.hpp"

namespace galet {
namespace {

class Gravity final : public Force {
  public:
    Gravity(Selection on, Vector3 acceleration) : Force(std::move(on)), g_(acceleration) {}

    void add_mean(const Bodies& bodies, double, double, StepForces& forces) const override {
        with_dimension(bodies.dimension, [&](auto dim) {
            constexpr int d = dim;
            const double* const mass = bodies.mass.data();
            double* const out = forces.conservative.data();
            for_each_selected(on_, [mass, out, g = g_](Index i, Index) {
                for (int c = 0; c < d; ++c) out[static_cast<std::ptrdiff_t>(i) * d + c] += mass[i] * g[c];
            });
        });
    }

    double potential_energy(const Bodies& bodies) const override {
        return with_dimension(bodies.dimension, [&](auto dim) {
            const Vec<dim> g = Eigen::Map<const Vec<dim>>(g_.data());
            return -sum_over_selected(
                on_, [&](Index i, Index) { return bodies.mass[i] * g.dot(load<dim>(bodies.position, i)); });
        });
    }

  private:
    Vector3 g_;
};

}  // namespace

std::unique_ptr<Force> make_gravity(Selection on, Vector3 acceleration) {
    return std::make_unique<Gravity>(std::move(on), acceleration);
}

}  // namespace galet
