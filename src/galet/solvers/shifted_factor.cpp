#include "galet/solvers/shifted_factor.hpp"

#include <algorithm>
#include <cmath>

namespace galet {

void BodySpaceFactor::assign(const ContactProblem& problem, std::span<const double> sigma) {
    problem_ = &problem;
    sigma_ = sigma;
    root_.resize(problem.bodies());
    for (Index i = 0; i < problem.bodies(); ++i) root_[i] = std::sqrt(problem.inverse_mass[i]);
    matrix_.assign(problem, problem.dimension);
    cholesky_.analyse(matrix_.pattern(), matrix_.order());
    one_.assign(matrix_.size(), 1.0);
    y_.resize(one_.size());
}

template <int dim>
void BodySpaceFactor::fill(std::span<const double> t) {
    const ContactProblem& p = *problem_;
    matrix_.set_zero();
    for (Index c = 0; c < p.contacts(); ++c) {
        const Index i = p.first[c], j = p.second[c];
        const Vec<dim> n = sigma_[c] * load<dim>(p.normal, c);
        const Eigen::Matrix<double, dim, dim> square = (1 / t[c]) * n * n.transpose();
        matrix_.add(c, BodyMatrix::second, BodyMatrix::second, root_[j] * root_[j] * square);
        if (i == kFixed) continue;
        matrix_.add(c, BodyMatrix::first, BodyMatrix::first, root_[i] * root_[i] * square);
        matrix_.add(c, BodyMatrix::first, BodyMatrix::second, -root_[i] * root_[j] * square);
        matrix_.add(c, BodyMatrix::second, BodyMatrix::first, -root_[i] * root_[j] * square);
    }
}

bool BodySpaceFactor::factor(std::span<const double> t) {
    t_.assign(t.begin(), t.end());
    const Index pushing = problem_->pushing();
    for (Index k = 0; k < problem_->films(); ++k)
        t_[pushing + k] += sigma_[pushing + k] * sigma_[pushing + k] * problem_->softness[k];
    with_dimension(problem_->dimension, [&](auto dim) { fill<dim()>(t_); });
    return cholesky_.factor(matrix_.value(), one_);
}

template <int dim>
void BodySpaceFactor::solve_with(std::span<double> x) {
    const ContactProblem& p = *problem_;
    std::fill(y_.begin(), y_.end(), 0.0);
    for (Index c = 0; c < p.contacts(); ++c) {
        const Index i = p.first[c], j = p.second[c];
        const Vec<dim> push = (sigma_[c] * x[c] / t_[c]) * load<dim>(p.normal, c);
        store<dim>(y_, j, load<dim>(y_, j) + root_[j] * push);
        if (i != kFixed) store<dim>(y_, i, load<dim>(y_, i) - root_[i] * push);
    }
    cholesky_.solve(y_);
    parallel_for(p.contacts(), [&](Index c) {
        const Index i = p.first[c], j = p.second[c];
        Vec<dim> v = root_[j] * load<dim>(y_, j);
        if (i != kFixed) v -= root_[i] * load<dim>(y_, i);
        x[c] = (x[c] - sigma_[c] * load<dim>(p.normal, c).dot(v)) / t_[c];
    });
}

void BodySpaceFactor::solve(std::span<double> x) {
    with_dimension(problem_->dimension, [&](auto dim) { solve_with<dim()>(x); });
}

}  // namespace galet
