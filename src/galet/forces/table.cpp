// A force [N] that is constant between given times, the same on each body:
//
//   f(s) = values[k] on [times[k], times[k+1]),  the last value from the last time on,  0 before the first.
//
// Its mean over the step is exact up to rounding,
//
//   f_h = 1/(b - a)  sum over k of  values[k] |[a, b] with [times[k], times[k+1])|,     a = t, b = t + h,
//
// and exact to the last bit where times and values are dyadic and the sum fits into a double. The pieces are added
// forward in time, so that breakpoints accumulating at the start of a step (Maury06 6.1) add up from small to large.
// The cost of a step is a binary search and the entries met in it.
#include <algorithm>

#include "galet/forces/selected.hpp"

namespace galet {
namespace {

class Table final : public Force {
  public:
    Table(Selection on, std::vector<double> times, std::vector<Vector3> values)
        : Force(std::move(on)), times_(std::move(times)), values_(std::move(values)) {
        assert(times_.size() == values_.size());
        assert(std::is_sorted(times_.begin(), times_.end()));
    }

    void add_mean(const Bodies& bodies, double t, double h, StepForces& forces) const override {
        assert(h > 0);
        add_to_each(on_, bodies.dimension, mean(t, t + h), forces.external);
    }

    double next_jump(double t) const override {
        const auto next = std::upper_bound(times_.begin(), times_.end(), t);
        return next == times_.end() ? std::numeric_limits<double>::infinity() : *next;
    }

  private:
    Vector3 mean(double a, double b) const {
        const std::size_t entries = times_.size();
        // Entries [0, next) have begun at a; the one before `next` holds there.
        std::size_t next = std::upper_bound(times_.begin(), times_.end(), a) - times_.begin();
        Vector3 value = next > 0 ? values_[next - 1] : Vector3{};
        // A step within one entry gets its value to the last bit, which value * (b - a) / (b - a) may miss.
        if (next == entries || times_[next] >= b) return value;

        Vector3 impulse{};
        double from = a;
        for (; next < entries && times_[next] < b; ++next) {
            add(impulse, value, times_[next] - from);
            from = times_[next];
            value = values_[next];
        }
        add(impulse, value, b - from);
        // By b - a, not h: the pieces add up to it, whatever t + h was rounded to.
        for (double& component : impulse) component /= b - a;
        return impulse;
    }

    static void add(Vector3& impulse, const Vector3& value, double length) {
        for (int c = 0; c < 3; ++c) impulse[c] += value[c] * length;
    }

    std::vector<double> times_;
    std::vector<Vector3> values_;
};

}  // namespace

std::unique_ptr<Force> make_table(Selection on, std::vector<double> times, std::vector<Vector3> values) {
    return std::make_unique<Table>(std::move(on), std::move(times), std::move(values));
}

}  // namespace galet
