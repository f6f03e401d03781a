#include <cmath>

#include "forces/some_bodies.hpp"

namespace galet {
namespace {

Bodies bodies_on(int dimension, Index count) {
    Bodies bodies = some_bodies(dimension, count);
    if (dimension == 1) order_on_line(bodies);
    return bodies;
}

ChainSettings settings_of(int dimension) { return {3.0, 0.4, dimension == 1 ? 0.0 : 0.7}; }

class Chains : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, Chains, testing::Values(1, 2, 3));

TEST_P(Chains, AreMinusTheSlopeOfTheirEnergy) {
    Bodies bodies = bodies_on(GetParam(), 30);
    bodies.groups = {{"a", 0, 12}, {"a", 12, 13}, {"b", 13, 20}, {"a", 20, 30}};
    const Selection some = select_group(bodies, "a");
    expect_force_is_minus_slope(*make_chain(some, bodies, settings_of(GetParam())), bodies, 1e-4);
}

TEST_P(Chains, HaveNoNetForceAndNoMoment) {
    const Bodies bodies = bodies_on(GetParam(), 1000);
    const auto force = make_chain(select_all(bodies), bodies, settings_of(GetParam()));
    expect_no_net_force(*force, bodies);
    if (GetParam() == 1) return;
    const StepForces forces = forces_of(*force, bodies);
    double moment = 0, size = 0;
    for (Index i = 0; i < bodies.size(); ++i) {
        const double* q = &bodies.position[i * GetParam()];
        const double* f = &forces.conservative[i * GetParam()];
        moment += q[0] * f[1] - q[1] * f[0];
        size += std::abs(q[0] * f[1]) + std::abs(q[1] * f[0]);
    }
    EXPECT_NEAR(moment, 0, 1e-14 * size);
}

TEST_P(Chains, EndWhereGroupsEnd) {
    Bodies whole = bodies_on(GetParam(), 12);
    whole.groups = {{"a", 0, 4}, {"a", 4, 7}, {"b", 7, 9}, {"", 9, 12}};
    const auto energy = [&](Index first, Index last) {
        Bodies part = whole;
        part.groups = {{"", 0, first}, {"part", first, last}, {"", last, 12}};
        return make_chain(select_group(part, "part"), part, settings_of(GetParam()))->potential_energy(part);
    };
    const auto of = [&](const Selection& on) {
        return make_chain(on, whole, settings_of(GetParam()))->potential_energy(whole);
    };
    EXPECT_NEAR(of(select_group(whole, "a")), energy(0, 4) + energy(4, 7), 1e-14);
    EXPECT_NEAR(of(select_all(whole)), energy(0, 4) + energy(4, 7) + energy(7, 9) + energy(9, 12), 1e-14);
    EXPECT_EQ(energy(3, 4), 0);
    EXPECT_GT(energy(3, 5), 0);
}

TEST_P(Chains, SameBitsForAnyThreadCount) {
    Bodies bodies = bodies_on(GetParam(), 5000);
    bodies.groups = {{"a", 0, 1500}, {"b", 1500, 1900}, {"a", 1900, 2000}, {"a", 2000, 5000}};
    const auto force = make_chain(select_group(bodies, "a"), bodies, settings_of(GetParam()));
    expect_same_for_any_thread_count(*force, bodies, 0, 1);
}

TEST_P(Chains, CoincidentNeighboursArePushedApart) {
    Bodies bodies = bodies_on(GetParam(), 4);
    bodies.position.assign(bodies.position.size(), 0.25);
    if (GetParam() == 1) order_on_line(bodies);
    const auto force = make_chain(select_all(bodies), bodies, settings_of(GetParam()));
    EXPECT_NEAR(force->potential_energy(bodies), 3 * 0.5 * 3.0 * 0.4 * 0.4, 1e-14);
    const StepForces forces = forces_of(*force, bodies);
    for (const double component : forces.conservative) EXPECT_TRUE(std::isfinite(component));
    double largest = 0;
    for (const double component : forces.conservative) largest = std::max(largest, std::abs(component));
    EXPECT_NEAR(largest, 3.0 * 0.4, 1e-14);
}

TEST(Chain, PointsOnALineArePushedApartInTheirOrder) {
    // Body 1 is left of body 0.
    Bodies bodies = some_bodies(1, 2);
    bodies.position = {0.5, 0.2};
    order_on_line(bodies);
    const auto force = make_chain(select_all(bodies), bodies, {2.0, 1.0, 0.0});
    EXPECT_DOUBLE_EQ(forces_of(*force, bodies).conservative[0], 2 * (1 - 0.3));
    for (const double overlap : {0.0, 1e-17}) {
        bodies.position = {0.2, 0.2 + overlap};
        EXPECT_DOUBLE_EQ(forces_of(*force, bodies).conservative[0], 2);
        EXPECT_DOUBLE_EQ(forces_of(*force, bodies).conservative[1], -2);
    }
}

TEST(Chain, ClosedForms) {
    // A right angle with sides 1 and 2 in a plane: cos = 0, so the ends feel k_a/2 / length, across their sides.
    Bodies bodies = some_bodies(2, 3);
    bodies.position = {1, 0, 0, 0, 0, 2};
    const auto bend = make_chain(select_all(bodies), bodies, {0.0, 1.0, 0.6});
    EXPECT_EQ(bend->potential_energy(bodies), 0);
    const StepForces forces = forces_of(*bend, bodies);
    const std::vector<double> expected = {0, -0.3, 0.15, 0.3, -0.15, 0};
    for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(forces.conservative[k], expected[k], 1e-15);
    // Straight: the least energy, -k_a/2, and no force.
    bodies.position = {1, 0, 0, 0, -3, 0};
    EXPECT_DOUBLE_EQ(bend->potential_energy(bodies), -0.3);
    for (const double component : forces_of(*bend, bodies).conservative) EXPECT_NEAR(component, 0, 1e-15);
    // Springs of rest length 1: relaxed, and stretched by 2.
    const auto springs = make_chain(select_all(bodies), bodies, {5.0, 1.0, 0.0});
    EXPECT_DOUBLE_EQ(springs->potential_energy(bodies), 0.5 * 5 * 4);
    const StepForces pulls = forces_of(*springs, bodies);
    EXPECT_EQ(pulls.conservative, (std::vector<double>{0, 0, -10, 0, 10, 0}));
}

}  // namespace
}  // namespace galet
