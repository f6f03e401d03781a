// The problem on a face: given the set F of contacts that push, z_F with (W z + b)_F = 0 and z = 0 elsewhere.
//
// W_FF is factored with a tiny shift and a few steps of conjugate gradients take the shift's error away. The system is
// solved for the correction of a given z: where W_FF is singular (more contacts than degrees of freedom) z stays near
// what it was, one of many solutions.
#pragma once

#include "galet/problem/delassus.hpp"
#include "galet/solvers/conjugate_gradient.hpp"
#include "galet/solvers/shifted_factor.hpp"

namespace galet {

class Face {
  public:
    enum class Outcome { solved, singular, broken };

    /// `w`, with a unit diagonal, and `order`, in which contacts are eliminated, must outlive the face's use.
    void assign(const DelassusProblem& w, std::span<const Index> order);

    /// Replaces z by the solution on {c : on[c]}, not projected. `singular`: W_FF is, to rounding, and what was found
    /// is one of many solutions or the best there is. `broken`: no factor; z is as it was, but 0 off the face.
    Outcome solve(std::span<const char> on, std::span<double> z);

    /// The same with a factor for all contacts, of whatever precision, instead of one for the face alone, whose pattern
    /// would have to be found. To kShareOfRest of what was left; called again, to that of the rest. False where the
    /// factor is not good enough: then z is as it was, but 0 off the face.
    bool solve_with(ShiftedFactor& factor, std::span<const char> on, std::span<double> z);

    static constexpr double kShareOfRest = 1e-6;
    /// Added to the unit diagonal of W_FF.
    static constexpr double kShift = 1e-11;
    /// A pivot this small says that W_FF is singular to rounding.
    static constexpr double kSingularPivot = 1e-10;

  private:
    void restrict_to(std::span<const char> on);
    void multiply(std::span<const double> x, std::span<double> product) const;

    const DelassusProblem* w_ = nullptr;
    std::span<const Index> order_;
    std::vector<Index> member_, place_;  ///< contacts of the face; where a contact is among them, or -1
    std::vector<std::int64_t> start_;
    std::vector<Index> column_, face_order_;
    std::vector<double> value_, shift_, residual_, correction_;
    SparseCholesky<double> cholesky_;
    ConjugateGradient gradient_;
};

}  // namespace galet
