// Methods for problems with friction: Coulomb's law contact by contact, checked from its definition; closed forms; the
// frictionless solution where there is no friction.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "galet/laws/coulomb.hpp"
#include "galet/problem/cone_problem.hpp"
#include "galet/problem/friction_measure.hpp"
#include "galet/problem/friction_operator.hpp"
#include "galet/solvers/friction_homotopy.hpp"
#include "galet/solvers/friction_newton.hpp"
#include "galet/solvers/friction_nlgs.hpp"
#include "galet/solvers/friction_rows.hpp"
#include "galet/solvers/solver.hpp"
#include "support/nnls.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

/// Friction and rotation for a problem of bodies that have none: spheres, spins at random.
void add_friction(ContactProblem& problem, const std::vector<double>& radius, double friction, std::uint64_t seed) {
    RandomStream random(seed, 3);
    const double d = problem.dimension;
    for (std::size_t i = 0; i < radius.size(); ++i) {
        problem.inverse_inertia.push_back(problem.inverse_mass[i] / ((d == 3 ? 0.4 : 0.5) * radius[i] * radius[i]));
        for (int k = 0; k < spin_size(problem.dimension); ++k) problem.free_spin.push_back(random.uniform(-5, 5));
    }
    for (Index c = 0; c < problem.contacts(); ++c) {
        const Index i = problem.first[c], j = problem.second[c];
        problem.friction.push_back(friction);
        problem.arm.push_back(i == kFixed ? 0.0 : radius[static_cast<std::size_t>(i)]);
        problem.arm.push_back(radius[static_cast<std::size_t>(j)]);
    }
}

/// A random cluster rushing into itself and a floor; only pairs that may touch.
ContactProblem rough_cluster(int dimension, Index count, double h, double friction, std::uint64_t seed) {
    const Bodies bodies = test::random_bodies(dimension, count, 1.0, 0.06, 1.5, 1.0, seed);
    Obstacles obstacles;
    add_obstacle(obstacles, HalfSpace{{-0.1, -0.1, -0.1}, {1, 0, 0}}, dimension);
    ContactProblem problem = test::problem_of(bodies, test::all_contacts(bodies, obstacles), h);
    add_friction(problem, bodies.radius, friction, seed);
    return problem;
}

Solution solve(const ContactProblem& problem, const SolverSettings& settings, double tolerance,
               double violation = 1e-9) {
    Limits limits;
    limits.error_bound = tolerance;
    limits.violation = violation;
    Solution solution;
    solution.force.assign(problem.first.size(), 0.0);
    solution.tangential.assign(problem.normal.size(), 0.0);
    make_solver(settings, true)->solve(problem, limits, solution);
    return solution;
}

/// Velocities from impulses, and the largest deviations from the law, all from its definition. Impulses are compared
/// with the largest one, velocities with the largest free one.
template <int dim>
void expect_law(const ContactProblem& problem, const Solution& solution, double tolerance) {
    const ConeProblem cones = cones_of(problem);
    const std::vector<double> p = impulses_in_axes(problem, solution.force, solution.tangential);
    std::vector<double> u(p.size());
    velocities(cones, p, u);
    double most_p = 0, most_u = 0;
    for (const double x : p) most_p = std::max(most_p, std::abs(x));
    for (const double x : problem.free_velocity) most_u = std::max(most_u, std::abs(x));
    ASSERT_GT(most_p, 0);
    for (Index c = 0; c < problem.contacts(); ++c) {
        const Vec<dim> P = load<dim>(p, c) / most_p, U = load<dim>(u, c) / most_u;
        const double f = problem.friction[c];
        const auto P_t = P.template tail<dim - 1>(), U_t = U.template tail<dim - 1>();
        EXPECT_GE(P[0], -tolerance);
        EXPECT_GE(U[0], -tolerance);
        EXPECT_LE(std::abs(std::min(P[0], U[0])), tolerance);
        EXPECT_LE(P_t.norm(), f * P[0] + tolerance);
        // Where it slides the friction is full and against the slip.
        if (P[0] > tolerance && U_t.norm() > 1e3 * tolerance) {
            EXPECT_LE((P_t + f * P[0] * U_t / U_t.norm()).norm(), 1e3 * tolerance);
        }
    }
}

