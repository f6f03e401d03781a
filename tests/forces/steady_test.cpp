// Forces that do not change in time: gravity, constant, drag.
#include "forces/some_bodies.hpp"

namespace galet {
namespace {

class SteadyForces : public testing::TestWithParam<int> {
  protected:
    /// Two groups, so that ids and places in the selection differ. More bodies than one block.
    Bodies bodies(Index count = 3000) const {
        Bodies result = some_bodies(GetParam(), count);
        result.groups = {{"rest", 0, count / 3}, {"some", count / 3, count}};
        return result;
    }
    Vector3 cut(Vector3 vector) const {
        for (int c = GetParam(); c < 3; ++c) vector[c] = 0;
        return vector;
    }
};

INSTANTIATE_TEST_SUITE_P(Dimensions, SteadyForces, testing::Values(1, 2, 3));

TEST_P(SteadyForces, GravityIsMassTimesAcceleration) {
    const Bodies all = bodies();
    const Vector3 g = cut({0.5, -9.81, 2});
    const StepForces forces = forces_of(*make_gravity(select_group(all, "some"), g), all);
    for (Index i = 0; i < all.size(); ++i) {
        for (int c = 0; c < GetParam(); ++c) {
            EXPECT_EQ(forces.conservative[i * GetParam() + c], i < 1000 ? 0 : all.mass[i] * g[c]);
        }
    }
    expect_all_zero(forces.external);
    expect_all_zero(forces.drag);
}

TEST_P(SteadyForces, GravityIsMinusTheGradientOfItsPotential) {
    const Bodies all = bodies(30);
    expect_force_is_minus_gradient(*make_gravity(select_group(all, "some"), cut({0.5, -9.81, 2})), all);
}

TEST_P(SteadyForces, GravityLifted) {
    // Raising every body by z costs m_total g z.
    Bodies all = bodies();
    const auto gravity = make_gravity(select_all(all), {-2, 0, 0});
    const double before = gravity->potential_energy(all);
    double mass = 0;
    for (Index i = 0; i < all.size(); ++i) {
        all.position[i * GetParam()] += 0.25;
        mass += all.mass[i];
    }
    EXPECT_NEAR(gravity->potential_energy(all) - before, mass * 2 * 0.25, 1e-9);
}

TEST_P(SteadyForces, ConstantIsOneForAllOrEachItsOwn) {
    const Bodies all = bodies();
    const Selection some = select_group(all, "some");
    std::vector<Vector3> own(some.size());
    for (Index k = 0; k < some.size(); ++k) own[k] = cut({1.0 * k, -2.0 * k, 0.5});
    const Vector3 shared = cut({3, -4, 5});
    const StepForces one = forces_of(*make_constant(some, {shared}), all);
    const StepForces each = forces_of(*make_constant(some, own), all);
    for (Index i = 0; i < all.size(); ++i) {
        for (int c = 0; c < GetParam(); ++c) {
            EXPECT_EQ(one.conservative[i * GetParam() + c], i < 1000 ? 0 : shared[c]);
            EXPECT_EQ(each.conservative[i * GetParam() + c], i < 1000 ? 0 : own[i - 1000][c]);
        }
    }
    expect_all_zero(one.external);
}

TEST_P(SteadyForces, ConstantIsMinusTheGradientOfItsPotential) {
    const Bodies all = bodies(30);
    const Selection some = select_group(all, "some");
    std::vector<Vector3> own(some.size());
    for (Index k = 0; k < some.size(); ++k) own[k] = cut({0.1 * k, -0.3 * k, 0.5});
    expect_force_is_minus_gradient(*make_constant(some, {cut({3, -4, 5})}), all);
    expect_force_is_minus_gradient(*make_constant(some, own), all);
}

TEST_P(SteadyForces, DragIsACoefficientOnly) {
    const Bodies all = bodies();
    const auto drag = make_drag(select_group(all, "some"), 0.75);
    const StepForces forces = forces_of(*drag, all);
    for (Index i = 0; i < all.size(); ++i) EXPECT_EQ(forces.drag[i], i < 1000 ? 0 : 0.75);
    expect_all_zero(forces.conservative);
    expect_all_zero(forces.external);
    EXPECT_EQ(drag->potential_energy(all), 0);
}

TEST_P(SteadyForces, SameBitsForAnyThreadCount) {
    const Bodies all = bodies(10000);
    const Selection some = select_group(all, "some");
    expect_same_for_any_thread_count(*make_gravity(some, {0.1, 0.2, 0.3}), all, 0, 1);
    expect_same_for_any_thread_count(*make_constant(some, {{0.1, 0.2, 0.3}}), all, 0, 1);
    expect_same_for_any_thread_count(*make_drag(some, 0.1), all, 0, 1);
}

}  // namespace
}  // namespace galet
