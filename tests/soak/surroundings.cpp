#include "soak/surroundings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/solvers/solver.hpp"
#include "soak/placing.hpp"

namespace galet::soak {
namespace {

/// The methods that take the law of a world.
std::vector<std::string> able_methods(const SoakWorld& world) {
    std::vector<std::string> names;
    for (const SolverMethod& method : solver_methods()) {
        const bool able = world.law == "viscous"          ? method.films
                          : world.law == "coulomb"        ? method.friction
                          : world.law == "coulomb-convex" ? method.convex
                                                          : method.plain;
        if (able) names.push_back(method.name);
    }
    return names;
}

Point times(double factor, Point p) {
    for (double& component : p) component *= factor;
    return p;
}

/// What moves a body of the smallest mass by so many of the smallest radii in a step, from rest [N].
double force_for(const SoakWorld& world, double radii) {
    return smallest_mass(world) * radii * smallest_radius(world) / (world.step * world.step);
}

SoakEntry table_force(Draw& draw, const SoakWorld& world, double f) {
    const int d = world.dimension;
    const double h = world.step;
    const auto vector = [&] { return toml_vector(times(f, draw.direction(d)), d); };
    const std::string first = vector(), second = vector(), third = vector();
    return {"table",
            {{"times", fmt::format("[{}, {}, {}]", 0.0, toml_number(1.5 * h), toml_number(4 * h))},
             {"values", fmt::format("[{}, {}, {}]", first, second, third)}}};
}

SoakEntry capillary_force(Draw& draw, const SoakWorld& world, double f) {
    const double r = smallest_radius(world);
    return {"capillary",
            {{"gamma", toml_number(f / r)},
             {"A", toml_number(draw.uniform(0, 5) / r)},
             {"B", toml_number(draw.uniform(-1, 0))},
             {"C", toml_number(draw.chance(0.5) ? 0 : draw.uniform(0, 0.1))},
             {"rupture", toml_number(r * draw.uniform(0.05, 1))},
             {"bridges", draw.chance(0.5) ? "\"always\"" : "\"contact\""}}};
}

/// A soft repulsion, or attraction, that vanishes smoothly at its cut-off.
SoakEntry pair_force(Draw& draw, const SoakWorld& world, double f) {
    const double cutoff = smallest_radius(world) * draw.uniform(2.5, 6);
    const double energy = f * cutoff * draw.one_of({-0.1, 0.1});
    return {"pair",
            {{"potential", fmt::format("\"{} * (1 - d/{})^3\"", toml_number(energy), toml_number(cutoff))},
             {"cutoff", toml_number(cutoff)}}};
}

SoakEntry chain_force(Draw& draw, const SoakWorld& world, double f) {
    const double r = smallest_radius(world);
    SoakEntry chain{"chain",
                    {{"stiffness", toml_number(0.1 * f / r)}, {"length", toml_number(r * draw.uniform(1, 3))}}};
    if (world.dimension > 1) chain.keys.emplace_back("bending", toml_number(0.1 * f * r * draw.uniform(0, 1)));
    return chain;
}

SoakEntry drag_force(Draw& draw, const SoakWorld& world) {
    return {"drag", {{"coefficient", toml_number(smallest_mass(world) / world.step * draw.magnitude(1e-3, 2))}}};
}

SoakEntry stochastic_force(Draw& draw, const SoakWorld& world) {
    const double speed = smallest_radius(world) / world.step * draw.magnitude(1e-3, 1);
    return {"stochastic", {{"sigma", toml_number(speed / std::sqrt(world.step))}}};
}

SoakEntry expression_force(Draw& draw, const SoakWorld& world, double f) {
    std::string value = "[";
    for (int k = 0; k < world.dimension; ++k) {
        value += fmt::format("{}\"{}*sin({}*t + {})\"", k > 0 ? ", " : "", toml_number(f),
                             toml_number(draw.uniform(0, 3) / world.step), k);
    }
    return {"expression", {{"value", value + "]"}}};
}

SoakEntry gravity_force(Draw& draw, const SoakWorld& world, double diameters) {
    const double g = 2 * diameters * smallest_radius(world) / (world.step * world.step);
    Point down{};
    down[world.dimension - 1] = -1;
    if (draw.chance(0.3)) down = draw.direction(world.dimension);
    return {"gravity", {{"acceleration", toml_vector(times(g, down), world.dimension)}}};
}

}  // namespace

void weigh(Draw& draw, SoakWorld& world) {
    const double unit = draw.chance(0.5) ? 1 : draw.magnitude(1e-3, 1e3);
    const bool equal = draw.chance(0.5);
    const double r = smallest_radius(world);
    for (SoakBody& body : world.bodies) {
        const double ratio = body.radius / r;
        body.mass = equal || !(ratio > 0) ? unit : unit * ratio * ratio * ratio;
    }
}

void weigh_over(Draw& draw, SoakWorld& world, double lightest, double heaviest) {
    for (SoakBody& body : world.bodies) body.mass = draw.magnitude(lightest, heaviest);
}

void set_in_motion(Draw& draw, SoakWorld& world, double diameters) {
    if (draw.chance(0.15)) return;
    const double r = smallest_radius(world), speed = 2 * r * diameters / world.step;
    const bool together = draw.chance(0.1);
    const Point common = draw.direction(world.dimension);
    for (SoakBody& body : world.bodies) {
        body.velocity = times(speed * draw.uniform(0, 1), together ? common : draw.direction(world.dimension));
        if (has_friction(world)) {
            body.spin = times(draw.uniform(-1, 1) * std::min(diameters, 1.0) / world.step, draw.direction(3));
        }
    }
}

void add_gravity(Draw& draw, SoakWorld& world, double diameters) {
    world.forces.push_back(gravity_force(draw, world, diameters));
}

void add_forces(Draw& draw, SoakWorld& world, bool instants) {
    for (int n = draw.whole(1, 2); n > 0; --n) {
        const double f = force_for(world, draw.magnitude(1e-4, 1));
        switch (draw.whole(0, instants ? 7 : 8)) {
            case 0:
                world.forces.push_back(gravity_force(draw, world, draw.magnitude(1e-4, 1)));
                break;
            case 1:
                world.forces.push_back(
                    {"constant", {{"value", toml_vector(times(f, draw.direction(world.dimension)), world.dimension)}}});
                break;
            case 2:
                world.forces.push_back(table_force(draw, world, f));
                break;
            case 3:
                world.forces.push_back(expression_force(draw, world, f));
                break;
            case 4:
                world.forces.push_back(drag_force(draw, world));
                break;
            case 5:
                world.forces.push_back(capillary_force(draw, world, f));
                break;
            case 6:
                world.forces.push_back(pair_force(draw, world, f));
                break;
            case 7:
                world.forces.push_back(chain_force(draw, world, f));
                break;
            default:
                world.forces.push_back(stochastic_force(draw, world));
        }
    }
}

void choose_solver(Draw& draw, SoakWorld& world) {
    if (draw.chance(0.2)) {
        const std::vector<std::string> methods = able_methods(world);
        world.method = methods[draw.whole(0, static_cast<int>(methods.size()) - 1)];
        // Slow methods are for comparison: where they do not get there they say so.
        if (world.method != "auto") world.max_iterations = std::min(world.max_iterations, 5000);
        if (world.method == "nlgs") world.local = draw.one_of({"sbp", "sal", "ebp", "eal", "pdas"});
        world.warn = draw.chance(0.2);
    }
    if (draw.chance(0.2)) world.tolerance = draw.one_of({1e-6, 1e-4, 1e-2, 1.0});
    switch (draw.whole(0, 9)) {
        case 0:
            world.margin = 0;
            break;
        case 1:
            world.margin = 0;
            world.violation = 1e-9;
            break;
        case 2:
            world.violation = 1e-9;
            break;
        case 3:
            world.margin = 1e-3;
            world.violation = 1e-4;
            break;
        case 4:
            world.margin = 1e-2;
            break;
        default:
            break;
    }
}

}  // namespace galet::soak