void expect_law(const ContactProblem& problem, const Solution& solution, double tolerance) {
    with_plane_or_space(problem.dimension, [&](auto dim) { expect_law<dim()>(problem, solution, tolerance); });
}

struct Method {
    const char *name, *method, *local;
};

void PrintTo(const Method& method, std::ostream* out) { *out << method.name; }

class Friction : public testing::TestWithParam<Method> {
  protected:
    SolverSettings settings() const {
        SolverSettings settings;
        settings.method = GetParam().method;
        settings.local = GetParam().local;
        settings.rho = 0.9;
        return settings;
    }
};

TEST_P(Friction, ObeysCoulombsLaw) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        const ContactProblem problem = rough_cluster(2 + static_cast<int>(seed % 2), 40, 0.2, 0.1 + 0.15 * seed, seed);
        const Solution solution = solve(problem, settings(), 1e-9);
        ASSERT_EQ(solution.status, Status::converged) << seed << " " << solution.measure.residual;
        expect_law(problem, solution, 1e-6);
        EXPECT_EQ(solution.measure.cone_primal < 1e-12, true);
    }
}

/// The problem whose distances differ by what normal parts are off, up to the leeway, and have none.
ContactProblem within_leeway(const ContactProblem& problem, const Solution& solution) {
    const ConeProblem cones = cones_of(problem);
    const std::vector<double> p = impulses_in_axes(problem, solution.force, solution.tangential);
    std::vector<double> u(p.size());
    velocities(cones, p, u);
    ContactProblem moved = problem;
    moved.leeway = 0;
    for (Index c = 0; c < problem.contacts(); ++c) {
        moved.distance[c] -= std::clamp(problem.step * u[static_cast<std::size_t>(c) * problem.dimension],
                                        -problem.leeway, problem.leeway);
    }
    return moved;
}

/// To far more than the leeway.
TEST_P(Friction, ObeysTheLawOfDistancesWithinTheLeeway) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        ContactProblem problem = rough_cluster(2 + static_cast<int>(seed % 2), 40, 0.2, 0.1 + 0.15 * seed, seed);
        problem.leeway = 1e-3;
        const Solution solution = solve(problem, settings(), 1e-9, problem.leeway);
        ASSERT_EQ(solution.status, Status::converged) << seed << " " << solution.measure.residual;
        EXPECT_LE(solution.certificate.violation, problem.leeway);
        expect_law(within_leeway(problem, solution), solution, 1e-6);
    }
}

TEST_P(Friction, WithoutFrictionItIsTheFrictionlessMotion) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const ContactProblem problem = rough_cluster(2 + static_cast<int>(seed % 2), 25, 0.2, 0.0, seed);
        const Eigen::VectorXd exact = test::exact_velocity(problem);
        const Solution solution = solve(problem, settings(), 1e-10);
        ASSERT_EQ(solution.status, Status::converged);
        for (Eigen::Index k = 0; k < exact.size(); ++k) EXPECT_NEAR(solution.velocity[k], exact[k], 1e-7);
        for (std::size_t k = 0; k < solution.spin.size(); ++k)
            EXPECT_NEAR(solution.spin[k], problem.free_spin[k], 1e-12);
    }
}

