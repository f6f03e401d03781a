#include <cmath>
#include <numbers>

#include "forces/some_bodies.hpp"

namespace galet {
namespace {

const CapillarySettings kAlways = {0.07, 8.0, -0.3, 0.02, 0.15, false};
const CapillarySettings kFromContact = {0.07, 8.0, -0.3, 0.02, 0.15, true};

/// Bodies of various radii. They may overlap: the law does not mind.
Bodies grains(int dimension, Index count) {
    Bodies bodies = some_bodies(dimension, count);
    RandomStream random(3, 1);
    for (double& r : bodies.radius) r = random.uniform(0.02, 0.06);
    return bodies;
}

/// The contacts i - i+1 of all bodies, all of them pushing.
ContactSet neighbours(const Bodies& bodies) {
    ContactSet set;
    set.dimension = bodies.dimension;
    for (Index i = 0; i + 1 < bodies.size(); ++i) {
        set.first.push_back(i);
        set.second.push_back(i + 1);
    }
    return set;
}

class Bridges : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Dimensions, Bridges, testing::Values(1, 2, 3));

TEST_P(Bridges, AreMinusTheSlopeOfTheirEnergy) {
    const Bodies bodies = grains(GetParam(), 40);
    expect_force_is_minus_slope(*make_capillary(select_all(bodies), kAlways), bodies, 1e-5);
    CapillarySettings flat = kAlways;
    flat.A = 0;
    expect_force_is_minus_slope(*make_capillary(select_all(bodies), flat), bodies, 1e-5);
    CapillarySettings wide = kFromContact;
    wide.rupture = 10;
    const auto kept = make_capillary(select_all(bodies), wide);
    EXPECT_EQ(kept->potential_energy(bodies), 0);
    EXPECT_TRUE(kept->after_step(bodies, neighbours(bodies), std::vector<double>(39, 1.0)));
    expect_force_is_minus_slope(*kept, bodies, 1e-4);
}

TEST_P(Bridges, HaveNoNetForce) {
    const Bodies bodies = grains(GetParam(), 500);
    expect_no_net_force(*make_capillary(select_all(bodies), kAlways), bodies);
}

TEST_P(Bridges, SameBitsForAnyThreadCount) {
    const Bodies bodies = grains(GetParam(), 2000);
    expect_same_for_any_thread_count(*make_capillary(select_all(bodies), kAlways), bodies, 0, 1);
    const auto kept = make_capillary(select_all(bodies), kFromContact);
    kept->after_step(bodies, neighbours(bodies), std::vector<double>(1999, 1.0));
    expect_same_for_any_thread_count(*kept, bodies, 0, 1);
}

/// Two spheres of radii 0.1 and 0.3 with surfaces D apart.
Bodies two_spheres(double D) {
    Bodies bodies = some_bodies(3, 2);
    bodies.radius = {0.1, 0.3};
    bodies.position = {0, 0, 0, 0, 0.4 + D, 0};
    return bodies;
}

TEST(Capillary, ClosedForms) {
    const Bodies near = two_spheres(0.05), far = two_spheres(0.15);
    const auto force = make_capillary(select_all(near), kAlways);
    const double scale = std::numbers::pi * 0.07 * 0.2;
    const double pull = scale * (std::exp(-8 * 0.05 - 0.3) + 0.02);
    const StepForces forces = forces_of(*force, near);
    EXPECT_NEAR(forces.conservative[1], pull, 1e-14);
    EXPECT_EQ(forces.conservative[4], -forces.conservative[1]);
    for (const int k : {0, 2, 3, 5}) EXPECT_EQ(forces.conservative[k], 0);
    const double energy = -scale * ((std::exp(-8 * 0.05 - 0.3) - std::exp(-8 * 0.15 - 0.3)) / 8 + 0.02 * (0.15 - 0.05));
    EXPECT_NEAR(force->potential_energy(near), energy, 1e-15);
    expect_all_zero(forces_of(*force, two_spheres(0.1500001)).conservative);
    EXPECT_NEAR(force->potential_energy(far), 0, 1e-15);
}

TEST(Capillary, EnergyIsFiniteForShortAndForEndlessDecay) {
    CapillarySettings settings = kAlways;
    const auto energy = [&](double A) {
        settings.A = A;
        return make_capillary(select_all(two_spheres(0)), settings)->potential_energy(two_spheres(0.05));
    };
    EXPECT_NEAR(energy(1e-12), energy(0), 1e-13);
    // exp(-A D) is nothing any more, and what is left is C.
    EXPECT_NEAR(energy(1e6), -std::numbers::pi * 0.07 * 0.2 * 0.02 * 0.1, 1e-15);
}

TEST(Capillary, BridgesAreBornAtContactsThatPushAndDieAtRupture) {
    Bodies bodies = some_bodies(2, 4);
    bodies.radius.assign(4, 0.5);
    bodies.position = {0, 0, 1, 0, 2, 0, 3, 0};
    bodies.groups = {{"wet", 0, 3}, {"dry", 3, 4}};
    const auto force = make_capillary(select_group(bodies, "wet"), kFromContact);
    const auto pairs = [&] {
        const ForceMemory memory = force->memory();
        std::vector<std::pair<Index, Index>> all;
        for (std::size_t p = 0; p < memory.first.size(); ++p) all.emplace_back(memory.first[p], memory.second[p]);
        return all;
    };
    using Pairs = std::vector<std::pair<Index, Index>>;
    ContactSet contacts = neighbours(bodies);
    contacts.first.push_back(~Index{0});  // a wall
    contacts.second.push_back(1);
    EXPECT_EQ(force->potential_energy(bodies), 0);
    EXPECT_FALSE(force->after_step(bodies, contacts, std::vector<double>{0, 0, 0, 1}));
    EXPECT_EQ(pairs(), Pairs{});
    // 2 - 3 pushes too, but 3 is dry.
    EXPECT_TRUE(force->after_step(bodies, contacts, std::vector<double>{1, 0, 1, 1}));
    EXPECT_EQ(pairs(), (Pairs{{0, 1}}));
    // A bridge is born once.
    EXPECT_TRUE(force->after_step(bodies, contacts, std::vector<double>{1, 1, 0, 0}));
    EXPECT_FALSE(force->after_step(bodies, contacts, std::vector<double>{1, 1, 0, 0}));
    EXPECT_EQ(pairs(), (Pairs{{0, 1}, {1, 2}}));
    // It lives without contact.
    bodies.position[0] = -0.1;
    EXPECT_FALSE(force->after_step(bodies, {}, {}));
    EXPECT_EQ(pairs(), (Pairs{{0, 1}, {1, 2}}));
    const double both = force->potential_energy(bodies);
    // Beyond rupture it has no energy, and is gone for good.
    bodies.position[0] = -0.16;
    const double one = force->potential_energy(bodies);
    EXPECT_LT(both, one);
    EXPECT_FALSE(force->after_step(bodies, {}, {}));
    EXPECT_EQ(pairs(), (Pairs{{1, 2}}));
    EXPECT_EQ(force->potential_energy(bodies), one);
    bodies.position[0] = -0.05;
    EXPECT_EQ(force->potential_energy(bodies), one);
    // What is remembered can be given to another.
    const auto other = make_capillary(select_group(bodies, "wet"), kFromContact);
    other->restore(force->memory());
    EXPECT_EQ(other->potential_energy(bodies), one);
    EXPECT_EQ(forces_of(*other, bodies).conservative, forces_of(*force, bodies).conservative);
}

}  // namespace
}  // namespace galet
