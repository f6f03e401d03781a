#include "galet/solvers/friction_newton.hpp"

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "galet/core/timer.hpp"
#include "galet/problem/natural_map.hpp"
#include "galet/solvers/friction_nlgs.hpp"
#include "galet/solvers/friction_stopping.hpp"
#include "galet/solvers/local/friction_local.hpp"

namespace galet {
namespace {

/// What is added to W on its diagonal, in rows scaled to 1: less after each whole step, more after one that failed.
constexpr double kFirstShift = 1e-3, kLeastShift = 1e-9, kMostShift = 1.0, kShiftChange = 10;

/// Sweeps of Gauss-Seidel before the first step, and after one that did not help.
constexpr std::int64_t kSweepsFirst = 20, kSweepsAfter = 50;

constexpr int kMostHalvings = 4;

enum class Contact { open, sticks, slides };

/// A problem with rows and unknowns scaled so that W has a unit normal diagonal and tangential ones of mean 1.
class ScaledCones {
  public:
    explicit ScaledCones(const ConeProblem& problem) : scaled_(problem), sigma_(problem.rows.b.size()) {
        const std::vector<double> diagonal = diagonal_of(problem.rows);
        const int d = problem.dimension;
        for (Index c = 0; c < problem.contacts(); ++c) {
            const std::size_t at = static_cast<std::size_t>(c) * d;
            double mean = 0;
            for (int k = 1; k < d; ++k) mean += diagonal[at + k] / (d - 1);
            sigma_[at] = 1 / std::sqrt(diagonal[at]);
            for (int k = 1; k < d; ++k) sigma_[at + k] = 1 / std::sqrt(mean);
            scaled_.friction[c] *= sigma_[at] / sigma_[at + 1];
        }
        for (Index row = 0; row < scaled_.rows.contacts(); ++row) {
            scaled_.rows.b[row] *= sigma_[row];
            for (std::int64_t e = scaled_.rows.start[row]; e < scaled_.rows.start[row + 1]; ++e) {
                scaled_.rows.value[e] *= sigma_[row] * sigma_[scaled_.rows.column[e]];
            }
        }
    }

    const ConeProblem& problem() const { return scaled_; }
    std::vector<double> from(std::span<const double> p) const {
        std::vector<double> z(sigma_.size(), 0.0);
        for (std::size_t k = 0; k < p.size(); ++k) z[k] = p[k] / sigma_[k];
        return z;
    }
    void to(std::span<const double> z, std::vector<double>& p) const {
        p.resize(z.size());
        for (std::size_t k = 0; k < z.size(); ++k) p[k] = sigma_[k] * z[k];
    }

  private:
    ConeProblem scaled_;
    std::vector<double> sigma_;
};

template <int dim>
class Newton {
  public:
    explicit Newton(const ConeProblem& problem)
        : problem_(problem), u_(problem.rows.b.size()), miss_(u_.size()), status_(problem.contacts()) {}

    /// |F(z)|, and u, statuses and F of it.
    double look(std::span<const double> z) {
        velocities(problem_, z, u_);
        double square = 0;
        for (Index c = 0; c < problem_.contacts(); ++c) {
            const Vec<dim> p = load<dim>(z, c), tau = p - load<dim>(u_, c);
            const double radius = problem_.friction[c] * tau[0], length = tau.template tail<dim - 1>().norm();
            Vec<dim> f = p;
            status_[c] = tau[0] <= 0 ? Contact::open : length <= radius ? Contact::sticks : Contact::slides;
            if (status_[c] != Contact::open) f -= tau;
            if (status_[c] == Contact::slides)
                f.template tail<dim - 1>() += (1 - radius / length) * tau.template tail<dim - 1>();
            store<dim>(miss_, c, f);
            square += f.squaredNorm();
        }
        return std::sqrt(square);
    }

