// A problem with friction whose bodies are eliminated: one vector of impulses a contact, one explicit matrix.
//
//   u = W p + b,   laws/coulomb.hpp for (p_c, u_c) of every contact c
//
// p and u hold n, t[, t'] of one contact after the other. Problems of FCLIB come like this; W need not be symmetric.
#pragma once

#include <span>
#include <vector>

#include "galet/problem/contact_problem.hpp"
#include "galet/problem/delassus.hpp"

namespace galet {

struct ConeProblem {
    int dimension = 3;             ///< numbers of a contact, 2 or 3
    DelassusProblem rows;          ///< W and b, row by row
    std::vector<double> friction;  ///< by contact

    Index contacts() const { return static_cast<Index>(friction.size()); }
};

/// What is left of impulses p and their velocities u = W p + b, as numbers; u^ = u + f |u_t| n.
struct ConeMeasure {
    double error = 0;     ///< |p - proj_K(p - u^)| / |b|, as FCLIB has it: in the units of the file
    double residual = 0;  ///< the same with every contact scaled to a unit diagonal, over what it is without impulses
    double cone_primal = 0;  ///< largest distance of an impulse to its cone
    double cone_dual = 0;    ///< largest distance of a u^ to the dual cone
    double gap = 0;          ///< p.u^, positive parts
    double deepest = 0;      ///< largest -u_n, or |u_n| where the contact pushes
};

/// u = W p + b
void velocities(const ConeProblem& problem, std::span<const double> p, std::span<double> u);

ConeMeasure measure_cones(const ConeProblem& problem, std::span<const double> p, std::span<const double> u);

/// Impulses [N s] of forces and tangential vectors [N] in the axes of their contacts.
std::vector<double> impulses_in_axes(const ContactProblem& problem, std::span<const double> force,
                                     std::span<const double> tangential);

/// W and b of a contact problem with friction. Tangents are those of `axes_of`.
ConeProblem cones_of(const ContactProblem& problem);

/// Unit vectors across n, as columns after n itself: the axes of a contact.
template <int dim>
Eigen::Matrix<double, dim, dim> axes_of(const Vec<dim>& n) {
    Eigen::Matrix<double, dim, dim> axes;
    axes.col(0) = n;
    if constexpr (dim == 2) {
        axes.col(1) << -n[1], n[0];
    } else {
        // No branch but for a sign (DBCHHKMV17).
        const double sign = n[2] < 0 ? -1.0 : 1.0, a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
        axes.col(1) << 1 + sign * n[0] * n[0] * a, sign * b, -sign * n[0];
        axes.col(2) << b, sign + n[1] * n[1] * a, -n[1];
    }
    return axes;
}

}  // namespace galet
