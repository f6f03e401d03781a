// When an iteration looks at its certificate, and how it ends. Shared by the iterative methods.
#pragma once

#include <limits>
#include <vector>

#include "galet/core/timer.hpp"
#include "galet/problem/certify.hpp"

namespace galet {

class Stopping {
  public:
    Stopping(ContactOperator& op, const Limits& limits, std::vector<double>& trial_z, LaneArray& trial_u);

    /// Whether iteration k is one of those that look; a look costs a few iterations, one in ten is spent on it. A
    /// method that has some measure of its residual for nothing looks when that has become as small as the last look
    /// says is needed, and else seldom: residuals of accelerated methods go up and down.
    bool due(std::int64_t k, double residual = kUnknown) const {
        return k >= next_ || (residual <= wanted_ && k >= soonest_);
    }

    /// Looks at an iterate. True when the iteration is over; then `status` says why.
    bool done(std::int64_t k, std::span<const double> z, const LaneArray& u, double residual = kUnknown);

    Status status() const { return status_; }

    /// The residual that the last look says is needed; 0 where it could not tell.
    double wanted() const { return wanted_; }

    /// Writes the answer: the iterate that met the limits, or the last one, finished and certified.
    void write(std::span<const double> z, const LaneArray& u, Solution& solution);

    std::int64_t passes() const { return passes_; }

  private:
    static constexpr double kUnknown = std::numeric_limits<double>::max();
    double times_too_large(const Certificate& certificate) const;

    ContactOperator& op_;
    const Limits& limits_;
    Certifier certifier_;
    std::vector<double>& trial_z_;  ///< the finished iterate
    LaneArray& trial_u_;
    Certificate certificate_;
    Status status_ = Status::iteration_limit;
    std::int64_t next_ = 0, soonest_ = 0, passes_ = 0;
    double wanted_ = 0;
    Timer timer_;
};

}  // namespace galet
