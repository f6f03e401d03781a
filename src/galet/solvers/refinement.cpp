#include "galet/solvers/refinement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace galet {
namespace {

/// What rounding does to a sum of so many forces, as a multiple of the largest: generously.
constexpr double kRoundings = 256 * std::numeric_limits<double>::epsilon();

}  // namespace

bool Refinement::pays(const ContactProblem& problem, const Solution& solution) {
    std::vector<double> pushed(problem.inverse_mass.size(), 0.0);
    for (Index c = 0; c < problem.contacts(); ++c) {
        const double p = problem.step * std::abs(solution.force[c]);
        if (problem.first[c] != kFixed) pushed[problem.first[c]] += p * problem.inverse_mass[problem.first[c]];
        pushed[problem.second[c]] += p * problem.inverse_mass[problem.second[c]];
    }
    double fastest = 0, square = 0, lightest = 0;
    for (std::size_t i = 0; i < pushed.size(); ++i) fastest = std::max(fastest, pushed[i]);
    for (std::size_t k = 0; k < solution.velocity.size(); ++k) {
        const double inverse = problem.inverse_mass[k / problem.dimension];
        square += std::pow(solution.velocity[k] - problem.free_velocity[k], 2) / inverse;
        lightest = std::max(lightest, inverse);
    }
    const double lost = kRoundings * problem.step * std::max(fastest, std::sqrt(square * lightest));
    return solution.certificate.violation <= problem.leeway + lost;
}

ContactProblem Refinement::rest_of(const ContactProblem& problem, const Solution& solution, double part) {
    ContactProblem rest = problem;
    for (std::size_t k = 0; k < rest.free_velocity.size(); ++k) {
        rest.free_velocity[k] = solution.velocity[k] + part * (problem.free_velocity[k] - solution.velocity[k]);
    }
    for (Index k = 0; k < problem.films(); ++k) {
        const Index c = problem.pushing() + k;
        const double impulse = (1 - part) * problem.step * solution.force[c];
        rest.distance[c] += problem.step * problem.softness[k] * impulse;
    }
    return rest;
}

Limits Refinement::limits_of(Limits limits, const ContactProblem& problem, const Solution& solution, double part) {
    const double better = problem.leeway + kPart * (solution.certificate.violation - problem.leeway);
    limits.violation = std::min(limits.violation, better);
    limits.error_bound *= std::sqrt(part);
    return limits;
}

bool Refinement::add(const ContactProblem& problem, const Limits& limits, const Solution& rest, double part,
                     Solution& solution) {
    ContactProblem there = problem;
    there.free_velocity = rest.velocity;
    op_.assign(there, RowScaling::unit_diagonal);
    z_.assign(problem.contacts(), 0.0);
    op_.velocity(z_, u_);

    std::vector<double> force = solution.force;
    for (Index c = 0; c < problem.contacts(); ++c) force[c] = (1 - part) * force[c] + rest.force[c];
    op_.assign(problem, RowScaling::unit_diagonal);
    op_.from_force(force, z_);
    const Certificate certificate = Certifier().certify(op_, z_, u_);
    if (!(certificate.violation < solution.certificate.violation)) return false;
    solution.force = std::move(force);
    solution.velocity = rest.velocity;
    solution.certificate = certificate;
    if (limits.met_by(certificate)) solution.status = Status::converged;
    return true;
}

}  // namespace galet
