#include "soak/reference.hpp"

#include "support/nnls.hpp"

namespace galet::soak {
namespace {

/// How near to 0 the least squares of a problem that has no answer may remain: its squares are those of rounding.
constexpr double kContradiction = 1e-13;

}  // namespace

/// With x = M^1/2 (v - U) the least x with C x >= e, C = h G M^-1/2, e = -(D + h G U). Rows are scaled to length 1, and
/// e to a largest entry of 1.
std::optional<Reference> dense_reference(const ContactProblem& problem) {
    const Eigen::VectorXd root = test::dense_inverse_mass(problem).cwiseSqrt();
    const Eigen::VectorXd free = Eigen::Map<const Eigen::VectorXd>(problem.free_velocity.data(), root.size());
    const Eigen::Index m = problem.contacts();
    Reference answer{free, Eigen::VectorXd::Zero(m), 0};
    if (m == 0) return answer;
    const Eigen::MatrixXd g = test::dense_gradient(problem), c = problem.step * g * root.asDiagonal();
    const Eigen::VectorXd distance = Eigen::Map<const Eigen::VectorXd>(problem.distance.data(), m);
    const Eigen::VectorXd length = c.rowwise().norm();
    const Eigen::VectorXd e = (-(distance + problem.step * g * free)).cwiseQuotient(length);
    const double scale = e.cwiseAbs().maxCoeff();
    if (e.maxCoeff() <= 0) return answer;

    Eigen::MatrixXd stacked(c.cols() + 1, m);
    stacked.topRows(c.cols()) = (length.cwiseInverse().asDiagonal() * c).transpose();
    stacked.bottomRows(1) = e.transpose() / scale;
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(c.cols() + 1);
    unit[c.cols()] = 1;
    const Eigen::VectorXd y = test::nnls(stacked, unit);
    const double last = 1 - stacked.row(c.cols()).dot(y);
    if (!(last > kContradiction)) return std::nullopt;
    answer.force = (y * (scale / last)).cwiseQuotient(length);
    answer.velocity = free + root.cwiseProduct(c.transpose() * answer.force);

    const Eigen::VectorXd slack = distance + problem.step * g * answer.velocity;
    for (Eigen::Index k = 0; k < m; ++k) {
        const double off = answer.force[k] > 0 ? std::abs(slack[k]) : std::max(0.0, -slack[k]);
        answer.violation = std::max(answer.violation, off);
    }
    return answer;
}

}  // namespace galet::soak
