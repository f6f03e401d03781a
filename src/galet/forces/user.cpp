#include "galet/forces/user.hpp"

#include <fmt/format.h>

#include <cmath>

#include "galet/core/error.hpp"
#include "galet/forces/selected.hpp"

namespace galet {
namespace {

class User final : public Force {
  public:
    User(Selection on, UserForce user) : Force(std::move(on)), user_(std::move(user)) {}

    void add_mean(const Bodies& bodies, double t, double h, StepForces& forces) const override {
        const auto d = static_cast<std::size_t>(bodies.dimension);
        const double middle = t + 0.5 * h;
        value_.assign(static_cast<std::size_t>(on_.size()) * d, 0.0);
        user_.force(bodies, on_, middle, value_);
        require_finite(bodies, middle);
        double* const out = (user_.potential ? forces.conservative : forces.external).data();
        for_each_selected(on_, [out, d, value = value_.data()](Index i, Index k) {
            const std::size_t to = static_cast<std::size_t>(i) * d, from = static_cast<std::size_t>(k) * d;
            for (std::size_t c = 0; c < d; ++c) out[to + c] += value[from + c];
        });
    }

    double potential_energy(const Bodies& bodies) const override {
        return user_.potential ? user_.potential(bodies, on_) : 0.0;
    }

  private:
    void require_finite(const Bodies& bodies, double t) const {
        for (std::size_t k = 0; k < value_.size(); ++k) {
            if (std::isfinite(value_[k])) continue;
            const auto body = static_cast<Index>(k / static_cast<std::size_t>(bodies.dimension));
            on_.for_each([&](Index i, Index place) {
                if (place != body) return;
                throw InputError(
                    fmt::format("force \"{}\": expected finite numbers (N), found {} for body {} at t = {} s",
                                user_.name, value_[k], bodies.id_of(i), t));
            });
        }
    }

    UserForce user_;
    mutable std::vector<double> value_;  ///< of the selected bodies, in order
};

}  // namespace

std::unique_ptr<Force> make_user(Selection on, UserForce user) {
    return std::make_unique<User>(std::move(on), std::move(user));
}

}  // namespace galet
