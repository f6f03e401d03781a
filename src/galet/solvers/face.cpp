#include "galet/solvers/face.hpp"

namespace galet {
namespace {

/// Conjugate gradients on a face: what is asked for, and the most steps. Two rounds of it give all digits there are:
/// the second one works on a residual computed afresh.
constexpr double kTolerance = 1e-8;
constexpr int kSteps = 12, kRounds = 2;

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

}  // namespace galet