    /// The step from the iterate looked at last; false where the matrix is singular.
    bool step(std::span<const double> z, double shift, std::vector<double>& change) {
        const DelassusProblem& rows = problem_.rows;
        std::vector<Index> place(problem_.contacts(), -1);
        Index held = 0;
        for (Index c = 0; c < problem_.contacts(); ++c) {
            if (status_[c] != Contact::open) place[c] = held++;
        }
        change.assign(z.size(), 0.0);
        for (Index c = 0; c < problem_.contacts(); ++c) {
            if (place[c] < 0) store<dim>(change, c, -load<dim>(z, c));
        }
        Eigen::VectorXd right(held * dim);
        std::vector<Eigen::Triplet<double>> entries;
        Eigen::Matrix<double, dim, dim> of_change, of_velocity;  // F' = of_change + of_velocity W
        for (Index c = 0; c < problem_.contacts(); ++c) {
            if (place[c] < 0) continue;
            derivative(c, z, of_change, of_velocity);
            Vec<dim> rest = load<dim>(miss_, c);
            for (int k = 0; k < dim; ++k) {
                const std::size_t row = static_cast<std::size_t>(c) * dim + k;
                for (std::int64_t e = rows.start[row]; e < rows.start[row + 1]; ++e) {
                    const Index other = rows.column[e] / dim, column = rows.column[e] % dim;
                    const Vec<dim> part = of_velocity.col(k) * rows.value[e];
                    if (place[other] < 0) {
                        rest += part * change[rows.column[e]];
                        continue;
                    }
                    for (int to = 0; to < dim; ++to) {
                        if (part[to] != 0)
                            entries.emplace_back(place[c] * dim + to, place[other] * dim + column, part[to]);
                    }
                }
                for (int to = 0; to < dim; ++to) {
                    const double own = of_change(to, k) + (to == k ? shift : 0.0);
                    if (own != 0) entries.emplace_back(place[c] * dim + to, place[c] * dim + k, own);
                }
            }
            right.template segment<dim>(place[c] * dim) = -rest;
        }
        if (held == 0) return true;
        Eigen::SparseMatrix<double> matrix(held * dim, held * dim);
        matrix.setFromTriplets(entries.begin(), entries.end());
        factor_.compute(matrix);
        if (factor_.info() != Eigen::Success) return false;
        const Eigen::VectorXd found = factor_.solve(right);
        for (Index c = 0; c < problem_.contacts(); ++c) {
            if (place[c] >= 0) store<dim>(change, c, found.template segment<dim>(place[c] * dim));
        }
        return found.allFinite();
    }

  private:
    void derivative(Index c, std::span<const double> z, Eigen::Matrix<double, dim, dim>& of_change,
                    Eigen::Matrix<double, dim, dim>& of_velocity) const {
        // F = p - proj(tau), tau = p - u: with D the derivative of proj, F' = (I - D) + D W.
        Eigen::Matrix<double, dim, dim> D = Eigen::Matrix<double, dim, dim>::Identity();
        if (status_[c] == Contact::slides) {
            const Vec<dim> tau = load<dim>(z, c) - load<dim>(u_, c);
            const double f = problem_.friction[c], length = tau.template tail<dim - 1>().norm();
            const Eigen::Matrix<double, dim - 1, 1> along = tau.template tail<dim - 1>() / length;
            D.template block<dim - 1, 1>(1, 0) = f * along;
            D.template block<dim - 1, dim - 1>(1, 1) =
                (f * tau[0] / length) *
                (Eigen::Matrix<double, dim - 1, dim - 1>::Identity() - along * along.transpose());
        }
        of_change = Eigen::Matrix<double, dim, dim>::Identity() - D;
        of_velocity = D;
    }

