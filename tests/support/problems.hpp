// Contact problems for tests of operators and solvers.
#pragma once

#include "galet/problem/contact_problem.hpp"
#include "random_bodies.hpp"

namespace galet::test {

/// The problem of bodies that move freely with their velocities during h, over the given constraints.
inline ContactProblem problem_of(const Bodies& bodies, const ContactSet& contacts, double h) {
    ContactProblem problem;
    problem.dimension = bodies.dimension;
    problem.step = h;
    problem.free_velocity = bodies.velocity;
    for (const double m : bodies.mass) problem.inverse_mass.push_back(1 / m);
    problem.second = contacts.second;
    for (const Index i : contacts.first) problem.first.push_back(i < 0 ? kFixed : i);
    problem.normal = contacts.normal;
    problem.distance = contacts.distance;
    return problem;
}

/// A random cluster rushing into itself and a floor, all pairs as constraints.
inline ContactProblem random_problem(int dimension, Index count, double h, std::uint64_t seed, double ratio = 2) {
    const Bodies bodies = random_bodies(dimension, count, 1.0, 0.04, ratio, 1.0, seed);
    Obstacles obstacles;
    add_obstacle(obstacles, HalfSpace{{-0.5, -0.5, -0.5}, {1, 0, 0}}, dimension);
    return problem_of(bodies, all_contacts(bodies, obstacles), h);
}

/// Seven discs of radius 1/2, six around one, each rim disc pushed inwards with speed 1: hyperstatic (science: mu not
/// unique).
inline ContactProblem squeezed_hexagon(double h) {
    Bodies bodies;
    bodies.dimension = 2;
    add_body(bodies, {0, 0}, 0.5, {0, 0}, 1);
    for (int k = 0; k < 6; ++k) {
        const double a = k * 1.0471975511965976;
        add_body(bodies, {std::cos(a), std::sin(a)}, 0.5, {-h * std::cos(a), -h * std::sin(a)}, 1);
    }
    return problem_of(bodies, all_contacts(bodies, {}), h);
}

}  // namespace galet::test
