#include "doctor/dense_model.hpp"

#include "galet/problem/cone_problem.hpp"
#include "galet/solvers/lawson_hanson.hpp"

namespace galet::doctor {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One row of G: the velocity of `second` against `first` along `e` where they touch, n the normal. A spin moves the
/// point at the arm a along n by a omega x n, and e.(omega x n) = omega.(n x e).
template <int dim>
void fill_row(const ContactProblem& problem, galet::Index contact, const Vec<dim>& n, const Vec<dim>& e,
              Eigen::Ref<Eigen::RowVectorXd> row) {
    const Index spins = static_cast<Index>(problem.bodies()) * dim;
    const auto add = [&](galet::Index body, double sign, double arm) {
        if (body == kFixed) return;
        row.segment<dim>(Index{body} * dim) += sign * e.transpose();
        if (!problem.has_friction()) return;
        if constexpr (dim == 2) row[spins + body] -= arm * (n[0] * e[1] - n[1] * e[0]);
        if constexpr (dim == 3) row.segment<3>(spins + Index{body} * 3) -= arm * n.cross(e).transpose();
    };
    const bool rotate = problem.has_friction();
    add(problem.first[contact], -1, rotate ? problem.arm[2 * contact] : 0.0);
    add(problem.second[contact], 1, rotate ? problem.arm[2 * contact + 1] : 0.0);
}

template <int dim>
void fill_rows(const ContactProblem& problem, DenseModel& model) {
    for (galet::Index c = 0; c < problem.contacts(); ++c) {
        const Vec<dim> n = load<dim>(problem.normal, c);
        const auto axes = axes_of<dim>(n);
        for (int k = 0; k < model.block; ++k) {
            Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(model.G.cols());
            fill_row<dim>(problem, c, n, axes.col(k), row);
            model.G.row(Index{c} * model.block + k) = row;
        }
        model.offset[Index{c} * model.block] = problem.distance[c] / problem.step;
    }
}

VectorXd inverse_masses(const ContactProblem& problem, int spin) {
    std::vector<double> values;
    for (const double m : problem.inverse_mass) values.insert(values.end(), problem.dimension, m);
    for (const double i : problem.inverse_inertia) values.insert(values.end(), spin, i);
    return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

VectorXd DenseModel::velocity(const VectorXd& p) const {
    return U + (inverse_mass.array() * (G.transpose() * p).array()).matrix();
}

VectorXd DenseModel::rate(const VectorXd& p) const {
    return G * velocity(p) + offset + (softness.array() * p.array()).matrix();
}

double DenseModel::norm(const VectorXd& v) const {
    return std::sqrt((v.array().square() / inverse_mass.array()).sum());
}

DenseModel dense_model(const ContactProblem& problem) {
    DenseModel model;
    model.block = problem.has_friction() ? problem.dimension : 1;
    model.films = problem.films();
    model.inverse_mass = inverse_masses(problem, spin_size(problem.dimension));
    model.U = motion(problem.free_velocity, problem.free_spin);
    const Index rows = Index{problem.contacts()} * model.block;
    model.G = MatrixXd::Zero(rows, model.U.size());
    model.offset = VectorXd::Zero(rows);
    model.softness = VectorXd::Zero(rows);
    for (Index k = 0; k < model.films; ++k)
        model.softness[rows - model.films + k] = problem.softness[static_cast<std::size_t>(k)];
    with_plane_or_space(problem.dimension, [&](auto dim) { fill_rows<dim>(problem, model); });
    return model;
}

VectorXd impulses(const ContactProblem& problem, const std::vector<double>& normal,
                  const std::vector<double>& tangential) {
    const int block = problem.has_friction() ? problem.dimension : 1;
    VectorXd p(Index{problem.contacts()} * block);
    with_plane_or_space(problem.dimension, [&](auto dim) {
        for (galet::Index c = 0; c < problem.contacts(); ++c) {
            p[Index{c} * block] = normal[c];
            if (block == 1) continue;
            const auto axes = axes_of<dim>(load<dim>(problem.normal, c));
            for (int k = 1; k < dim; ++k) p[Index{c} * block + k] = axes.col(k).dot(load<dim>(tangential, c));
        }
    });
    return p;
}

VectorXd motion(const std::vector<double>& velocity, const std::vector<double>& spin) {
    VectorXd v(static_cast<Index>(velocity.size() + spin.size()));
    std::copy(velocity.begin(), velocity.end(), v.begin());
    std::copy(spin.begin(), spin.end(), v.begin() + static_cast<Index>(velocity.size()));
    return v;
}

VectorXd exact_impulses(const DenseModel& model) {
    const Index films = model.films, pushing = model.offset.size() - films;
    MatrixXd W = model.G * model.inverse_mass.asDiagonal() * model.G.transpose();
    W.diagonal() += model.softness;
    const VectorXd b = model.G * model.U + model.offset;
    // p_f = -F (b_f + W_fc p_c), F the inverse of W_ff.
    const MatrixXd F = W.bottomRightCorner(films, films).inverse();
    const MatrixXd across = W.topRightCorner(pushing, films) * F;
    const MatrixXd inner = W.topLeftCorner(pushing, pushing) - across * W.bottomLeftCorner(films, pushing);
    const VectorXd c = b.head(pushing) - across * b.tail(films);
    VectorXd p(pushing + films);
    constexpr double kTiny = 1e-14;  // of the largest rate
    p.head(pushing) = lawson_hanson(inner, c, kTiny * c.cwiseAbs().maxCoeff());
    p.tail(films) = -F * (b.tail(films) + W.bottomLeftCorner(films, pushing) * p.head(pushing));
    return p;
}

}  // namespace galet::doctor
