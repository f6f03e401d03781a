// Bodies and sums that the tests of forces share.
#pragma once

#include <gtest/gtest.h>

#include "galet/core/error.hpp"
#include "galet/core/parallel.hpp"
#include "galet/core/random.hpp"
#include "galet/forces/force.hpp"

namespace galet {

/// `count` bodies in [-1, 1)^d with masses in [1, 2).
inline Bodies some_bodies(int dimension, Index count) {
    RandomStream random(7, static_cast<std::uint64_t>(dimension));
    Bodies bodies;
    bodies.dimension = dimension;
    bodies.radius.assign(count, 0.1);
    for (Index i = 0; i < count; ++i) bodies.mass.push_back(random.uniform(1, 2));
    for (Index i = 0; i < count * dimension; ++i) bodies.position.push_back(random.uniform(-1, 1));
    bodies.velocity.assign(bodies.position.size(), 0.0);
    bodies.groups = {{"", 0, count}};
    return bodies;
}

/// The forces of one step when nothing else acts.
inline StepForces forces_of(const Force& force, const Bodies& bodies, double t = 0, double h = 1) {
    StepForces forces;
    forces.reset(bodies);
    force.add_mean(bodies, t, h, forces);
    return forces;
}

inline void expect_all_zero(const std::vector<double>& values) {
    for (const double value : values) EXPECT_EQ(value, 0.0);
}

/// The conservative force must be minus the gradient of the potential, here by central differences. They are exact up
/// to rounding for a potential linear in q.
inline void expect_force_is_minus_gradient(const Force& force, Bodies bodies) {
    const StepForces forces = forces_of(force, bodies);
    for (std::size_t k = 0; k < bodies.position.size(); ++k) {
        const double here = bodies.position[k], delta = 0.5;
        bodies.position[k] = here + delta;
        const double above = force.potential_energy(bodies);
        bodies.position[k] = here - delta;
        const double below = force.potential_energy(bodies);
        bodies.position[k] = here;
        EXPECT_NEAR(forces.conservative[k], -(above - below) / (2 * delta), 1e-11) << "component " << k;
    }
}

/// The same for any smooth potential: differences of fourth order over `delta`, to 1e-8 of the largest force.
inline void expect_force_is_minus_slope(const Force& force, Bodies bodies, double delta) {
    const StepForces forces = forces_of(force, bodies);
    double largest = 0;
    for (const double component : forces.conservative) largest = std::max(largest, std::abs(component));
    EXPECT_GT(largest, 0);
    expect_all_zero(forces.external);
    expect_all_zero(forces.drag);
    for (std::size_t k = 0; k < bodies.position.size(); ++k) {
        const double here = bodies.position[k];
        const auto energy_at = [&](double steps) {
            bodies.position[k] = here + steps * delta;
            return force.potential_energy(bodies);
        };
        const double near = energy_at(1) - energy_at(-1), far = energy_at(2) - energy_at(-2);
        bodies.position[k] = here;
        EXPECT_NEAR(forces.conservative[k], -(8 * near - far) / (12 * delta), 1e-8 * largest) << "component " << k;
    }
}

/// Internal forces add up to nothing, but for rounding.
inline void expect_no_net_force(const Force& force, const Bodies& bodies) {
    const StepForces forces = forces_of(force, bodies);
    for (int c = 0; c < bodies.dimension; ++c) {
        double sum = 0, size = 0;
        for (Index i = 0; i < bodies.size(); ++i) {
            sum += forces.conservative[i * bodies.dimension + c];
            size += std::abs(forces.conservative[i * bodies.dimension + c]);
        }
        EXPECT_GT(size, 0);
        EXPECT_NEAR(sum, 0, 1e-14 * size);
    }
}

/// The message of the InputError that `action` must throw.
template <class Action>
std::string error_of(Action&& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "no InputError";
    return {};
}

inline void expect_names(const std::string& message, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
        EXPECT_NE(message.find(part), std::string::npos) << part << " not in " << message;
}

/// Calls check(threads) with 1, 2 and 3 threads.
template <class Check>
void with_thread_counts(Check&& check) {
    for (const int threads : {1, 2, 3}) {
        set_thread_count(threads);
        check(threads);
    }
    set_thread_count(1);
}

/// Forces and energy must have the same bits for any number of threads.
inline void expect_same_for_any_thread_count(const Force& force, const Bodies& bodies, double t, double h) {
    StepForces reference;
    double energy = 0;
    with_thread_counts([&](int threads) {
        const StepForces forces = forces_of(force, bodies, t, h);
        if (threads == 1) {
            reference = forces;
            energy = force.potential_energy(bodies);
        }
        EXPECT_EQ(forces.conservative, reference.conservative) << threads << " threads";
        EXPECT_EQ(forces.external, reference.external) << threads << " threads";
        EXPECT_EQ(forces.drag, reference.drag) << threads << " threads";
        EXPECT_EQ(force.potential_energy(bodies), energy) << threads << " threads";
    });
}

}  // namespace galet
