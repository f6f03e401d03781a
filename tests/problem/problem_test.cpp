#include <gtest/gtest.h>

#include "galet/problem/certify.hpp"
#include "support/nnls.hpp"
#include "support/problems.hpp"

namespace galet {
namespace {

constexpr double kStep = 0.3;

/// W of the operator's scaling, dense.
Eigen::MatrixXd dense_w(const ContactProblem& problem, const ContactOperator& op) {
    Eigen::MatrixXd a = test::dense_gradient(problem);
    for (Index c = 0; c < problem.contacts(); ++c) a.row(c) *= op.sigma(c);
    return a * test::dense_inverse_mass(problem).asDiagonal() * a.transpose();
}

class Operator : public ::testing::TestWithParam<std::tuple<int, RowScaling>> {};

TEST_P(Operator, IsTheDenseOne) {
    const auto [dimension, scaling] = GetParam();
    const ContactProblem problem = test::random_problem(dimension, 12, kStep, 4, 10);
    ContactOperator op;
    op.assign(problem, scaling);
    RandomStream random(2, 2);
    std::vector<double> force(problem.contacts()), z(force.size()), back(force.size());
    for (double& f : force) f = random.uniform(0, 1);
    op.from_force(force, z);
    op.to_force(z, back);
    for (std::size_t c = 0; c < force.size(); ++c) EXPECT_NEAR(back[c], force[c], 1e-15);

    LaneArray u;
    std::vector<double> velocity;
    op.velocity(z, u);
    op.unpack(u, velocity);
    const Eigen::MatrixXd g = test::dense_gradient(problem);
    const Eigen::VectorXd mu = Eigen::Map<Eigen::VectorXd>(force.data(), force.size());
    const Eigen::VectorXd expected =
        Eigen::Map<const Eigen::VectorXd>(problem.free_velocity.data(), g.cols()) +
        kStep * test::dense_inverse_mass(problem).cwiseProduct(Eigen::VectorXd(g.transpose() * mu));
    const double size = expected.cwiseAbs().maxCoeff();
    for (Eigen::Index k = 0; k < g.cols(); ++k) EXPECT_NEAR(velocity[k], expected[k], 1e-13 * size);

    const Eigen::VectorXd slack =
        Eigen::Map<const Eigen::VectorXd>(problem.distance.data(), g.rows()) + kStep * g * expected;
    with_dimension(dimension, [&](auto dim) {
        for (Index c = 0; c < problem.contacts(); ++c) {
            EXPECT_NEAR(kStep * op.row<dim()>(c, u) / op.sigma(c), slack[c], 1e-13 * size);
        }
    });
    const Eigen::MatrixXd w = dense_w(problem, op);
    const Eigen::VectorXd zz = Eigen::Map<Eigen::VectorXd>(z.data(), z.size());
    EXPECT_NEAR(op.push_energy(z, u) / zz.dot(w * zz), 1, 1e-12);
    for (Index c = 0; c < problem.contacts(); ++c) EXPECT_NEAR(op.diagonal(c) / w(c, c), 1, 1e-14);
}

TEST_P(Operator, EigenvalueIsBoundedFromBothSides) {
    const auto [dimension, scaling] = GetParam();
    const ContactProblem problem = test::random_problem(dimension, 15, kStep, 5, 10);
    ContactOperator op;
    op.assign(problem, scaling);
    const Eigen::MatrixXd w = dense_w(problem, op);
    const double largest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(w).eigenvalues().maxCoeff();
    EXPECT_GE(op.eigenvalue_bound(), largest * (1 - 1e-12));
    EXPECT_LE(op.eigenvalue_estimate(8), largest * (1 + 1e-12));
    EXPECT_NEAR(op.eigenvalue_estimate(200) / largest, 1, 1e-2);
    if (scaling == RowScaling::none) {
        // Maury06, proposition 1 and remark 8: ||C'C|| / alpha <= 2 kappa h^2 sqrt(d) / min m, in our units without
        // h^2.
        std::vector<int> touching(problem.bodies(), 0);
        for (Index c = 0; c < problem.contacts(); ++c) {
            ++touching[problem.second[c]];
            if (problem.first[c] != kFixed) ++touching[problem.first[c]];
        }
        const double kappa = *std::max_element(touching.begin(), touching.end());
        const double heaviest = *std::max_element(problem.inverse_mass.begin(), problem.inverse_mass.end());
        EXPECT_LE(op.eigenvalue_bound(), 2 * kappa * std::sqrt(dimension) * heaviest * (1 + 1e-12));
    }
}

struct NoSums {
    NoSums& operator+=(const NoSums&) { return *this; }
};

TEST_P(Operator, IsTheSameInSinglePrecisionToItsRounding) {
    const auto [dimension, scaling] = GetParam();
    // Contacts between any bodies, enough for several parts, so that bodies have several places.
    RandomStream random(2, 3);
    ContactProblem problem;
    problem.dimension = dimension;
    problem.step = kStep;
    constexpr Index kBodies = 400, kContacts = 9001;
    for (Index i = 0; i < kBodies; ++i) problem.inverse_mass.push_back(random.uniform(0.1, 10));
    problem.free_velocity.assign(static_cast<std::size_t>(kBodies) * dimension, 0.0);
    for (Index c = 0; c < kContacts; ++c) {
        const Index i = static_cast<Index>(random.uniform(0, kBodies)), j = (i + 1 + c % 7) % kBodies;
        problem.first.push_back(c % 10 == 0 ? kFixed : i);
        problem.second.push_back(j);
        problem.distance.push_back(0);
        Eigen::VectorXd normal(dimension);
        for (double& n : normal) n = random.uniform(-1, 1);
        for (const double n : normal.normalized()) problem.normal.push_back(n);
    }
    ContactOperator op;
    op.assign(problem, scaling);
    op.add_single_precision();
    std::vector<double> z(problem.contacts());
    for (double& f : z) f = random.uniform(-1, 1);
    const std::vector<float> single_z(z.begin(), z.end());
    LaneArray x;
    op.push(z, x);
    LineArray<float> single_x(op.velocity_size(), 0.0F);
    std::vector<float> single_w(z.size());
    // W z and z'Wz, which do not depend on the unit of mass.
    const double energy = with_dimension(dimension, [&](auto dim) {
        op.scatter<dim(), NoSums, float>(
            [zs = single_z.data()](auto width, Index c, const auto&, NoSums&) { return load_pack<width()>(zs, c); });
        const double sum = op.spread<dim()>(
            single_x, [](Index, float mass, const Lanes<dim(), float>& push, Lanes<dim(), float>& squares) {
                squares += mass * push.cwiseAbs2();
                return push;
            });
        op.scatter<dim(), NoSums, float>(
            [w = single_w.data(), u = single_x.data()](auto width, Index c, const auto& rows, NoSums&) {
                const Pack<width(), float> slopes = rows.template slopes<width()>(c, u);
                store_pack<width()>(w, c, slopes);
                return slopes;
            });
        op.spread<dim()>(single_x, [](Index, float, const Lanes<dim(), float>& push, auto&) { return push; });
        const double largest =
            ordered_max(problem.contacts(), 0.0, [&](Index c) { return std::abs(op.slope<dim()>(c, x)); });
        for (Index c = 0; c < problem.contacts(); ++c) {
            EXPECT_NEAR(static_cast<double>(single_w[c]), op.slope<dim()>(c, x), 1e-5 * largest);
        }
        return sum;
    });
    LaneArray u;
    op.velocity(z, u);
    EXPECT_NEAR(energy / op.push_energy(z, u), 1, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(All, Operator,
                         ::testing::Combine(::testing::Values(1, 2, 3),
                                            ::testing::Values(RowScaling::none, RowScaling::unit_diagonal)));

/// With a leeway the certificate is that of the problem whose distances are smaller by it.
TEST(Certificate, IsTakenForDistancesLessTheLeeway) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        ContactProblem aimed = test::random_problem(1 + static_cast<int>(seed % 3), 12, kStep, seed);
        aimed.leeway = 0.01;
        ContactProblem certified = aimed;
        certified.leeway = 0;
        for (double& d : certified.distance) d -= aimed.leeway;
        RandomStream random(seed, 9);
        std::vector<double> force(aimed.contacts()), z(force.size());
        for (double& f : force) f = random.uniform() < 0.3 ? random.uniform(0, 0.2) : 0.0;
        const auto certify = [&](const ContactProblem& problem) {
            ContactOperator op;
            op.assign(problem, RowScaling::unit_diagonal);
            op.from_force(force, z);
            LaneArray u;
            op.velocity(z, u);
            return Certifier().certify(op, z, u);
        };
        const Certificate a = certify(aimed), b = certify(certified);
        EXPECT_NEAR(a.violation, b.violation, 1e-12);
        EXPECT_NEAR(a.gap, b.gap, 1e-12);
        EXPECT_NEAR(a.error_bound, b.error_bound, 1e-9);
    }
}

/// Checks that (u, mu) solves exactly, to rounding, the problem with distances changed by no more than the violation.
TEST(Certificate, ProvesWhatItSays) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const ContactProblem problem = test::random_problem(1 + static_cast<int>(seed % 3), 12, kStep, seed);
        ContactOperator op;
        op.assign(problem, RowScaling::unit_diagonal);
        // Any non-negative forces at all.
        RandomStream random(seed, 9);
        std::vector<double> force(problem.contacts()), z(force.size());
        for (double& f : force) f = random.uniform() < 0.3 ? random.uniform(0, 0.2) : 0.0;
        op.from_force(force, z);
        LaneArray u;
        op.velocity(z, u);
        const Certifier certifier;
        const Certificate certificate = seed % 2 ? certifier.certify(op, z, u) : certifier.finish(op, z, u);
        std::vector<double> velocity;
        op.unpack(u, velocity);
        op.to_force(z, force);