/// A disc that hits a floor with u = (v, -1): sticks where the impulse that stops the slip fits the cone.
TEST_P(Friction, OneContactAgainstTheClosedForm) {
    for (const double v : {0.2, 1.0, -3.0}) {
        for (const double f : {0.05, 0.3, 0.8}) {
            ContactProblem problem;
            problem.dimension = 2;
            problem.step = 0.1;
            problem.inverse_mass = {0.5};
            problem.free_velocity = {v, -1};
            problem.first = {kFixed};
            problem.second = {0};
            problem.normal = {0, 1};
            problem.distance = {0};
            problem.friction = {f};
            problem.inverse_inertia = {1 / (0.5 * 2 * 0.3 * 0.3)};
            problem.free_spin = {0};
            problem.arm = {0, 0.3};
            const Solution solution = solve(problem, settings(), 1e-13);
            ASSERT_EQ(solution.status, Status::converged);
            const double normal = 2, sticking = -v / 1.5;  // W_t = 3 / m
            const double tangential = std::clamp(sticking, -f * normal, f * normal);
            EXPECT_NEAR(solution.force[0], normal / 0.1, 1e-9);
            EXPECT_NEAR(solution.tangential[0], tangential / 0.1, 1e-9);
            EXPECT_NEAR(solution.velocity[0], v + tangential / 2, 1e-10);
            EXPECT_NEAR(solution.spin[0], tangential * 0.3 / 0.09, 1e-9);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Friction,
                         testing::Values(Method{"Auto", "auto", "pdas"}, Method{"Apgd", "apgd", "pdas"},
                                         Method{"Newton", "newton", "pdas"}, Method{"NlgsPdas", "nlgs", "pdas"},
                                         Method{"NlgsSbp", "nlgs", "sbp"}, Method{"NlgsSal", "nlgs", "sal"},
                                         Method{"NlgsEbp", "nlgs", "ebp"}, Method{"NlgsEal", "nlgs", "eal"}),
                         [](const auto& method) { return method.param.name; });

/// The certificate of any impulses at all is the plain residual of another problem.
TEST(FrictionMeasure, ResidualIsThatOfDistancesWithinTheLeeway) {
    for (const int dimension : {2, 3}) {
        ContactProblem problem = rough_cluster(dimension, 30, 0.2, 0.4, 3);
        problem.leeway = 0.02;
        RandomStream random(4, 2);
        Solution solution;
        for (Index c = 0; c < problem.contacts(); ++c) solution.force.push_back(random.uniform(0, 2));
        for (std::size_t k = 0; k < problem.normal.size(); ++k)
            solution.tangential.push_back(random.uniform(-0.3, 0.3));
        const auto measure = [&](const ContactProblem& of) {
            FrictionOperator op;
            op.assign(of);
            LaneArray z, u;
            op.from_force(solution.force, solution.tangential, z);
            op.velocity(z, u);
            return measure_friction(op, z, u, 1.0);
        };
        const ContactProblem moved = within_leeway(problem, solution);
        const FrictionCertificate found = measure(problem), plain = measure(moved);
        EXPECT_LT(found.measure.residual, 0.99 * found.measure.residual_unmoved);
        EXPECT_NEAR(found.measure.residual, plain.measure.residual_unmoved, 1e-12 * plain.measure.residual);
        EXPECT_EQ(plain.measure.residual, plain.measure.residual_unmoved);
        EXPECT_EQ(found.certificate.error_bound, found.measure.residual);
    }
}

/// Not to the last digit, as an interior point is one.
TEST(FrictionInteriorPoint, ObeysCoulombsLaw) {
    SolverSettings settings;
    settings.method = "interior-point";
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        ContactProblem problem = rough_cluster(2 + static_cast<int>(seed % 2), 40, 0.2, 0.1 + 0.15 * seed, seed);
        if (seed > 5) problem.friction[0] = 0;
        const Solution solution = solve(problem, settings, 1e-6, 1e-5);
        ASSERT_EQ(solution.status, Status::converged) << seed << " " << solution.measure.residual;
        expect_law(problem, solution, 1e-5);
    }
}

TEST(FrictionInteriorPoint, SolvesTheConvexRelaxation) {
    SolverSettings interior, gradients;
    interior.method = "interior-point";
    gradients.method = "apgd";
    ContactProblem problem = rough_cluster(3, 40, 0.2, 0.5, 3);
    problem.convex = true;
    const Solution a = solve(problem, interior, 1e-7), b = solve(problem, gradients, 1e-9);
    ASSERT_EQ(a.status, Status::converged);
    for (std::size_t k = 0; k < a.velocity.size(); ++k) EXPECT_NEAR(a.velocity[k], b.velocity[k], 1e-5);
}

/// From where three sweeps lead, with and without friction in single contacts. From afar there is no promise: with a
/// friction of 1 there are clusters for which 200 factors do not do.
TEST(FrictionHomotopy, ObeysCoulombsLaw) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
        ContactProblem problem = rough_cluster(2 + static_cast<int>(seed % 2), 40, 0.2, 0.1 + 0.15 * seed, seed);
        if (seed > 3) problem.friction[0] = 0;
        Limits limits;
        limits.error_bound = 1e-9;
        limits.max_iterations = 3;
        Solution solution;
        solution.force.assign(problem.first.size(), 0.0);
        solution.tangential.assign(problem.normal.size(), 0.0);
        FrictionNlgs(SolverSettings{}).solve(problem, limits, solution);
        ASSERT_GT(solution.measure.residual, 1e-6) << seed;
        limits.max_iterations = 200;
        FrictionHomotopy().solve(problem, limits, solution);
        ASSERT_EQ(solution.status, Status::converged) << seed << " " << solution.measure.residual;
        expect_law(problem, solution, 1e-6);
    }
}

