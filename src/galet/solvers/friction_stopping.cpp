#include "galet/solvers/friction_stopping.hpp"

#include <algorithm>
#include <cmath>

namespace galet {

bool FrictionStopping::done(std::int64_t k, const LaneArray& z, const LaneArray& u) {
    next_ = k + std::clamp<std::int64_t>(k / 10, 2, 50);
    found_ = measure_friction(op_, z, u, scale_);
    ++passes_;
    if (limits_.trace) {
        limits_.trace->push_back({k, k + passes_, timer_.seconds(), found_.measure.residual, found_.certificate, {}});
    }
    if (!std::isfinite(found_.measure.residual) || !std::isfinite(found_.certificate.violation)) {
        status_ = Status::not_finite;
        return true;
    }
    if (met()) {
        status_ = Status::converged;
        return true;
    }
    return k >= limits_.max_iterations;
}

bool FrictionStopping::met() const {
    return limits_.met_by(found_.certificate) && found_.measure.residual_unmoved <= limits_.residual_unmoved;
}

void FrictionStopping::write(const LaneArray& z, LaneArray& u, double slip_gap, Solution& solution) {
    op_.velocity(z, u);
    found_ = measure_friction(op_, z, u, scale_);
    passes_ += 2;
    if (status_ == Status::converged && !met()) status_ = Status::iteration_limit;
    solution.status = status_;
    solution.certificate = found_.certificate;
    solution.measure = found_.measure;
    solution.measure.slip_gap = slip_gap;
    op_.to_force(z, solution.force, solution.tangential);
    op_.unpack(u, solution.velocity, solution.spin);
}

}  // namespace galet
