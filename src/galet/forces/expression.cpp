// A force [N] given by one formula a component, of time t and place x, y, z: f(q, s). Its mean over the step is taken
// at the positions q^n of its start,
//
//   f_h = 1/h  integral of f(q^n, s) ds  over [t, t + h],
//
// by adaptive Gauss-Kronrod quadrature. Measured (time_mean.hpp), relative to the mean of |f|: 4e-16 for smooth
// formulas, 1e-13 with a jump, 7e-12 with a kink. A component without t is evaluated once a body and needs no
// quadrature; one without x, y, z is the same for all bodies and found once a step.
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <utility>

#include "galet/core/error.hpp"
#include "galet/core/formula.hpp"
#include "galet/forces/selected.hpp"
#include "galet/core/time_mean.hpp"

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
        : Force(std::move(on)), components_(std::move(components)) {
        assert(components_.size() >= 1 && components_.size() <= 3);
        workers_.emplace_back(components_);
        for (const Component& formula : workers_.front().formulas) {
            uniform_ = uniform_ || !formula.uses_place();
            field_ = field_ || formula.uses_place();
        }
    }

    void add_mean(const Bodies& bodies, double t, double h, StepForces& forces) const override {
        assert(components_.size() == static_cast<std::size_t>(bodies.dimension));
        assert(h > 0);
        if (on_.ranges.empty()) return;
        if (uniform_) add_uniform(bodies, t, h, forces.external);
        if (field_) add_field(bodies, t, h, forces.external);
    }

  private:
    /// What one thread needs: muParser's objects cannot be shared.
    struct Worker {
        explicit Worker(const std::vector<std::string>& components) {
            const int dimension = static_cast<int>(components.size());
            for (const std::string& component : components) formulas.emplace_back(component, dimension);
        }
        std::deque<Component> formulas;
        std::exception_ptr failure;
    };

    void add_uniform(const Bodies& bodies, double t, double h, std::vector<double>& sum) const {
        Vector3 mean{};
        int c = 0;
        for (Component& formula : workers_.front().formulas) {
            if (!formula.uses_place()) mean[c] = formula.mean_over_step(t, h);
            ++c;
        }
        add_to_each(on_, bodies.dimension, mean, sum);
    }

    /// Each range of bodies is cut into one slice a thread. What a body gets does not depend on the cuts, and the
    /// failure reported is that of the first body that has one.
    void add_field(const Bodies& bodies, double t, double h, std::vector<double>& sum) const {
        while (workers_.size() < static_cast<std::size_t>(thread_count())) workers_.emplace_back(components_);
        for (const auto& [first, last] : on_.ranges) {
            const std::int64_t start = first, count = last - first;
            const std::int64_t slices = std::clamp<std::int64_t>(count / kFieldGrain, 1, thread_count());
            parallel_blocks(static_cast<Index>(slices), 1, [&](std::size_t, Index slice, Index) {
                Worker& worker = workers_[static_cast<std::size_t>(slice)];
                try {
                    add_slice(bodies, static_cast<Index>(start + count * slice / slices),
                              static_cast<Index>(start + count * (slice + 1) / slices), t, h, worker, sum);
                } catch (...) {
                    worker.failure = std::current_exception();
                }
            });
            rethrow_failure();
        }
    }

    static void add_slice(const Bodies& bodies, Index first, Index last, double t, double h, Worker& worker,
                          std::vector<double>& sum) {
        const auto d = static_cast<std::size_t>(bodies.dimension);
        for (Index i = first; i < last; ++i) {
            std::size_t at = static_cast<std::size_t>(i) * d;
            const double* const place = bodies.position.data() + at;
            for (Component& formula : worker.formulas) {
                if (formula.uses_place()) {
                    formula.move_to(place);
                    sum[at] += formula.mean_over_step(t, h);
                }
                ++at;
            }
        }
    }

    /// An exception must not leave a thread of the pool; it is thrown again here, on the caller's.
    void rethrow_failure() const {
        std::exception_ptr first;
        for (Worker& worker : workers_) {
            const std::exception_ptr failure = std::exchange(worker.failure, nullptr);
            if (!first) first = failure;
        }
        if (first) std::rethrow_exception(first);
    }

    std::vector<std::string> components_;
    bool uniform_ = false, field_ = false;  ///< some component is the same for all bodies, or differs
    mutable std::deque<Worker> workers_;    ///< grows with the number of threads, not with the steps
};

}  // namespace

std::unique_ptr<Force> make_expression(Selection on, std::vector<std::string> components) {
    return std::make_unique<Expression>(std::move(on), std::move(components));
}

}  // namespace galet
