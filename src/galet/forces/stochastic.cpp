// Noise (Maury07): sigma sqrt(h) w is added to each velocity component of each body in a step, w normal of mean 0 and
// variance 1, independent of all others. As a mean force [N]
//
//   f_h = m sigma w / sqrt(h),     sigma in m/s^(3/2).
//
// w is a pure function of seed, number of the force in the scene, number of the step, id and component.
#include <cmath>

#include "galet/core/random.hpp"
#include "galet/forces/selected.hpp"

namespace galet {
namespace {

/// The stream of two components of a body. The highest bit sets these streams apart from those that place bodies.
std::uint64_t stream_of(std::uint32_t force, Index body, int pair_of_components) {
    return (std::uint64_t{1} << 63) | (std::uint64_t{force} << 33) |
           (static_cast<std::uint64_t>(pair_of_components) << 32) | static_cast<std::uint32_t>(body);
}

class Stochastic final : public Force {
  public:
    Stochastic(Selection on, double sigma, std::uint64_t seed, std::uint32_t number)
        : Force(std::move(on)), sigma_(sigma), seed_(seed), number_(number) {
        assert(sigma >= 0);
        assert(number < (1U << 30));
    }

    void add_mean(const Bodies& bodies, double t, double h, StepForces& forces) const override {
        assert(h > 0);
        const auto step = static_cast<std::uint64_t>(std::llround(t / h));
        const double per_mass = sigma_ / std::sqrt(h);
        with_dimension(bodies.dimension, [&](auto dim) {
            constexpr int d = dim;
            const double* const mass = bodies.mass.data();
            double* const out = forces.external.data();
            for_each_selected(on_, [=, seed = seed_, number = number_](Index i, Index) {
                for (int c = 0; c < d; c += 2) {
                    const auto w = normal_draws(seed, stream_of(number, i, c / 2), step);
                    for (int k = c; k < std::min(c + 2, d); ++k) {
                        out[static_cast<std::ptrdiff_t>(i) * d + k] += mass[i] * per_mass * w[k - c];
                    }
                }
            });
        });
    }

    bool has_instants() const override { return false; }

  private:
    double sigma_;
    std::uint64_t seed_;
    std::uint32_t number_;
};

}  // namespace

std::unique_ptr<Force> make_stochastic(Selection on, double sigma, std::uint64_t seed, std::uint32_t number) {
    return std::make_unique<Stochastic>(std::move(on), sigma, seed, number);
}

}  // namespace galet
