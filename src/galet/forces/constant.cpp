// A force f [N] that changes neither in time nor in space, the same for all bodies or each body its own. Potential
// energy -f.q [J], 0 at the origin. The mean over a step is the force itself.
#include "galet/forces/selected.hpp"

namespace galet {
namespace {

class Constant final : public Force {
  public:
    Constant(Selection on, std::vector<Vector3> value) : Force(std::move(on)), value_(std::move(value)) {
        assert(value_.size() == 1 || value_.size() == static_cast<std::size_t>(on_.size()));
    }

    void add_mean(const Bodies& bodies, double, double, StepForces& forces) const override {
        with_dimension(bodies.dimension, [&](auto dim) {
            constexpr int d = dim;
            double* const out = forces.conservative.data();
            for_each_selected(on_, [out, value = value_.data(), stride = stride()](Index i, Index k) {
                const Vector3& f = value[k * stride];
                for (int c = 0; c < d; ++c) out[static_cast<std::ptrdiff_t>(i) * d + c] += f[c];
            });
        });
    }

    double potential_energy(const Bodies& bodies) const override {
        return with_dimension(bodies.dimension, [&](auto dim) {
            return -sum_over_selected(on_, [&](Index i, Index k) {
                const Vec<dim> f = Eigen::Map<const Vec<dim>>(value_[k * stride()].data());
                return f.dot(load<dim>(bodies.position, i));
            });
        });
    }

  private:
    /// From the value of one body to that of the next: 0 where all share one.
    std::ptrdiff_t stride() const { return value_.size() == 1 ? 0 : 1; }

    std::vector<Vector3> value_;
};

}  // namespace

std::unique_ptr<Force> make_constant(Selection on, std::vector<Vector3> value) {
    return std::make_unique<Constant>(std::move(on), std::move(value));
}

}  // namespace galet