        const Eigen::MatrixXd g = test::dense_gradient(problem);
        const Eigen::VectorXd v = Eigen::Map<Eigen::VectorXd>(velocity.data(), g.cols());
        ContactProblem changed = problem, relaxed = problem;
        for (Index c = 0; c < problem.contacts(); ++c) {
            const double s = problem.distance[c] + kStep * g.row(c).dot(v);
            changed.distance[c] = force[c] > 0 ? problem.distance[c] - s : problem.distance[c] + std::max(0.0, -s);
            relaxed.distance[c] += std::max(0.0, -s);
            EXPECT_LE(std::abs(changed.distance[c] - problem.distance[c]), certificate.violation * (1 + 1e-12) + 1e-15);
        }
        const double size = v.cwiseAbs().maxCoeff();
        EXPECT_LE((test::exact_velocity(changed) - v).cwiseAbs().maxCoeff(), 1e-8 * size) << "seed " << seed;

        // The error against the relaxed problem, in the mass norm, is within sqrt(2 gap).
        const Eigen::VectorXd error =
            (test::exact_velocity(relaxed) - v).cwiseQuotient(test::dense_inverse_mass(problem).cwiseSqrt());
        EXPECT_LE(error.norm(), std::sqrt(2 * certificate.gap) * (1 + 1e-6) + 1e-9) << "seed " << seed;
        if (seed % 2 == 0) {
            const auto energy = [&](const Eigen::VectorXd& x) {
                return x.cwiseQuotient(test::dense_inverse_mass(problem)).dot(x);
            };
            const Eigen::VectorXd free = Eigen::Map<const Eigen::VectorXd>(problem.free_velocity.data(), v.size());
            EXPECT_LE(energy(v), energy(free) * (1 + 1e-14)) << "a finished iterate made energy, seed " << seed;
        }
    }
}

}  // namespace
}  // namespace galet
