// An independent way to solve small contact problems: Lawson and Hanson's active-set method for non-negative least
// squares, dense, on the dual (LH74, chapter 23). It shares nothing with the solvers under test.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet::test {

/// argmin |A x - b|^2 over x >= 0.
inline Eigen::VectorXd nnls(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
    const Eigen::Index n = a.cols();
    Eigen::VectorXd x = Eigen::VectorXd::Zero(n);
    std::vector<bool> passive(n, false);
    const double tolerance = 1e-13 * (1 + a.cwiseAbs().maxCoeff() * b.cwiseAbs().maxCoeff());
    const auto solve_passive = [&] {
        std::vector<Eigen::Index> set;
        for (Eigen::Index k = 0; k < n; ++k) {
            if (passive[k]) set.push_back(k);
        }
        Eigen::VectorXd s = Eigen::VectorXd::Zero(n);
        if (set.empty()) return s;
        Eigen::MatrixXd columns(a.rows(), static_cast<Eigen::Index>(set.size()));
        for (std::size_t k = 0; k < set.size(); ++k) columns.col(static_cast<Eigen::Index>(k)) = a.col(set[k]);
        const Eigen::VectorXd part = columns.completeOrthogonalDecomposition().solve(b);
        for (std::size_t k = 0; k < set.size(); ++k) s[set[k]] = part[static_cast<Eigen::Index>(k)];
        return s;
    };
    for (int outer = 0; outer < 30 * n; ++outer) {
        const Eigen::VectorXd w = a.transpose() * (b - a * x);
        Eigen::Index best = -1;
        for (Eigen::Index k = 0; k < n; ++k) {
            if (!passive[k] && w[k] > tolerance && (best < 0 || w[k] > w[best])) best = k;
        }
        if (best < 0) return x;
        passive[best] = true;
        for (Eigen::VectorXd s = solve_passive();; s = solve_passive()) {
            double alpha = 1;
            for (Eigen::Index k = 0; k < n; ++k) {
                if (passive[k] && s[k] <= 0) alpha = std::min(alpha, x[k] / (x[k] - s[k]));
            }
            if (alpha >= 1) {
                x = s;
                break;
            }
            x += alpha * (s - x);
            for (Eigen::Index k = 0; k < n; ++k) {
                if (passive[k] && (x[k] <= 1e-15 || (s[k] <= 0 && x[k] <= 1e-14 * x.maxCoeff()))) {
                    passive[k] = false;
                    x[k] = 0;
                }
            }
        }
    }
    return x;
}

/// Rows of G as a dense matrix.
inline Eigen::MatrixXd dense_gradient(const ContactProblem& p) {
    Eigen::MatrixXd g = Eigen::MatrixXd::Zero(p.contacts(), static_cast<Eigen::Index>(p.bodies()) * p.dimension);
    for (Index c = 0; c < p.contacts(); ++c) {
        for (int k = 0; k < p.dimension; ++k) {
            const double n = p.normal[static_cast<std::size_t>(c) * p.dimension + k];
            g(c, p.second[c] * p.dimension + k) += n;
            if (p.first[c] != kFixed) g(c, p.first[c] * p.dimension + k) -= n;
        }
    }
    return g;
}

inline Eigen::VectorXd dense_inverse_mass(const ContactProblem& p) {
    Eigen::VectorXd inverse(static_cast<Eigen::Index>(p.bodies()) * p.dimension);
    for (Eigen::Index k = 0; k < inverse.size(); ++k)
        inverse[k] = p.inverse_mass[static_cast<std::size_t>(k / p.dimension)];
    return inverse;
}

/// The exact velocity of a small problem: with x = M^1/2 (v - U) the least x with C x >= e, C = h G M^-1/2,
/// e = -(D + h G U), from the non-negative least squares of [C'; e'] against (0, ..., 0, 1).
inline Eigen::VectorXd exact_velocity(const ContactProblem& p) {
    const Eigen::VectorXd root = dense_inverse_mass(p).cwiseSqrt();
    const Eigen::VectorXd free = Eigen::Map<const Eigen::VectorXd>(p.free_velocity.data(), root.size());
    if (p.contacts() == 0) return free;
    const Eigen::MatrixXd g = dense_gradient(p);
    const Eigen::MatrixXd c = p.step * g * root.asDiagonal();
    const Eigen::VectorXd e = -(Eigen::Map<const Eigen::VectorXd>(p.distance.data(), p.contacts()) + p.step * g * free);
    if (e.maxCoeff() <= 0) return free;
    Eigen::MatrixXd stacked(c.cols() + 1, c.rows());
    stacked.topRows(c.cols()) = c.transpose();
    stacked.bottomRows(1) = e.transpose();
    Eigen::VectorXd unit = Eigen::VectorXd::Zero(c.cols() + 1);
    unit[c.cols()] = 1;
    const Eigen::VectorXd r = stacked * nnls(stacked, unit) - unit;
    const Eigen::VectorXd x = -r.head(c.cols()) / r[c.cols()];
    return free + root.cwiseProduct(x);
}

}  // namespace galet::test
