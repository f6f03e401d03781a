// A formula of time t and place x, y, z, and its mean over a step at one place,
//
//   1/h  integral of f(q, s) ds  over [t, t + h],
//
// by adaptive Gauss-Kronrod quadrature (time_mean.hpp). A formula without t is evaluated once.
#pragma once

#include <string>

#include "galet/core/formula.hpp"

namespace galet {

/// One component of a field. Evaluating changes the object: one thread at a time.
class FormulaMean {
  public:
    /// Throws InputError with the parser's message.
    FormulaMean(const std::string& text, int dimension)
        : formula_(text, time_and_place(dimension)), dimension_(dimension) {}

    bool uses_place() const;
    void move_to(const double* place);
    double operator()(double t);

    /// Throws InputError where a value is not finite, or there is no mean.
    double over_step(double t, double h);

  private:
    Formula formula_;
    int dimension_;
};

/// Fewest bodies worth a thread of their own: a formula takes about 0.1 us.
inline constexpr int kFieldGrain = 64;

}  // namespace galet
