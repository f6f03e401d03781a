// Solves (W + diag(t)) x = r, t > 0, in rows scaled so that W has a unit diagonal: the system of every interior-point
// iteration. Two ways to the same x:
//
//   contact space: the factor of W + diag(t), one unknown a contact;
//   body space:    with W = B B', B = A M^-1/2 (contact_operator.hpp),
//                  x = T^-1 (r - B y),   (1 + B' T^-1 B) y = B' T^-1 r,   `dimension` unknowns a body;
//                  the softness of films counts with T.
//
// Packings have little more contacts than degrees of freedom, and their contact graph has the smaller separators:
// contact space. Where there are many more contacts, every pair of a small cluster for instance, body space.
#pragma once

#include <memory>

#include "galet/problem/delassus.hpp"
#include "galet/solvers/body_matrix.hpp"
#include "galet/solvers/sparse_cholesky.hpp"

namespace galet {

class ShiftedFactor {
  public:
    virtual ~ShiftedFactor() = default;

    /// False when W + diag(t) is not positive definite in the precision of the factor.
    virtual bool factor(std::span<const double> t) = 0;

    /// The least t for which a factor can be hoped for, where W is singular.
    virtual double least_shift() const { return 1e-8; }

    /// x <- (W + diag(t))^-1 x
    virtual void solve(std::span<double> x) = 0;
};

/// Real: the precision of the factor. In single precision it costs half and serves as a preconditioner.
template <class Real>
class ContactSpaceFactor final : public ShiftedFactor {
  public:
    /// `w` must outlive the factor's use; `order` is the order of elimination.
    void assign(const DelassusProblem& w, std::span<const Index> order) {
        w_ = &w;
        cholesky_.analyse({w.start, w.column}, order);
    }
    /// For the same problem and order as another one.
    template <class Other>
    void assign_like(const ContactSpaceFactor<Other>& other) {
        w_ = other.w_;
        cholesky_.analyse_like(other.cholesky_);
    }
    bool factor(std::span<const double> t) override { return cholesky_.factor(w_->value, t); }
    void solve(std::span<double> x) override { cholesky_.solve(x); }
    double least_shift() const override { return std::is_same_v<Real, float> ? 1e-6 : 1e-10; }

  private:
    template <class Other>
    friend class ContactSpaceFactor;

    const DelassusProblem* w_ = nullptr;
    SparseCholesky<Real> cholesky_;
};

class BodySpaceFactor final : public ShiftedFactor {
  public:
    /// `problem` and `sigma`, the scale of each row, must outlive the factor's use.
    void assign(const ContactProblem& problem, std::span<const double> sigma);
    bool factor(std::span<const double> t) override;
    void solve(std::span<double> x) override;

    /// Contacts a degree of freedom from which on body space is the better choice.
    static constexpr double kContacts = 2;

  private:
    template <int dim>
    void fill(std::span<const double> t);
    template <int dim>
    void solve_with(std::span<double> x);

    const ContactProblem* problem_ = nullptr;
    std::span<const double> sigma_;
    std::vector<double> root_;  ///< m_i^-1/2
    BodyMatrix matrix_;         ///< B' T^-1 B
    std::vector<double> one_, t_, y_;
    SparseCholesky<double> cholesky_;
};

}  // namespace galet
