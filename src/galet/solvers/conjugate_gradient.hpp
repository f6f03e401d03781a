// Preconditioned conjugate gradients, for the last digits of a system whose factor is nearly right: a singular or
// ill-conditioned matrix is factored with a small shift, and a few steps take the shift's error away. Where the matrix
// is singular but the system has a solution, they find one.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "galet/core/parallel.hpp"

namespace galet {

class ConjugateGradient {
  public:
    /// Solves A x = r from x = 0 until |A x - r| <= tolerance |r| or `steps` are done; r becomes what is left of it.
    /// multiply(p, out): out = A p. precondition(v): v <- B v, B about A^-1. Returns |A x - r| / |r|.
    template <class Multiply, class Precondition>
    double solve(std::span<double> r, std::span<double> x, double tolerance, int steps, Multiply&& multiply,
                 Precondition&& precondition) {
        const Index n = static_cast<Index>(r.size());
        v_.resize(n);
        p_.resize(n);
        ap_.resize(n);
        std::fill(x.begin(), x.end(), 0.0);
        const double whole = std::sqrt(dot(r, r));
        double left = whole, rv = 0;
        for (int k = 0; k < steps && left > tolerance * whole; ++k) {
            std::copy(r.begin(), r.end(), v_.begin());
            precondition(std::span<double>(v_));
            const double next = dot(r, v_);
            const double beta = k > 0 ? next / rv : 0.0;
            rv = next;
            parallel_for(n, [&](Index i) { p_[i] = k > 0 ? v_[i] + beta * p_[i] : v_[i]; });
            multiply(std::span<const double>(p_), std::span<double>(ap_));
            const double curvature = dot(p_, ap_);
            if (!(curvature > 0) || !(rv > 0)) break;
            const double alpha = rv / curvature;
            parallel_for(n, [&](Index i) {
                x[i] += alpha * p_[i];
                r[i] -= alpha * ap_[i];
            });
            left = std::sqrt(dot(r, r));
        }
        return whole > 0 ? left / whole : 0.0;
    }

  private:
    static double dot(std::span<const double> a, std::span<const double> b) {
        return ordered_sum(static_cast<Index>(a.size()), [&](Index i) { return a[i] * b[i]; });
    }

    std::vector<double> v_, p_, ap_;
};

}  // namespace galet
