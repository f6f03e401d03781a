#include "galet/crowd/user_goal.hpp"

#include <fmt/format.h>

#include <cmath>

#include "galet/core/error.hpp"

namespace galet {
namespace {

class UserGoal final : public Goal {
  public:
    UserGoal(std::string name, UserVelocity wanted) : name_(std::move(name)), wanted_(std::move(wanted)) {}

    void set_velocity(const Walkers& walkers, std::span<double> velocity) const override {
        const auto d = static_cast<std::size_t>(walkers.bodies.dimension);
        const double middle = walkers.time + 0.5 * walkers.step;
        people_.clear();
        for (Index i = 0; i < walkers.bodies.size(); ++i) {
            if (walkers.has_goal(i)) people_.push_back(i);
        }
        if (people_.empty()) return;
        value_.assign(people_.size() * d, 0.0);
        wanted_(walkers.bodies, people_, middle, value_);
        for (std::size_t k = 0; k < value_.size(); ++k) {
            const Index i = people_[k / d];
            if (!std::isfinite(value_[k])) {
                throw InputError(fmt::format(
                    "desired velocity \"{}\": expected finite numbers (m/s), found {} for person {} at t = {} s", name_,
                    value_[k], walkers.bodies.id_of(i), middle));
            }
            velocity[static_cast<std::size_t>(i) * d + k % d] = value_[k];
        }
    }

  private:
    std::string name_;
    UserVelocity wanted_;
    mutable std::vector<Index> people_;
    mutable std::vector<double> value_;  ///< of these people, in order
};

}  // namespace

std::unique_ptr<Goal> make_user_goal(std::string name, UserVelocity velocity) {
    return std::make_unique<UserGoal>(std::move(name), std::move(velocity));
}

}  // namespace galet
