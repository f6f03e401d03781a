#include "soak/families.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "soak/placing.hpp"
#include "soak/surroundings.hpp"

namespace galet::soak {
namespace {

/// Diameters of the smallest body that bodies move in a step.
constexpr double kLeastReach = 1e-4, kMostReach = 3;

double some_reach(Draw& draw) { return draw.magnitude(kLeastReach, kMostReach); }

/// Dimension, step and number of steps; returns the radius that others go by.
double begin(Draw& draw, SoakWorld& world) {
    world.dimension = draw.whole(1, 3);
    world.step = draw.chance(0.5) ? 0.1 : draw.magnitude(1e-4, 1);
    world.steps = draw.whole(1, 12);
    return draw.chance(0.5) ? 0.5 : draw.magnitude(1e-3, 1e3);
}

/// Everything but the bodies' places.
void dress(Draw& draw, SoakWorld& world, double reach, bool touching) {
    if (world.bodies.empty()) world.bodies.push_back({{}, {}, {}, 0.5, 1});
    weigh(draw, world);
    add_obstacles(draw, world, touching);
    set_in_motion(draw, world, reach);
    if (draw.chance(0.5)) add_gravity(draw, world, draw.magnitude(kLeastReach, 1));
    choose_solver(draw, world);
}

/// Any of the places that bodies of about one size may start in.
void place_somehow(Draw& draw, SoakWorld& world, int most, double r) {
    const int count = draw.whole(1, most);
    switch (draw.whole(0, 4)) {
        case 0:
            return throw_in(draw, world, count, {r, 2 * r}, draw.uniform(1, 2));
        case 1:
            return place_lattice(draw, world, count, r, draw.one_of({0.0, 1e-3, 0.2}));
        case 2:
            return place_column(draw, world, std::min(count, 12), {r, r}, draw.one_of({0.0, 1e-6, 0.1}), 0);
        case 3:
            return place_touching(draw, world, count, {r, 1.5 * r});
        default:
            return place_level(draw, world, std::min(count, 12), {r, 1.5 * r});
    }
}

void gas(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    throw_in(draw, world, draw.whole(1, 40), {r, r * draw.uniform(1, 4)}, draw.uniform(0.9, 2));
    dress(draw, world, some_reach(draw), false);
}

void crystal(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    place_lattice(draw, world, 36, r, draw.chance(0.5) ? 0 : draw.magnitude(1e-12, 0.3));
    dress(draw, world, some_reach(draw), true);
}

void column(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    const bool points = world.dimension == 1 && draw.chance(0.3);
    const Radii radii = points ? Radii{0, 0} : Radii{r, r * draw.one_of({1.0, 1.0, 3.0})};
    place_column(draw, world, draw.whole(1, 20), radii, draw.chance(0.5) ? 0 : draw.magnitude(1e-12, 0.1),
                 draw.chance(0.5) ? 0 : draw.magnitude(1e-9, 0.1));
    for (std::size_t k = 0; k < world.bodies.size() && points; ++k)
        world.bodies[k].position[0] = static_cast<double>(k);
    dress(draw, world, some_reach(draw), true);
}

void touching(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    place_touching(draw, world, draw.whole(2, 30), {r, r * draw.one_of({1.0, 2.0, 8.0})});
    dress(draw, world, some_reach(draw), true);
}

void level(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    place_level(draw, world, draw.whole(1, 25), {r, r * draw.one_of({1.0, 3.0})});
    dress(draw, world, some_reach(draw), true);
}

void sizes(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    draw.chance(0.5) ? throw_in(draw, world, draw.whole(2, 30), {r, 100 * r}, draw.uniform(0.9, 1.5))
                     : place_touching(draw, world, draw.whole(2, 25), {r, 100 * r});
    dress(draw, world, draw.magnitude(kLeastReach, 30), false);
}

void masses(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    place_somehow(draw, world, 25, r);
    dress(draw, world, some_reach(draw), true);
    weigh_over(draw, world, 1e-5, 1e5);
}

void radii(Draw& draw, SoakWorld& world) {
    const double r = 1e-3 * begin(draw, world);
    throw_in(draw, world, draw.whole(2, 25), {r, 1e6 * r}, draw.uniform(0.9, 1.5));
    dress(draw, world, draw.magnitude(kLeastReach, 1e3), false);
}

void tiny_steps(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.step = draw.magnitude(1e-12, 1e-6);
    place_somehow(draw, world, 30, r);
    dress(draw, world, draw.magnitude(1e-14, 1e-5), true);
}

void huge_steps(Draw& draw, SoakWorld& world) {
    const double r = begin(draw, world);
    world.step = draw.magnitude(1, 1e6);
    place_somehow(draw, world, 30, r);
    dress(draw, world, draw.uniform(1, kMostReach), true);
}

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

/// Laws with friction in a plane or in space.
void rub(Draw& draw, SoakWorld& world) {
    world.dimension = draw.whole(2, 3);
    world.law = draw.chance(0.8) ? "coulomb" : "coulomb-convex";
    world.max_iterations = 1000;  // where that does not do the step says so
    world.friction = draw.chance(0.2) ? draw.one_of({0.0, 1.0}) : draw.uniform(0, 1.5);
    if (draw.chance(0.3)) world.restitution = draw.uniform(0, 1);
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

}  // namespace

const std::vector<Family>& families() {
    static const std::vector<Family> all = {
        {"gas", "bodies thrown in, apart", gas},
        {"crystal", "square and triangular lattices", crystal},
        {"column", "one body on the other; in 1D also points", column},
        {"touching", "clusters that touch all over at the start", touching},
        {"level", "all at the same height", level},
        {"sizes", "radii up to 100 to 1", sizes},
        {"masses", "masses over ten decades", masses},
        {"radii", "radii over six decades", radii},
        {"tiny-steps", "steps in which next to nothing moves", tiny_steps},
        {"huge-steps", "steps of up to three diameters of motion", huge_steps},
        {"crowd", "scheme first-order", crowd},
        {"friction", "laws with friction, scheme maury", friction},
        {"sliding", "laws with friction, schemes moreau and theta", sliding},
        {"gluey", "law gluey", gluey},
        {"viscous", "law viscous", viscous},
        {"restitution", "law restitution", restitution},
        {"penalty", "law penalty", penalty},
        {"midpoint", "schemes moreau and theta without friction", midpoint},
        {"events", "scheme event-driven", events},
        {"forces", "forces of every type", forces},
        {"driven", "obstacles that move, radii that change", driven},
        {"methods", "methods other than auto", methods},
    };
    return all;
}

SoakWorld make_world(std::uint64_t seed, std::uint64_t number) {
    const Family& family = families()[number % families().size()];
    SoakWorld world;
    world.family = family.name;
    world.seed = seed;
    world.number = number;
    Draw draw(seed, number);
    family.make(draw, world);
    return world;
}

}  // namespace galet::soak
