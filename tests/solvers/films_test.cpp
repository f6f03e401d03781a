// Problems with films: rows that push or pull and give way, against sweeps of Gauss-Seidel over the explicit matrix.
#include <gtest/gtest.h>

#include <cmath>

#include "galet/core/parallel.hpp"
#include "galet/core/random.hpp"
#include "galet/problem/certify.hpp"
#include "galet/problem/delassus.hpp"
#include "galet/solvers/least_distance.hpp"
#include "galet/solvers/solver.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

/// A random cluster in which every pair has a contact and a film, thin ones and thick ones, some moved along.
ContactProblem random_films(int dimension, std::uint64_t seed) {
    ContactProblem problem = test::random_problem(dimension, 14, 0.1, seed);
    const Index m = problem.contacts();
    const auto d = static_cast<std::size_t>(dimension);
    for (Index c = 0; c < m; ++c) {
        problem.first.push_back(problem.first[c]);
        problem.second.push_back(problem.second[c]);
        problem.distance.push_back(c % 5 == 0 ? 0.01 * (uniform_draw(seed, 7, c) - 0.5) : 0.0);
        for (std::size_t k = 0; k < d; ++k) problem.normal.push_back(problem.normal[c * d + k]);
        const Index i = problem.first[c], j = problem.second[c];
        const double inverse = problem.inverse_mass[j] + (i == kFixed ? 0.0 : problem.inverse_mass[i]);
        problem.film_contact.push_back(c);
        problem.softness.push_back(inverse * std::pow(10, 4 * uniform_draw(seed, 8, c) - 2));
    }
    return problem;
}

/// Impulses by many sweeps of Gauss-Seidel over the explicit matrix.
std::vector<double> by_sweeps(const DelassusProblem& w) {
    std::vector<double> p(w.b.size(), 0.0);
    for (int sweep = 0; sweep < 20000; ++sweep) {
        for (Index c = 0; c < w.contacts(); ++c) {
            double rate = w.b[c], diagonal = 0;
            for (std::int64_t e = w.start[c]; e < w.start[c + 1]; ++e) {
                rate += w.value[e] * p[w.column[e]];
                if (w.column[e] == c) diagonal = w.value[e];
            }
            const double next = p[c] - rate / diagonal;
            p[c] = c < w.pushing() ? std::max(0.0, next) : next;
        }
    }
    return p;
}

std::vector<double> velocity_of(const ContactProblem& problem, const std::vector<double>& p) {
    std::vector<double> u = problem.free_velocity;
    const int d = problem.dimension;
    for (Index c = 0; c < problem.contacts(); ++c) {
        for (int k = 0; k < d; ++k) {
            const double push = p[c] * problem.normal[static_cast<std::size_t>(c) * d + k];
            const Index i = problem.first[c], j = problem.second[c];
            if (i != kFixed) u[static_cast<std::size_t>(i) * d + k] -= problem.inverse_mass[i] * push;
            u[static_cast<std::size_t>(j) * d + k] += problem.inverse_mass[j] * push;
        }
    }
    return u;
}

class FilmSolver : public testing::TestWithParam<std::string> {};

TEST_P(FilmSolver, AgreesWithGaussSeidelOnTheMatrix) {
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
        const ContactProblem problem = random_films(1 + static_cast<int>(seed % 3), seed);
        const std::vector<double> expected = velocity_of(problem, by_sweeps(delassus_of(problem)));
        SolverSettings settings;
        settings.method = GetParam();
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        Limits limits;
        limits.error_bound = 1e-6;
        limits.violation = 1e-11;
        make_solver(settings)->solve(problem, limits, solution);
        ASSERT_EQ(solution.status, Status::converged) << solution.note << " seed " << seed;
        for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(solution.velocity[k], expected[k], 1e-8);
        // Films give way as their softness says, and either push or pull.
        bool pushes = false, pulls = false;
        for (Index c = problem.pushing(); c < problem.contacts(); ++c) {
            pushes |= solution.force[c] > 0;
            pulls |= solution.force[c] < 0;
        }
        EXPECT_TRUE(pushes && pulls);
    }
}

TEST_P(FilmSolver, SameBitsForAnyNumberOfThreads) {
    const ContactProblem problem = random_films(3, 4);
    std::vector<double> first;
    for (const int threads : {1, 2, 3}) {
        set_thread_count(threads);
        SolverSettings settings;
        settings.method = GetParam();
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        make_solver(settings)->solve(problem, Limits{}, solution);
        if (first.empty()) first = solution.velocity;
        EXPECT_EQ(solution.velocity, first);
    }
    set_thread_count(1);
}

std::vector<std::string> able() {
    std::vector<std::string> names;
    for (const SolverMethod& method : solver_methods())
        if (method.films) names.push_back(method.name);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, FilmSolver, testing::ValuesIn(able()), [](const auto& param) {
    std::string name = param.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

TEST(LeastDistanceWithFilms, AgreesWithGaussSeidelOnTheMatrix) {
    for (std::uint64_t seed = 0; seed < 9; ++seed) {
        const ContactProblem problem = random_films(1 + static_cast<int>(seed % 3), seed);
        const std::vector<double> expected = velocity_of(problem, by_sweeps(delassus_of(problem)));
        FactoringSolver<LeastDistance> solver;
        Solution solution;
        solution.force.assign(problem.contacts(), 0.0);
        solver.solve(problem, {1e-6, 1e-11}, solution);
        ASSERT_EQ(solution.status, Status::converged) << solution.note << " seed " << seed;
        for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(solution.velocity[k], expected[k], 1e-8);
    }
}

TEST(FilmCertificate, SaysByHowMuchAFilmIsOff) {
    // One film alone: its rate is off by what the impulse is, times W and softness together.
    ContactProblem problem = random_films(2, 1);
    const auto film = static_cast<std::size_t>(problem.pushing());
    problem.first = {problem.first[film]};
    problem.second = {problem.second[film]};
    problem.normal = {problem.normal[2 * film], problem.normal[2 * film + 1]};
    problem.distance = {problem.distance[film]};
    problem.softness = {problem.softness[0]};
    problem.film_contact.clear();
    ContactOperator op;
    op.assign(problem, RowScaling::unit_diagonal);
    const double exact = by_sweeps(delassus_of(problem))[0], off = 0.3 * std::abs(exact) + 0.1;
    std::vector<double> z(1), force = {(exact + off) / problem.step};
    op.from_force(force, z);
    LaneArray u;
    op.velocity(z, u);
    const double diagonal = delassus_of(problem).value[0];
    const Certificate certificate = Certifier().certify(op, z, u);
    EXPECT_NEAR(certificate.violation / (problem.step * diagonal * off), 1, 1e-12);
    EXPECT_EQ(certificate.gap, 0);
}

}  // namespace
}  // namespace galet
