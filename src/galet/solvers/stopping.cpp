#include "galet/solvers/stopping.hpp"

#include <algorithm>
#include <cmath>

#include "galet/problem/natural_map.hpp"

namespace galet {

Stopping::Stopping(ContactOperator& op, const Limits& limits, std::vector<double>& trial_z, LaneArray& trial_u)
    : op_(op), limits_(limits), trial_z_(trial_z), trial_u_(trial_u) {}

/// How many times smaller the residual should be. Error bounds go with its square root, and vanish with the leeway.
double Stopping::times_too_large(const Certificate& certificate) const {
    const double leeway = op_.problem().leeway;
    const double violation = (certificate.violation - leeway) / (limits_.violation - leeway);
    const double root = certificate.error_bound / limits_.error_bound;
    return leeway > 0 && violation > 1 ? violation : std::max(violation, root * root);
}

bool Stopping::done(std::int64_t k, std::span<const double> z, const LaneArray& u, double residual) {
    const bool blind = residual == kUnknown;
    next_ = k + (blind ? std::clamp<std::int64_t>(k / 10, 4, 100) : std::clamp<std::int64_t>(k, 4, 200));
    soonest_ = k + std::clamp<std::int64_t>(k / 10, 4, 100);
    const Certifier::Estimate estimate = certifier_.estimate(op_, z, u);
    ++passes_;
    if (limits_.trace) {
        limits_.trace->push_back(
            {k, k + passes_, timer_.seconds(), measure_dual(op_, z, u).residual, estimate.certificate, {}});
    }
    wanted_ = blind ? 0.0 : residual / times_too_large(estimate.certificate);
    if (!std::isfinite(estimate.dual) || !std::isfinite(estimate.certificate.violation)) {
        status_ = Status::not_finite;
        return true;
    }
    if (estimate.dual > limits_.objective) {
        status_ = Status::objective_limit;
        return true;
    }
    if (!limits_.met_by(estimate.certificate)) return false;
    parallel_copy(z, trial_z_);
    parallel_copy(u, trial_u_);
    certificate_ = certifier_.finish(op_, trial_z_, trial_u_);
    passes_ += 2;
    if (!limits_.met_by(certificate_)) return false;
    status_ = Status::converged;
    return true;
}

void Stopping::write(std::span<const double> z, const LaneArray& u, Solution& solution) {
    if (status_ != Status::converged) {
        parallel_copy(z, trial_z_);
        parallel_copy(u, trial_u_);
        certificate_ = certifier_.finish(op_, trial_z_, trial_u_);
        passes_ += 2;
    }
    solution.status = status_;
    solution.certificate = certificate_;
    solution.force.resize(op_.contacts());
    op_.to_force(trial_z_, solution.force);
    op_.unpack(trial_u_, solution.velocity);
}

}  // namespace galet
