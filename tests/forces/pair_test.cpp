#include <cmath>

#include "forces/some_bodies.hpp"

namespace galet {
namespace {

/// Vanishes at the cut-off 0.5 with three derivatives.
const std::string kSoft = "(1 - 2*d)^4 * (1 + 3*d)";

class PairPotential : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, PairPotential, testing::Values(1, 2, 3));

TEST_P(PairPotential, IsTheSumOverAllPairs) {
    Bodies bodies = some_bodies(GetParam(), 300);
    bodies.groups = {{"a", 0, 100}, {"b", 100, 150}, {"a", 150, 300}};
    const auto force = make_pair_potential(select_group(bodies, "a"), kSoft, 0.5);
    const int d = GetParam();
    std::vector<double> expected(bodies.position.size());
    double energy = 0;
    const auto selected = [](Index i) { return i < 100 || i >= 150; };
    for (Index i = 0; i < 300; ++i) {
        for (Index j = i + 1; j < 300; ++j) {
            double e[3], square = 0;
            for (int c = 0; c < d; ++c) e[c] = bodies.position[j * d + c] - bodies.position[i * d + c];
            for (int c = 0; c < d; ++c) square += e[c] * e[c];
            const double x = std::sqrt(square);
            if (x >= 0.5 || !selected(i) || !selected(j)) continue;
            energy += std::pow(1 - 2 * x, 4) * (1 + 3 * x);
            const double slope = std::pow(1 - 2 * x, 3) * (-8 * (1 + 3 * x) + 3 * (1 - 2 * x));
            for (int c = 0; c < d; ++c) {
                expected[i * d + c] += slope * e[c] / x;
                expected[j * d + c] -= slope * e[c] / x;
            }
        }
    }
    EXPECT_NEAR(force->potential_energy(bodies), energy, 1e-12 * energy);
    const StepForces forces = forces_of(*force, bodies);
    for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(forces.conservative[k], expected[k], 1e-9);
}

TEST_P(PairPotential, IsMinusTheSlopeOfItsEnergy) {
    const Bodies bodies = some_bodies(GetParam(), 40);
    expect_force_is_minus_slope(*make_pair_potential(select_all(bodies), kSoft, 0.5), bodies, 1e-4);
    // Of long range: within the cut-off are all.
    expect_force_is_minus_slope(*make_pair_potential(select_all(bodies), "exp(-d)*cos(d)", 4.0), bodies, 1e-3);
}

TEST_P(PairPotential, HasNoNetForce) {
    const Bodies bodies = some_bodies(GetParam(), 1000);
    expect_no_net_force(*make_pair_potential(select_all(bodies), "1e-6/d", 0.3), bodies);
}

TEST_P(PairPotential, SameBitsForAnyThreadCount) {
    Bodies bodies = some_bodies(GetParam(), 2000);
    bodies.groups = {{"a", 0, 700}, {"b", 700, 900}, {"a", 900, 2000}};
    const double cutoff = GetParam() == 1 ? 0.02 : 0.2;
    const Selection some = select_group(bodies, "a");
    // A new one each time too: nothing of earlier positions may be left in it.
    StepForces reference;
    with_thread_counts([&](int threads) {
        const auto force = make_pair_potential(some, "exp(-9*d)/d", cutoff);
        Bodies elsewhere = some_bodies(GetParam(), 2000);
        for (double& x : elsewhere.position) x *= 1.5;
        force->potential_energy(elsewhere);
        const StepForces forces = forces_of(*force, bodies);
        if (threads == 1) reference = forces;
        EXPECT_EQ(forces.conservative, reference.conservative);
    });
    expect_same_for_any_thread_count(*make_pair_potential(some, "exp(-9*d)/d", cutoff), bodies, 0, 1);
}

/// Two bodies at distance d on the first axis.
Bodies two_bodies(double d) {
    Bodies bodies = some_bodies(2, 2);
    bodies.position = {0, 1, d, 1};
    return bodies;
}

TEST(Pair, ClosedForms) {
    const auto pull = [](const std::string& potential, double d) {
        const Bodies bodies = two_bodies(d);
        const StepForces forces = forces_of(*make_pair_potential(select_all(bodies), potential, 3.0), bodies);
        EXPECT_EQ(forces.conservative[2], -forces.conservative[0]);
        EXPECT_EQ(forces.conservative[1], 0);
        return forces.conservative[0];
    };
    EXPECT_NEAR(pull("1/d", 0.5), -4, 4e-11);  // repels
    EXPECT_NEAR(pull("-1/d", 0.5), 4, 4e-11);
    EXPECT_NEAR(pull("4*((0.9/d)^12 - (0.9/d)^6)", 1.1),
                4 * (-12 * std::pow(0.9 / 1.1, 12) + 6 * std::pow(0.9 / 1.1, 6)) / 1.1, 1e-9);
    EXPECT_EQ(pull("7", 0.5), 0);
    EXPECT_EQ(pull("1/d", 3.0), 0);  // d < cutoff, not <=
}

TEST(Pair, EnergyIsTakenAsGivenUpToTheCutoff) {
    const auto energy = [](double d) {
        const Bodies bodies = two_bodies(d);
        return make_pair_potential(select_all(bodies), "2 + d", 1.0)->potential_energy(bodies);
    };
    EXPECT_DOUBLE_EQ(energy(0.25), 2.25);
    EXPECT_DOUBLE_EQ(energy(0.999), 2.999);
    EXPECT_EQ(energy(1.0), 0);
}

TEST(Pair, ErrorsNameTheDistance) {
    const Selection two = select_all(two_bodies(0.5));
    expect_names(error_of([&] { make_pair_potential(two, "1/r", 1.0); }), {"\"1/r\"", "d and pi"});
    expect_names(error_of([&] { make_pair_potential(two, "1/d", 1.0)->potential_energy(two_bodies(0)); }),
                 {"\"1/d\"", "inf", "d = 0"});
    expect_names(error_of([&] { make_pair_potential(two, "log(d - 0.75)", 1.0)->potential_energy(two_bodies(0.5)); }),
                 {"nan", "d = 0.5"});
    expect_names(error_of([&] { forces_of(*make_pair_potential(two, "sqrt(d - 0.75)", 1.0), two_bodies(0.5)); }),
                 {"nan", "d = 0.5"});
    // Finite at one point only.
    expect_names(error_of([&] { forces_of(*make_pair_potential(two, "d == 0.5 ? 1 : 1/0", 1.0), two_bodies(0.5)); }),
                 {"derivative", "d = 0.5"});
}

TEST(Pair, CoincidentCentresWithAFiniteEnergyHaveNoForce) {
    const Bodies bodies = two_bodies(0);
    const auto force = make_pair_potential(select_all(bodies), "exp(-d)", 1.0);
    EXPECT_EQ(force->potential_energy(bodies), 1);
    expect_all_zero(forces_of(*force, bodies).conservative);
}

}  // namespace
}  // namespace galet
