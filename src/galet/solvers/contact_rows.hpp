// What Gauss-Seidel asks of a contact problem, contact by contact: the rate of separation with all impulses so far, the
// contact's own entry of W, and to be told of a change. Two kinds of rows: of bodies, and of a matrix.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "galet/problem/contact_operator.hpp"
#include "galet/problem/delassus.hpp"
#include "galet/problem/natural_map.hpp"

namespace galet {

template <class T>
concept ContactRows = requires(T rows, const T& fixed, Index c, double change) {
    { fixed.contacts() } -> std::same_as<Index>;
    { fixed.row(c) } -> std::same_as<double>;       // w_c [m/s]
    { fixed.diagonal(c) } -> std::same_as<double>;  // W_cc [1/kg]
    rows.add(c, change);                            // p_c has grown by `change` [N s]
};

/// Rows w of an operator; u is kept up to date.
template <int dim>
class BodyRows {
  public:
    BodyRows(const ContactOperator& op, LaneArray& u) : op_(op), u_(u) {}

    Index contacts() const { return op_.contacts(); }
    double row(Index c) const { return op_.template row<dim>(c, u_); }
    double diagonal(Index c) const { return op_.diagonal(c); }
    void add(Index c, double change) { op_.template add<dim>(c, change, u_); }

  private:
    const ContactOperator& op_;
    LaneArray& u_;
};

/// Rows w = W p + b of a matrix, which need not be symmetric. p is the caller's, who changes it.
class MatrixRows {
  public:
    MatrixRows(const DelassusProblem& problem, std::span<const double> p)
        : problem_(problem), p_(p), diagonal_(diagonal_of(problem)) {}

    Index contacts() const { return problem_.contacts(); }
    double diagonal(Index c) const { return diagonal_[c]; }

    double row(Index c) const {
        double sum = problem_.b[c];
        for (std::int64_t e = problem_.start[c]; e < problem_.start[c + 1]; ++e) {
            sum += problem_.value[e] * p_[problem_.column[e]];
        }
        return sum;
    }

    void add(Index /*c*/, double /*change*/) {}

  private:
    const DelassusProblem& problem_;
    std::span<const double> p_;
    std::vector<double> diagonal_;
};

}  // namespace galet
