#include "galet/solvers/predictor_corrector.hpp"

#include <algorithm>
#include <cmath>

namespace galet {
namespace {

/// Conjugate gradients on each system: what is asked for, less of the predictor, which only sets the aim, and the most
/// steps.
constexpr double kPredictorTolerance = 1e-2, kTolerance = 1e-6, kLoosest = 1e-3;
constexpr int kSteps = 5;
/// Part of the way to the boundary that a step goes, at least.
constexpr double kNearBoundary = 0.99;
/// z at the start, in units of the largest -b: forces at the bottom of a packing carry what lies on them. Against 1 it
/// saved 1 to 4 of 11 to 16 iterations in the packings measured.
constexpr double kStartImpulse = 10;
/// How far inside a start near given forces is, in units of what they are off. Of 100 to 10,000, 1,000 saved most.
constexpr double kInside = 1000;
/// Further correctors in an iteration, at most.
constexpr int kFurther = 2;

}  // namespace

void PredictorCorrector::start(const DelassusProblem& w, ShiftedFactor& factor) {
    problem_ = &w;
    factor_ = &factor;
    const Index m = w.contacts();
    scale_ = ordered_max(m, 0.0, [&](Index c) { return c < w.pushing() ? -w.b[c] : std::abs(w.b[c]); });
    if (!(scale_ > 0)) scale_ = 1;
    z_.assign(m, 0.0);
    w_.assign(m, 0.0);
    std::fill_n(z_.begin(), w.pushing(), kStartImpulse * scale_);
    std::fill_n(w_.begin(), w.pushing(), scale_);
    for (auto* v : {&gradient_, &dz_, &dw_, &best_dz_, &best_dw_, &aim_, &t_, &shifted_, &right_}) v->resize(m);
    mu_ = kStartImpulse * scale_ * scale_;
    step_ = 0;
}

void PredictorCorrector::move_near(std::span<const double> z) {
    const Index pushing = problem_->pushing(), products = std::max<Index>(pushing, 1);
    multiply(*problem_, z, gradient_);
    parallel_for(problem_->contacts(), [&](Index c) { gradient_[c] += problem_->b[c]; });
    const double square = ordered_sum(pushing, [&](Index c) { return std::pow(std::min(z[c], gradient_[c]), 2); });
    const double inside = kInside * std::sqrt(square / products);
    if (!(inside > 0)) return;
    parallel_for(problem_->contacts(), [&](Index c) {
        const double difference = z[c] - gradient_[c];
        const double larger = 0.5 * (std::abs(difference) + std::hypot(difference, 2 * inside));
        const double smaller = inside * (inside / larger);
        z_[c] = c >= pushing ? z[c] : difference > 0 ? larger : smaller;
        w_[c] = c >= pushing ? 0.0 : difference > 0 ? smaller : larger;
    });
    mu_ = inside * inside;
    scale_ = inside;
}

bool PredictorCorrector::factor() {
    const Index m = problem_->contacts();
    parallel_for(m, [&](Index c) { t_[c] = c < problem_->pushing() ? w_[c] / z_[c] : 0.0; });
    for (double shift = factor_->least_shift(); shift < 1e-3; shift *= 100) {
        parallel_for(m, [&](Index c) { shifted_[c] = t_[c] + shift; });
        if (factor_->factor(shifted_)) return true;
    }
    return false;
}

/// dz <- (W + T)^-1 right
void PredictorCorrector::solve(double tolerance) {
    const double left = steps_.solve(
        right_, dz_, tolerance, kSteps,
        [&](std::span<const double> x, std::span<double> product) {
            multiply(*problem_, x, product);
            parallel_for(problem_->contacts(), [&](Index c) { product[c] += t_[c] * x[c]; });
        },
        [&](std::span<double> x) {
            ++solves_;
            factor_->solve(x);
        });
    left_ = std::max(left_, left / tolerance);
}

/// The step after which w dz + z dw + z w would be `target`, to first order.
void PredictorCorrector::find_direction(std::span<const double> target, double tolerance) {
    const Index m = problem_->contacts(), pushing = problem_->pushing();
    parallel_for(m, [&](Index c) { right_[c] = (c < pushing ? target[c] / z_[c] : 0.0) - gradient_[c]; });
    solve(tolerance);
    parallel_for(pushing, [&](Index c) { dw_[c] = target[c] / z_[c] - w_[c] - t_[c] * dz_[c]; });
}

double PredictorCorrector::longest_step() const {
    const double inverse =
        ordered_max(problem_->pushing(), 0.0, [&](Index c) { return std::max(-dz_[c] / z_[c], -dw_[c] / w_[c]); });
    return inverse > 0 ? 1 / inverse : 1e30;
}

double PredictorCorrector::tolerance() const {
    return std::clamp(kLoosest * std::sqrt(complementarity()), kTolerance, kLoosest);
}

bool PredictorCorrector::correct_further(double target, double& step) {
    const Index m = problem_->pushing();
    const double hoped = std::min(1.0, 1.1 * step + 0.1);
    best_dz_ = dz_;
    best_dw_ = dw_;
    parallel_for(m, [&](Index c) {
        const double product = (z_[c] + hoped * dz_[c]) * (w_[c] + hoped * dw_[c]);
        const double change = std::clamp(product, 0.1 * target, 10 * target) - product;
        aim_[c] += std::max(change, -10 * target);
    });
    find_direction(aim_, tolerance());
    const double longer = std::min(1.0, longest_step());
    if (longer >= step + 0.05 * (hoped - step)) {
        step = longer;
        return step < 0.95;
    }
    std::swap(dz_, best_dz_);
    std::swap(dw_, best_dw_);
    return false;
}

bool PredictorCorrector::iterate() {
    const Index m = problem_->contacts();
    if (!factor()) return false;
    left_ = 0;
    solves_ = 0;
    multiply(*problem_, z_, gradient_);
    parallel_for(m, [&](Index c) { gradient_[c] += problem_->b[c]; });

    std::fill(aim_.begin(), aim_.end(), 0.0);
    find_direction(aim_, kPredictorTolerance);
    const double affine = std::min(1.0, longest_step());
    const Index pushing = problem_->pushing(), products = std::max<Index>(pushing, 1);
    const double after =
        ordered_sum(pushing, [&](Index c) { return (z_[c] + affine * dz_[c]) * (w_[c] + affine * dw_[c]); }) / products;
    const double target = mu_ > 0 ? std::pow(after / mu_, 3) * mu_ : 0.0;

    parallel_for(pushing, [&](Index c) { aim_[c] = target - dz_[c] * dw_[c]; });
    find_direction(aim_, tolerance());
    double step = std::min(1.0, longest_step());
    for (int k = 0; k < kFurther && step < 0.95 && correct_further(target, step);) ++k;

    const double bound = longest_step();
    step_ = std::min(1.0, std::max(kNearBoundary, 1 - mu_ / (scale_ * scale_)) * bound);
    if (!(step_ > 0) || !std::isfinite(step_)) return false;
    parallel_for(m, [&](Index c) {
        z_[c] += step_ * dz_[c];
        if (c < pushing) w_[c] += step_ * dw_[c];
    });
    mu_ = ordered_sum(pushing, [&](Index c) { return z_[c] * w_[c]; }) / products;
    return std::isfinite(mu_);
}

}  // namespace galet
