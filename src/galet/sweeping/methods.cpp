#include "galet/sweeping/methods.hpp"

#include <numbers>

namespace galet::sweeping {
namespace {

/// u = r + alpha (prox(C(t), u) - u)
Vector relax(Projector& project, double t, double alpha, const Vector& r) {
    return r + alpha / (1 + alpha) * (project(t, r) - r);
}

}  // namespace

Vector catch_up(Projector& project, double to, const Vector& u) { return project(to, u); }

Vector theta_step(Projector& project, double from, double to, double theta, const Vector& u) {
    const double between = theta * to + (1 - theta) * from;
    const Vector nearest = project(between, u);
    return theta == 1 ? nearest : Vector(u + (nearest - u) / theta);
}

Vector penalty_step(Projector& project, double from, double to, double lambda, const Vector& u) {
    constexpr double kGamma = 1 - 1 / std::numbers::sqrt2;
    const double h = to - from, alpha = kGamma * h * lambda;
    const Vector first = relax(project, from + kGamma * h, alpha, u);
    return relax(project, to, alpha, u + (1 - kGamma) / kGamma * (first - u));
}

}  // namespace galet::sweeping
