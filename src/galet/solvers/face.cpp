#include "galet/solvers/face.hpp"

namespace galet {
namespace {

/// Conjugate gradients on a face: what is asked for, and the most steps. Two rounds of it give all digits there are:
/// the second one works on a residual computed afresh.
constexpr double kTolerance = 1e-8;
constexpr int kSteps = 12, kRounds = 2;
/// What they may leave with a factor for all contacts.
constexpr double kMostLeft = 1e-5;

/// Added to the diagonal of contacts off the face in that factor: they hardly count.
constexpr double kShut = 1e6;

}  // namespace

void Face::assign(const DelassusProblem& w, std::span<const Index> order) {
    w_ = &w;
    order_ = order;
    place_.resize(w.contacts());
}

void Face::restrict_to(std::span<const char> on) {
    member_.clear();
    for (Index c = 0; c < w_->contacts(); ++c) {
        place_[c] = on[c] ? static_cast<Index>(member_.size()) : -1;
        if (on[c]) member_.push_back(c);
    }
    start_.assign(1, 0);
    column_.clear();
    value_.clear();
    for (const Index c : member_) {
        for (std::int64_t k = w_->start[c]; k < w_->start[c + 1]; ++k) {
            if (place_[w_->column[k]] < 0) continue;
            column_.push_back(place_[w_->column[k]]);
            value_.push_back(w_->value[k]);
        }
        start_.push_back(static_cast<std::int64_t>(column_.size()));
    }
    // What separates the contacts separates those of a face.
    face_order_.clear();
    for (const Index c : order_) {
        if (on[c]) face_order_.push_back(place_[c]);
    }
    cholesky_.analyse({start_, column_}, face_order_);
}

void Face::multiply(std::span<const double> x, std::span<double> product) const {
    parallel_for(static_cast<Index>(member_.size()), [&](Index f) {
        double sum = 0;
        for (std::int64_t k = start_[f]; k < start_[f + 1]; ++k) sum += value_[k] * x[column_[k]];
        product[f] = sum;
    });
}

Face::Outcome Face::solve(std::span<const char> on, std::span<double> z) {
    for (Index c = 0; c < w_->contacts(); ++c) {
        if (!on[c]) z[c] = 0;
    }
    restrict_to(on);
    if (member_.empty()) return Outcome::solved;
    const Index size = static_cast<Index>(member_.size());
    shift_.assign(size, kShift);
    residual_.resize(size);
    correction_.resize(size);
    if (!cholesky_.factor(value_, shift_)) return Outcome::broken;
    for (int round = 0; round < kRounds; ++round) {
        parallel_for(size, [&](Index f) {
            const Index c = member_[f];
            double w = w_->b[c];
            for (std::int64_t k = w_->start[c]; k < w_->start[c + 1]; ++k) w += w_->value[k] * z[w_->column[k]];
            residual_[f] = -w;
        });
        gradient_.solve(
            residual_, correction_, kTolerance, kSteps,
            [&](std::span<const double> x, std::span<double> product) { multiply(x, product); },
            [&](std::span<double> x) { cholesky_.solve(x); });
        parallel_for(size, [&](Index f) { z[member_[f]] += correction_[f]; });
    }
    return cholesky_.smallest_pivot() < kSingularPivot ? Outcome::singular : Outcome::solved;
}

bool Face::solve_with(ShiftedFactor& factor, std::span<const char> on, std::span<double> z) {
    const Index m = w_->contacts();
    for (auto* vector : {&shift_, &residual_, &correction_}) vector->resize(m);
    const auto keep_on_face = [&](std::span<double> x) {
        parallel_for(m, [&](Index c) { x[c] = on[c] ? x[c] : 0.0; });
    };
    keep_on_face(z);
    parallel_for(m, [&](Index c) { shift_[c] = on[c] ? factor.least_shift() : kShut; });
    if (!factor.factor(shift_)) return false;
    galet::multiply(*w_, z, residual_);
    parallel_for(m, [&](Index c) { residual_[c] = on[c] ? -residual_[c] - w_->b[c] : 0.0; });
    const double left = gradient_.solve(
        residual_, correction_, kShareOfRest, kSteps,
        [&](std::span<const double> x, std::span<double> product) {
            galet::multiply(*w_, x, product);
            keep_on_face(product);
        },
        [&](std::span<double> x) {
            factor.solve(x);
            keep_on_face(x);
        });
    if (!(left <= kMostLeft)) return false;
    parallel_for(m, [&](Index c) { z[c] += correction_[c]; });
    return true;
}

}  // namespace galet
