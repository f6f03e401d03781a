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

/// Rows w of an operator; u is kept up to date. The first `packed` contacts come in packs that share no body.
template <int dim>
class BodyRows {
  public:
    BodyRows(const ContactOperator& op, LaneArray& u, Index packed = 0)
        : contacts_(op.contacts()),
          packed_(packed),
          rows_(op.rows_by_body<dim>()),
          offset_(op.offsets()),
          diagonal_(op.diagonals()),
          inverse_mass_(op.inverse_masses()),
          u_(u.data()) {}

    Index contacts() const { return contacts_; }
    Index packed() const { return packed_; }
    double row(Index c) const { return row_pack<1>(c)[0]; }
    double diagonal(Index c) const { return diagonal_[c]; }
    void add(Index c, double change) { add_pack<1>(c, Pack<1>(change)); }

    /// The same for `width` contacts from c on, which share no body.
    template <int width>
    Pack<width> row_pack(Index c) const {
        return rows_.template slopes<width>(c, u_) + load_pack<width>(offset_, c);
    }
    template <int width>
    Pack<width> diagonal_pack(Index c) const {
        return load_pack<width>(diagonal_, c);
    }
    /// Asks for the velocities of the contacts from c on, to be used soon.
    template <int width>
    void fetch(Index c) const {
        for (int k = 0; k < width; ++k) {
            __builtin_prefetch(u_ + rows_.first[c + k]);
            __builtin_prefetch(u_ + rows_.second[c + k]);
        }
    }
    template <int width>
    void add_pack(Index c, const Pack<width>& change) {
        for (int k = 0; k < width; ++k) {
            const Index i = rows_.first[c + k] / lanes(dim), j = rows_.second[c + k] / lanes(dim);
            const Lanes<dim> push = load_lanes<dim>(rows_.row, c + k) * change[k];
            store_lanes<dim>(u_, i, load_lanes<dim>(u_, i) - inverse_mass_[i] * push);
            store_lanes<dim>(u_, j, load_lanes<dim>(u_, j) + inverse_mass_[j] * push);
        }
    }

  private:
    Index contacts_, packed_;
    RowView<dim> rows_;
    const double *offset_, *diagonal_, *inverse_mass_;
    double* u_;
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
