// The exact velocity of a small frictionless contact problem by Lawson and Hanson's method, dense, with rows scaled so
// that masses over many decades do no harm; and how exact it is itself.
#pragma once

#include <Eigen/Dense>
#include <optional>

#include "galet/problem/contact_problem.hpp"

namespace galet::soak {

struct Reference {
    Eigen::VectorXd velocity;  ///< in the order of the problem [m/s]
    Eigen::VectorXd force;     ///< mu [N]
    double violation = 0;      ///< it is the exact answer for distances that differ by at most this [m]
};

/// Problems without films and friction. None where the constraints contradict each other, as those of a packing without
/// room do by rounding.
std::optional<Reference> dense_reference(const ContactProblem& problem);

}  // namespace galet::soak
