#include "galet/problem/cone_problem.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "galet/laws/coulomb.hpp"
#include "galet/problem/natural_map.hpp"

namespace galet {
namespace {

template <int dim>
using Tangent = Eigen::Matrix<double, dim - 1, 1>;

/// |p - proj_K(p - u^)|^2 of one contact.
template <int dim>
double miss(Vec<dim> p, const Vec<dim>& u, double friction) {
    double normal = p[0] - u[0] - friction * u.template tail<dim - 1>().norm();
    Tangent<dim> tangent = p.template tail<dim - 1>() - u.template tail<dim - 1>();
    project_on_cone(normal, tangent, friction);
    p[0] -= normal;
    p.template tail<dim - 1>() -= tangent;
    return p.squaredNorm();
}

template <int dim>
ConeMeasure measure(const ConeProblem& problem, std::span<const double> p, std::span<const double> u) {
    const std::vector<double> diagonal = diagonal_of(problem.rows);
    ConeMeasure found;
    double square = 0, scaled = 0, scale = 0, free = 0;
    for (Index c = 0; c < problem.contacts(); ++c) {
        const double f = problem.friction[c];
        const Vec<dim> P = load<dim>(p, c), U = load<dim>(u, c), b = load<dim>(problem.rows.b, c);
        const Vec<dim> W = load<dim>(diagonal, c);
        square += miss<dim>(P, U, f);
        free += b.squaredNorm();
        Vec<dim> sigma = Vec<dim>::Constant(1 / std::sqrt(W.template tail<dim - 1>().mean()));
        sigma[0] = 1 / std::sqrt(W[0]);
        const double scaled_friction = f * sigma[0] / sigma[1];
        scaled += miss<dim>(P.cwiseQuotient(sigma), U.cwiseProduct(sigma), scaled_friction);
        scale += miss<dim>(Vec<dim>::Zero(), b.cwiseProduct(sigma), scaled_friction);
        Vec<dim> in_cone = P;
        Tangent<dim> along = P.template tail<dim - 1>();
        project_on_cone(in_cone[0], along, f);
        in_cone.template tail<dim - 1>() = along;
        found.cone_primal = std::max(found.cone_primal, (P - in_cone).norm());
        const double slip = U.template tail<dim - 1>().norm(), corrected = U[0] + f * slip;
        found.cone_dual = std::max(found.cone_dual, distance_to_dual_cone(corrected, slip, f));
        found.deepest = std::max(found.deepest, P[0] > 0 ? std::abs(U[0]) : -U[0]);
        found.gap += std::max(0.0, P.dot(U) + P[0] * f * slip);
    }
    found.error = std::sqrt(square) / (free > 0 ? std::sqrt(free) : 1.0);
    found.residual = std::sqrt(scaled) / (scale > 0 ? std::sqrt(scale) : 1.0);
    return found;
}

/// G of one body in a contact, in the contact's axes: velocities first, then spins.
template <int dim>
using Map = Eigen::Matrix<double, dim, dim + spin_size(dim)>;

template <int dim>
Map<dim> map_of(const Eigen::Matrix<double, dim, dim>& axes, double arm, bool is_second) {
    // u = +-v - arm (omega x n)
    Map<dim> map;
    map.template leftCols<dim>() = is_second ? axes.transpose() : Eigen::Matrix<double, dim, dim>(-axes.transpose());
    map.template rightCols<spin_size(dim)>().setZero();
    if constexpr (dim == 2) {
        map(1, 2) = -arm;
    } else {
        // (omega x n).t = omega.(n x t)
        for (int k = 1; k < 3; ++k) {
            map.template block<1, 3>(k, 3) = -arm * axes.col(0).cross(axes.col(k)).transpose();
        }
    }
    return map;
}

template <int dim>
ConeProblem explicit_of(const ContactProblem& problem) {
    const Index m = problem.contacts(), n = problem.bodies();
    constexpr int kSpin = spin_size(dim);
    std::vector<std::vector<Index>> of_body(n);
    std::vector<std::array<Map<dim>, 2>> maps(m);
    ConeProblem cones;
    cones.dimension = dim;
    cones.friction = problem.friction;
    for (Index c = 0; c < m; ++c) {
        const Eigen::Matrix<double, dim, dim> axes = axes_of<dim>(load<dim>(problem.normal, c));
        const std::array<Index, 2> bodies = {problem.first[c], problem.second[c]};
        Vec<dim> b = Vec<dim>::Zero();
        if (!problem.drive.empty()) b = -(axes.transpose() * load<dim>(problem.drive, c));
        b[0] = problem.distance[c] / problem.step;
        for (int side = 0; side < 2; ++side) {
            const Index i = bodies[side];
            if (i == kFixed) continue;
            of_body[i].push_back(c);
            maps[c][side] = map_of<dim>(axes, problem.arm[2 * static_cast<std::size_t>(c) + side], side == 1);
            Eigen::Matrix<double, dim + kSpin, 1> twist;
            twist.template head<dim>() = load<dim>(problem.free_velocity, i);
            for (int k = 0; k < kSpin; ++k) twist[dim + k] = problem.free_spin[static_cast<std::size_t>(i) * kSpin + k];
            b += maps[c][side] * twist;
        }
        cones.rows.b.insert(cones.rows.b.end(), b.data(), b.data() + dim);
    }
    std::vector<std::pair<Index, Eigen::Matrix<double, dim, dim>>> blocks;
    for (Index c = 0; c < m; ++c) {
        blocks.clear();
        for (int side = 0; side < 2; ++side) {
            const Index i = side == 0 ? problem.first[c] : problem.second[c];
            if (i == kFixed) continue;
            Eigen::Matrix<double, dim + kSpin, 1> inverse;
            inverse.template head<dim>().setConstant(problem.inverse_mass[i]);
            inverse.template tail<kSpin>().setConstant(problem.inverse_inertia[i]);
            for (const Index d : of_body[i]) {
                const int other = problem.second[d] == i ? 1 : 0;
                blocks.emplace_back(d, maps[c][side] * inverse.asDiagonal() * maps[d][other].transpose());
            }
        }
        std::stable_sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t kept = 0;
        for (std::size_t k = 1; k < blocks.size(); ++k) {
            if (blocks[k].first == blocks[kept].first) {
                blocks[kept].second += blocks[k].second;
            } else {
                blocks[++kept] = blocks[k];
            }
        }
        blocks.resize(blocks.empty() ? 0 : kept + 1);
        for (int row = 0; row < dim; ++row) {
            for (const auto& [d, block] : blocks) {
                for (int column = 0; column < dim; ++column) {
                    cones.rows.column.push_back(d * dim + column);
                    cones.rows.value.push_back(block(row, column));
                }
            }
            cones.rows.start.push_back(static_cast<std::int64_t>(cones.rows.column.size()));
        }
    }
    return cones;
}

}  // namespace

void velocities(const ConeProblem& problem, std::span<const double> p, std::span<double> u) {
    multiply(problem.rows, p, u);
    for (std::size_t k = 0; k < u.size(); ++k) u[k] += problem.rows.b[k];
}

ConeMeasure measure_cones(const ConeProblem& problem, std::span<const double> p, std::span<const double> u) {
    return with_plane_or_space(problem.dimension, [&](auto dim) { return measure<dim()>(problem, p, u); });
}

std::vector<double> impulses_in_axes(const ContactProblem& problem, std::span<const double> force,
                                     std::span<const double> tangential) {
    std::vector<double> p(problem.normal.size());
    with_plane_or_space(problem.dimension, [&](auto dim) {
        for (Index c = 0; c < problem.contacts(); ++c) {
            Vec<dim()> own = axes_of<dim()>(load<dim()>(problem.normal, c)).transpose() * load<dim()>(tangential, c);
            own[0] = force[c];
            store<dim()>(p, c, problem.step * own);
        }
    });
    return p;
}

ConeProblem cones_of(const ContactProblem& problem) {
    return with_plane_or_space(problem.dimension, [&](auto dim) { return explicit_of<dim()>(problem); });
}

}  // namespace galet
