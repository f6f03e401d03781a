#include "galet/core/formula_mean.hpp"

#include <fmt/format.h>

#include "galet/core/error.hpp"
#include "galet/core/time_mean.hpp"

namespace galet {
namespace {

/// Estimated error of a mean, of the mean of |f|, from which on the formula is refused: it has a pole that cannot be
/// integrated, or oscillates beyond what kMeanHalvings panels resolve.
constexpr double kMeanFailure = 1e-6;

}  // namespace

bool FormulaMean::uses_place() const {
    for (int c = 0; c < dimension_; ++c) {
        if (formula_.uses(1 + c)) return true;
    }
    return false;
}

void FormulaMean::move_to(const double* place) {
    for (int c = 0; c < dimension_; ++c) formula_.set(1 + c, place[c]);
}

double FormulaMean::operator()(double t) {
    formula_.set(0, t);
    return formula_();
}

double FormulaMean::over_step(double t, double h) {
    if (!formula_.uses(0)) return (*this)(t);
    const MeanEstimate estimate = time_mean(*this, t, h);
    if (estimate.error > kMeanFailure * estimate.magnitude) {
        throw InputError(fmt::format(
            "the expression \"{}\" has no mean over the step from t = {} to {} (at {}): it grows without bound or "
            "oscillates too fast (relative error {:.1e}, at most {:.0e} is admissible)",
            formula_.text(), t, t + h, formula_.where(), estimate.error / estimate.magnitude, kMeanFailure));
    }
    return estimate.mean;
}

}  // namespace galet
