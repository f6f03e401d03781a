#include "galet/solvers/friction_nlgs.hpp"

#include <cmath>

#include "galet/solvers/friction_stopping.hpp"
#include "galet/solvers/local/friction_local.hpp"

namespace galet {
namespace {

/// z <- z + relaxation (z' - z), which stays in the cone for up to 1.
template <int dim>
Vec<dim> relaxed(const Vec<dim>& last, Vec<dim> next, double relaxation, double friction) {
    if (relaxation == 1) return next;
    next = last + relaxation * (next - last);
    local::project_on_cone_at<dim>(next, friction);
    return next;
}

}  // namespace

void FrictionNlgs::solve(const ContactProblem& problem, const Limits& limits, Solution& solution) {
    op_.assign(problem);
    op_.from_force(solution.force, solution.tangential, z_);
    with_plane_or_space(problem.dimension, [&](auto dim) {
        with_friction_solver(settings_, [&](const auto& local) { iterate<dim()>(local, limits, solution); });
    });
}

/// In scaled unknowns, where W_cc is the unit matrix: the law is the same with the scaled friction.
template <int dim, class Local>
void FrictionNlgs::iterate(const Local& local, const Limits& limits, Solution& solution) {
    FrictionStopping stopping(op_, limits);
    op_.velocity(z_, u_);
    LocalContact<dim> contact;
    contact.W.setIdentity();
    contact.unit = true;
    std::int64_t k = 0;
    for (;; ++k) {
        if (stopping.due(k)) {
            op_.velocity(z_, u_);
            if (stopping.done(k, z_, u_)) break;
        }
        for (Index c = 0; c < op_.contacts(); ++c) {
            const Eigen::Matrix<double, dim, dim> axes = axes_of<dim>(op_.normal<dim>(c).template head<dim>());
            const ContactVector<dim> w = op_.row<dim>(c, u_);
            const Lanes<dim> z = load_lanes<dim>(z_, c);
            contact.p = axes.transpose() * z.template head<dim>();
            contact.u = axes.transpose() * w.tangent.template head<dim>();
            contact.u[0] = w.normal;
            contact.friction = op_.coefficients(c).friction;
            // Open and to stay so.
            if (contact.u[0] > 0 && contact.p.isZero(0)) continue;
            const Vec<dim> next = relaxed<dim>(contact.p, local(contact), settings_.relaxation, contact.friction);
            Lanes<dim> changed = Lanes<dim>::Zero();
            changed.template head<dim>() = axes * next;
            store_lanes<dim>(z_.data(), c, changed);
            op_.add<dim>(c, changed - z, u_);
        }
    }
    stopping.write(z_, u_, 0, solution);
    solution.iterations = k;
    solution.passes = k + stopping.passes();
}

namespace {

template <int dim, class Local>
void sweep(const ConeProblem& problem, const std::vector<Mat<dim>>& blocks, const Local& local, double relaxation,
           std::vector<double>& p) {
    const DelassusProblem& rows = problem.rows;
    LocalContact<dim> contact;
    for (Index c = 0; c < problem.contacts(); ++c) {
        for (int k = 0; k < dim; ++k) {
            const std::size_t row = static_cast<std::size_t>(c) * dim + k;
            double sum = rows.b[row];
            for (std::int64_t e = rows.start[row]; e < rows.start[row + 1]; ++e) {
                sum += rows.value[e] * p[rows.column[e]];
            }
            contact.u[k] = sum;
        }
        contact.p = load<dim>(p, c);
        contact.W = blocks[c];
        contact.friction = problem.friction[c];
        store<dim>(p, c, relaxed<dim>(contact.p, local(contact), relaxation, contact.friction));
    }
}

template <int dim>
std::vector<Mat<dim>> blocks_of(const ConeProblem& problem) {
    std::vector<Mat<dim>> blocks(problem.contacts(), Mat<dim>::Zero());
    const DelassusProblem& rows = problem.rows;
    for (Index row = 0; row < rows.contacts(); ++row) {
        for (std::int64_t e = rows.start[row]; e < rows.start[row + 1]; ++e) {
            if (rows.column[e] / dim == row / dim) blocks[row / dim](row % dim, rows.column[e] % dim) = rows.value[e];
        }
    }
    return blocks;
}

}  // namespace

MatrixSolution solve_friction_nlgs(const ConeProblem& problem, const SolverSettings& settings,
                                   const MatrixLimits& limits) {
    const Timer timer;
    MatrixSolution solution;
    std::vector<double>&p = solution.impulse, &u = solution.rate;
    p.assign(problem.rows.b.size(), 0.0);
    u.resize(p.size());
    with_plane_or_space(problem.dimension, [&](auto dim) {
        const std::vector<Mat<dim()>> blocks = blocks_of<dim()>(problem);
        with_friction_solver(settings, [&](const auto& local) {
            for (std::int64_t& k = solution.iterations;; ++k) {
                velocities(problem, p, u);
                const ConeMeasure found = measure_cones(problem, p, u);
                solution.residual = std::max(found.error, found.residual);
                if (limits.trace) limits.trace->push_back({k, k, timer.seconds(), found.residual, {}, {}});
                const bool finite = std::isfinite(solution.residual);
                if (!finite || solution.residual <= limits.residual || k == limits.max_iterations) break;
                sweep<dim()>(problem, blocks, local, settings.relaxation, p);
            }
        });
    });
    if (!std::isfinite(solution.residual)) {
        solution.status = Status::not_finite;
        solution.note = "the sweeps diverge";
    } else if (solution.residual <= limits.residual) {
        solution.status = Status::converged;
    }
    return solution;
}

}  // namespace galet
