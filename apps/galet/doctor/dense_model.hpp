// A contact problem as one dense matrix, made by plain loops and not by the operators of the solvers: answers are
// measured with it.
//
//   w = G v + o,     v = U + M^-1 G'p
//
// v holds the velocities of all bodies and, with friction, their spins; p and w the normal, with friction also the
// tangential parts, contact after contact; o = D/h on normals. Rows of films come last and have a softness s: w + s p.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "galet/problem/contact_problem.hpp"

namespace galet::doctor {

struct DenseModel {
    Eigen::MatrixXd G;
    Eigen::VectorXd inverse_mass;  ///< diagonal of M^-1, of every component of v
    Eigen::VectorXd U, offset;
    Eigen::VectorXd softness;  ///< by row, 0 but for films
    int block = 1;             ///< rows a contact
    Eigen::Index films = 0;    ///< so many of the last rows

    Eigen::VectorXd velocity(const Eigen::VectorXd& p) const;  ///< v
    Eigen::VectorXd rate(const Eigen::VectorXd& p) const;      ///< w, of films w + s p
    double norm(const Eigen::VectorXd& v) const;               ///< sqrt(v'M v)
};

/// For walls that do not move (`drive` is empty).
DenseModel dense_model(const ContactProblem& problem);

/// p of normal impulses and, with friction, tangential vectors [N s].
Eigen::VectorXd impulses(const ContactProblem& problem, const std::vector<double>& normal,
                         const std::vector<double>& tangential);

/// v of velocities and, with friction, spins.
Eigen::VectorXd motion(const std::vector<double>& velocity, const std::vector<double>& spin);

/// The exact impulses of a problem without friction, by Lawson and Hanson's method; films are eliminated first.
Eigen::VectorXd exact_impulses(const DenseModel& model);

}  // namespace galet::doctor
