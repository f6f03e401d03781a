// When an iteration on a problem with friction may stop, and how it ends. Shared by the methods for such problems.
#pragma once

#include "galet/core/timer.hpp"
#include "galet/problem/friction_measure.hpp"

namespace galet {

class FrictionStopping {
  public:
    FrictionStopping(FrictionOperator& op, const Limits& limits)
        : op_(op), limits_(limits), scale_(residual_without_impulses(op)) {}

    /// What residuals are relative to.
    double scale() const { return scale_; }

    /// Whether iteration k is one of those that look, one in ten.
    bool due(std::int64_t k) const { return k >= next_ || k >= limits_.max_iterations; }

    /// Looks at an iterate, u = u(z). True when the iteration is over; then `status` says why.
    bool done(std::int64_t k, const LaneArray& z, const LaneArray& u);

    Status status() const { return status_; }
    const FrictionCertificate& found() const { return found_; }

    /// Writes an answer, measured as it is; `slip_gap` as the method knows it.
    void write(const LaneArray& z, LaneArray& u, double slip_gap, Solution& solution);

    std::int64_t passes() const { return passes_; }

  private:
    bool met() const;

    FrictionOperator& op_;
    const Limits& limits_;
    double scale_;
    FrictionCertificate found_;
    Status status_ = Status::iteration_limit;
    std::int64_t next_ = 0, passes_ = 0;
    Timer timer_;
};

}  // namespace galet