/// A d with d = A' z~ is what the impulses z add to w.
template <int dim>
void expect_rows_of_operator(const ContactProblem& problem) {
    FrictionOperator op;
    op.assign(problem);
    const FrictionRows<dim> rows(op);
    RandomStream random(9, 1);
    LaneArray z(op.impulse_size()), u;
    std::vector<double> d(static_cast<std::size_t>(problem.bodies()) * FrictionRows<dim>::kTwist, 0.0);
    for (Index c = 0; c < op.contacts(); ++c) {
        Vec<dim> own;
        for (int k = 0; k < dim; ++k) own[k] = random.uniform(-1, 1);
        rows.to(c, own, z);
        EXPECT_LT((rows.from(c, z) - own).norm(), 1e-13);
        rows.push(c, own, d);
    }
    op.velocity(z, u);
    for (Index c = 0; c < op.contacts(); ++c) {
        const ContactVector<dim> w = op.row<dim>(c, u);
        const Vec<dim> found = rows[c].free + rows.row(c, d);
        EXPECT_NEAR(found[0] * rows[c].friction, w.normal, 1e-11);
        EXPECT_NEAR((found.template tail<dim - 1>().norm()), w.tangent.norm(), 1e-11);
    }
}

TEST(FrictionRows, AreThoseOfTheOperator) {
    expect_rows_of_operator<2>(rough_cluster(2, 20, 0.1, 0.4, 5));
    expect_rows_of_operator<3>(rough_cluster(3, 20, 0.1, 0.4, 5));
}

