#include "soak/families.hpp"

#include <algorithm>

#include "soak/family_parts.hpp"
#include "soak/placing.hpp"
#include "soak/surroundings.hpp"

namespace galet::soak {

double some_reach(Draw& draw) { return draw.magnitude(kLeastReach, kMostReach); }

double begin(Draw& draw, SoakWorld& world) {
    world.dimension = draw.whole(1, 3);
    world.step = draw.chance(0.5) ? 0.1 : draw.magnitude(1e-4, 1);
    world.steps = draw.whole(1, 12);
    return draw.chance(0.5) ? 0.5 : draw.magnitude(1e-3, 1e3);
}

void dress(Draw& draw, SoakWorld& world, double reach, bool touching) {
    if (world.bodies.empty()) world.bodies.push_back({{}, {}, {}, 0.5, 1});
    weigh(draw, world);
    add_obstacles(draw, world, touching);
    set_in_motion(draw, world, reach);
    if (draw.chance(0.5)) add_gravity(draw, world, draw.magnitude(kLeastReach, 1));
    choose_solver(draw, world);
}

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

namespace {

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
