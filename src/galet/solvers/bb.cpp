#include "galet/solvers/bb.hpp"

#include <algorithm>

#include "galet/laws/inelastic.hpp"
#include "galet/solvers/stopping.hpp"

namespace galet {
namespace {

struct Sums {
    PackSum<> product;  ///< z_k . w_k
    PackSum<> length;   ///< |z_{k+1} - z_k|^2

    Sums& operator+=(const Sums& other) {
        product += other.product;
        length += other.length;
        return *this;
    }
};

}  // namespace

void Bb::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem, RowScaling::unit_diagonal);
    z_.resize(op_.contacts());
    op_.from_force(solution.force, z_);
    op_.velocity(z_, u_);
    values_.clear();
    seen_ = 0;
    lipschitz_ = 0;

    Stopping stopping(op_, limits, trial_z_, trial_u_);
    std::int64_t k = 0;
    while (!((stopping.due(k) || k == limits.max_iterations) && stopping.done(k, z_, u_)) &&
           k < limits.max_iterations) {
        if (k == 0) {
            lipschitz_ = op_.eigenvalue_estimate(kPowerIterations);
            step_ = lipschitz_ > 0 ? 1 / lipschitz_ : 0.0;
        }
        with_dimension(problem.dimension, [&](auto dim) { iterate<dim()>(); });
        ++k;
    }
    stopping.write(z_, u_, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes() + (k > 0 ? kPowerIterations : 0);
}

template <int dim>
void Bb::iterate() {
    const double push = op_.push_energy(z_, u_);
    const Sums sums = op_.scatter<dim, Sums>([step = step_, zs = z_.data(), u = u_.data(), d = op_.offsets()](
                                                 auto width, Index c, const auto& rows, Sums& part) {
        using Numbers = Pack<width()>;
        const Numbers z = load_pack<width()>(zs, c);
        const Numbers w = rows.template slopes<width()>(c, u) + load_pack<width()>(d, c);
        const Numbers next = project_inelastic<width()>(z - step * w);
        part.product.template add<width()>(z * w);
        part.length.template add<width()>((next - z).square());
        store_pack<width()>(zs, c, next);
        return next;
    });
    const double bent =
        op_.spread<dim>(u_,
                        [free = op_.free_velocity().data(), u = u_.data()](
                            Index i, double mass, const Lanes<dim>& pushed, Lanes<dim>& squares) -> Lanes<dim> {
                            const Lanes<dim> next = load_lanes<dim>(free, i) + pushed;
                            squares += mass * (next - load_lanes<dim>(u, i)).cwiseAbs2();
                            return next;
                        });
    choose_step(sums.product.total() - 0.5 * push, sums.length.total(), bent);
}

/// `value`: 1/2 z'Wz + b'z at the start of the step just made, |dz|^2 and dz'W dz of that step.
void Bb::choose_step(double value, double length, double bent) {
    const bool worse = seen_ > 0 && value > *std::max_element(values_.begin(), values_.end());
    if (values_.size() < kMemory) {
        values_.push_back(value);
    } else {
        values_[seen_ % kMemory] = value;
    }
    ++seen_;
    if (length > 0) lipschitz_ = std::max(lipschitz_, bent / length);
    step_ = worse || !(bent > 0) ? 1 / lipschitz_ : length / bent;
}

}  // namespace galet