    const ConeProblem& problem_;
    std::vector<double> u_, miss_;
    std::vector<Contact> status_;
    Eigen::SparseLU<Eigen::SparseMatrix<double>> factor_;
};

template <int dim>
void iterate(const ConeProblem& original, const MatrixLimits& limits, MatrixSolution& solution) {
    const Timer timer;
    const ScaledCones scaled(original);
    const ConeProblem& problem = scaled.problem();
    Newton<dim> newton(problem);
    std::vector<double> z = scaled.from(solution.impulse), change, trial;
    const auto sweeps = [&](std::int64_t count) { sweep_friction(problem, SolverSettings{}, count, z); };
    // Looks at z as an answer.
    const auto found = [&] {
        scaled.to(z, solution.impulse);
        solution.rate.resize(z.size());
        velocities(original, solution.impulse, solution.rate);
        const ConeMeasure measure = measure_cones(original, solution.impulse, solution.rate);
        solution.residual = std::max(measure.error, measure.residual);
        return solution.residual <= limits.residual || !std::isfinite(solution.residual);
    };
    sweeps(kSweepsFirst);
    double size = newton.look(z), shift = kFirstShift;
    for (std::int64_t& k = solution.iterations;; ++k) {
        if (limits.trace) limits.trace->push_back({k, k, timer.seconds(), solution.residual, {}, {}});
        if (found() || k == limits.max_iterations) break;
        bool better = false;
        if (newton.step(z, shift, change)) {
            double part = 1;
            for (int halving = 0; halving <= kMostHalvings && !better; ++halving, part *= 0.5) {
                trial = z;
                for (std::size_t i = 0; i < z.size(); ++i) trial[i] += part * change[i];
                const double next = newton.look(trial);
                better = next < (1 - 0.1 * part) * size;
                if (!better) continue;
                size = next;
                z.swap(trial);
                if (halving == 0) shift = std::max(kLeastShift, shift / kShiftChange);
            }
        }
        if (!better) shift = std::min(kMostShift, shift * kShiftChange);
        if (!better) {
            sweeps(kSweepsAfter);
            size = newton.look(z);
        }
    }
}

/// Forces of impulses in the axes of their contacts.
template <int dim>
void from_axes(const ContactProblem& problem, std::span<const double> p, Solution& solution) {
    for (Index c = 0; c < problem.contacts(); ++c) {
        Vec<dim> own = load<dim>(p, c) / problem.step;
        local::project_on_cone_at<dim>(own, problem.friction[c]);
        solution.force[c] = own[0];
        own[0] = 0;
        store<dim>(solution.tangential, c, axes_of<dim>(load<dim>(problem.normal, c)) * own);
    }
}

}  // namespace

void FrictionNewton::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    const ConeProblem cones = cones_of(problem);
    op_.assign(problem);
    FrictionStopping stopping(op_, limits);
    std::int64_t iterations = 0;
    MatrixLimits tight;
    tight.residual = limits.error_bound;
    for (;;) {
        const std::vector<double> p = impulses_in_axes(problem, solution.force, solution.tangential);
        tight.max_iterations = limits.max_iterations - iterations;
        const MatrixSolution found = solve_friction_newton(cones, tight, p);
        iterations += found.iterations;
        with_plane_or_space(problem.dimension, [&](auto dim) { from_axes<dim()>(problem, found.impulse, solution); });
        op_.from_force(solution.force, solution.tangential, z_);
        op_.velocity(z_, u_);
        if (stopping.done(iterations, z_, u_) || found.status != Status::converged) break;
        // Nothing tighter can be asked for: problems of almost no motion, where a residual says little.
        if (tight.residual < std::numeric_limits<double>::epsilon()) break;
        // The residual is good and a distance is not yet.
        constexpr double kTighter = 0.1;
        tight.residual *= kTighter;
    }
    stopping.write(z_, u_, 0, solution);
    solution.iterations = iterations;
    solution.passes = iterations;
}

MatrixSolution solve_friction_newton(const ConeProblem& problem, const MatrixLimits& limits,
                                     std::span<const double> start) {
    MatrixSolution solution;
    solution.impulse.assign(start.begin(), start.end());
    solution.impulse.resize(problem.rows.b.size(), 0.0);
    with_plane_or_space(problem.dimension, [&](auto dim) { iterate<dim()>(problem, limits, solution); });
    if (!std::isfinite(solution.residual)) {
        solution.status = Status::not_finite;
    } else if (solution.residual <= limits.residual) {
        solution.status = Status::converged;
    }
    return solution;
}

}  // namespace galet
