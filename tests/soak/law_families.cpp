#include <algorithm>
#include <numbers>

#include "soak/family_parts.hpp"
#include "soak/placing.hpp"
#include "soak/surroundings.hpp"

namespace galet::soak {
namespace {

/// Laws with friction in a plane or in space.
void rub(Draw& draw, SoakWorld& world) {
    world.dimension = draw.whole(2, 3);
    world.law = draw.chance(0.8) ? "coulomb" : "coulomb-convex";
    world.max_iterations = 1000;  // where that does not do the step says so
    world.friction = draw.chance(0.2) ? draw.one_of({0.0, 1.0}) : draw.uniform(0, 1.5);
    if (draw.chance(0.3)) world.restitution = draw.uniform(0, 1);
}

}  // namespace

void crowd(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.scheme = "first-order";
    place_somehow(draw, world, 35, r);
    dress(draw, world, some_reach(draw), true);
    world.forces.clear();
    const double speed = 2 * r * some_reach(draw) / world.step;
    Point goal = draw.direction(world.dimension);
    if (draw.chance(0.5)) {
        for (double& component : goal) component *= 4 * r;
        world.desired = {{"toward", toml_vector(goal, world.dimension)}, {"speed", toml_number(speed)}};
    } else {
        for (double& component : goal) component *= speed;
        world.desired = {{"velocity", toml_vector(goal, world.dimension)}};
    }
}

void friction(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    rub(draw, world);
    place_somehow(draw, world, 20, r);
    dress(draw, world, some_reach(draw), true);
}

void sliding(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    rub(draw, world);
    world.scheme = draw.one_of({"moreau", "theta"});
    world.theta = draw.uniform(0.5, 1);
    place_somehow(draw, world, 20, r);
    dress(draw, world, draw.magnitude(kLeastReach, 0.5), true);
}

void gluey(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.law = "gluey";
    place_somehow(draw, world, 25, r);
    dress(draw, world, some_reach(draw), true);
    if (draw.chance(0.5)) world.glue_limit = -smallest_mass(world) * r / world.step * draw.magnitude(1e-3, 1);
}

void viscous(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.law = "viscous";
    place_somehow(draw, world, 12, r);
    dress(draw, world, some_reach(draw), true);
    world.viscosity = draw.chance(0.1) ? 0 : smallest_mass(world) * r / world.step * draw.magnitude(1e-6, 1);
    if (draw.chance(0.7)) world.range = r * draw.uniform(0.05, 2);
}

void restitution(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.law = "restitution";
    world.restitution = draw.chance(0.3) ? draw.one_of({0.0, 1.0}) : draw.uniform(0, 1);
    place_somehow(draw, world, 30, r);
    dress(draw, world, some_reach(draw), true);
}

void penalty(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.law = "penalty";
    world.restitution = draw.chance(0.3) ? draw.one_of({0.0, 1.0}) : draw.uniform(0.05, 1);
    place_somehow(draw, world, 15, r);
    dress(draw, world, draw.magnitude(kLeastReach, 0.3), true);
    world.method = "auto";
    world.local.clear();
    world.steps = std::min(world.steps, 6);
    const double substeps = draw.uniform(2, 60), w = std::numbers::pi * substeps / 50 / world.step;
    world.stiffness = smallest_mass(world) * w * w;
}

void midpoint(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.scheme = draw.one_of({"moreau", "theta"});
    world.theta = draw.uniform(0.5, 1);
    world.law = draw.one_of({"inelastic", "restitution"});
    world.restitution = draw.uniform(0, 1);
    place_somehow(draw, world, 30, r);
    dress(draw, world, draw.magnitude(kLeastReach, 0.5), true);
}

/// Few bodies and short: what happens between two steps may be much.
void events(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.scheme = "event-driven";
    world.steps = std::min(world.steps, 3);
    world.law = draw.one_of({"inelastic", "restitution"});
    world.restitution = draw.chance(0.5) ? draw.one_of({0.0, 1.0}) : draw.uniform(0, 1);
    place_somehow(draw, world, 5, r);
    dress(draw, world, draw.magnitude(kLeastReach, 1), true);
    world.method = "auto";
    world.local.clear();
}

void forces(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.scheme = draw.one_of({"maury", "maury", "moreau", "theta"});
    world.theta = draw.uniform(0.5, 1);
    place_somehow(draw, world, 25, r);
    dress(draw, world, draw.magnitude(kLeastReach, 1), true);
    add_forces(draw, world, false);
}

void driven(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.law = draw.one_of({"inelastic", "inelastic", "restitution", "gluey", "viscous"});
    if (world.law == "restitution") world.restitution = draw.uniform(0, 1);
    place_somehow(draw, world, world.law == "viscous" ? 10 : 25, r);
    dress(draw, world, some_reach(draw), true);
    if (world.law == "viscous") world.viscosity = smallest_mass(world) * r / world.step * draw.magnitude(1e-6, 1);
    let_something_move(draw, world);
}

void methods(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    place_somehow(draw, world, 25, r);
    for (dress(draw, world, some_reach(draw), true); world.method == "auto";) choose_solver(draw, world);
}

}  // namespace galet::soak