TEST(FrictionOperator, IsTheMatrixOfItsContacts) {
    // u(z) body by body against W p + b contact by contact.
    for (const int dimension : {2, 3}) {
        ContactProblem problem = rough_cluster(dimension, 20, 0.1, 0.4, 5);
        RandomStream random(7, 1);
        problem.drive.resize(problem.normal.size());
        for (double& x : problem.drive) x = random.uniform(-1, 1);
        std::vector<double> force(problem.first.size()), tangential(problem.normal.size());
        for (double& x : force) x = random.uniform(0, 1);
        for (double& x : tangential) x = random.uniform(-1, 1);
        FrictionOperator op;
        op.assign(problem);
        LaneArray z, u;
        op.from_force(force, tangential, z);
        op.velocity(z, u);
        std::vector<double> force_back, tangential_back;
        op.to_force(z, force_back, tangential_back);
        const ConeProblem cones = cones_of(problem);
        std::vector<double> p = impulses_in_axes(problem, force_back, tangential_back), rates(p.size());
        velocities(cones, p, rates);
        with_plane_or_space(dimension, [&](auto dim) {
            for (Index c = 0; c < problem.contacts(); ++c) {
                const ContactVector<dim()> w = op.row<dim()>(c, u);
                const auto& k = op.coefficients(c);
                EXPECT_NEAR(w.normal / k.scale_normal, load<dim()>(rates, c)[0], 1e-10);
                EXPECT_NEAR(w.tangent.norm() / k.scale_tangent, load<dim()>(rates, c).template tail<dim() - 1>().norm(),
                            1e-10);
                EXPECT_NEAR(force_back[c], force[c], 1e-12);
            }
        });
    }
}

TEST(FrictionMatrix, SweepsAndNewtonObeyTheLaw) {
    for (const int dimension : {2, 3}) {
        const ContactProblem problem = rough_cluster(dimension, 30, 0.2, 0.3, 11);
        const ConeProblem cones = cones_of(problem);
        MatrixLimits limits;
        limits.residual = 1e-10;
        for (const MatrixSolution& solution :
             {solve_friction_nlgs(cones, SolverSettings{}, limits), solve_friction_newton(cones, limits)}) {
            EXPECT_EQ(solution.status, Status::converged);
            const ConeMeasure found = measure_cones(cones, solution.impulse, solution.rate);
            EXPECT_LE(found.error, 1e-10);
            EXPECT_LE(found.residual, 1e-10);
        }
    }
}

/// In the convex relaxation a contact that slides opens with the speed f |slip| (laws/coulomb.hpp).
TEST(ConvexRelaxation, OpensWhatSlides) {
    ContactProblem problem = rough_cluster(2, 2, 0.1, 0.2, 1);
    problem.first = {kFixed};
    problem.second = {0};
    problem.normal = {0, 1};
    problem.distance = {0};
    problem.friction = {0.2};
    problem.arm = {0, 0.1};
    problem.free_velocity[0] = 5;
    problem.free_velocity[1] = -1;
    problem.free_spin[0] = 0;
    problem.inverse_inertia[0] = problem.inverse_mass[0] / (0.5 * 0.1 * 0.1);
    problem.convex = true;
    const Solution solution = solve(problem, SolverSettings{}, 1e-12);
    const double slip = solution.velocity[0] + 0.1 * solution.spin[0];
    ASSERT_GT(slip, 0.1);
    EXPECT_NEAR(solution.velocity[1], 0.2 * slip, 1e-9);
}

TEST(Cone, WithoutFrictionAndSlipNothingPulls) {
    double n = -1;
    Vec<2> t(0, 0);
    project_on_cone(n, t, 0.0);
    EXPECT_EQ(n, 0);
}

TEST(Cone, ProjectionIsTheNearestPoint) {
    RandomStream random(3, 3);
    for (int trial = 0; trial < 200; ++trial) {
        const double f = random.uniform(0, 2);
        Vec<3> x(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        double n = x[0];
        Vec<2> t = x.tail<2>();
        project_on_cone(n, t, f);
        EXPECT_LE(t.norm(), f * n + 1e-14);
        const Vec<3> nearest(n, t[0], t[1]), off = x - nearest;
        EXPECT_NEAR(off.dot(nearest), 0, 1e-14);  // Moreau's decomposition: two polar cones
        for (int k = 0; k < 20; ++k) {
            const double a = random.uniform(0, 6.3), r = random.uniform(0, 1);
            EXPECT_LE(off.dot(Vec<3>(r, f * r * std::cos(a), f * r * std::sin(a))), 1e-14);
        }
    }
}

}  // namespace
}  // namespace galet
