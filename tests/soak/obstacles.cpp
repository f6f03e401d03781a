#include <algorithm>
#include <cmath>
#include <limits>

#include "soak/placing.hpp"
#include "soak/surroundings.hpp"

namespace galet::soak {
namespace {

/// How far the nearest body is along `normal`: no body reaches below it.
double lowest_along(const SoakWorld& world, const Point& normal) {
    double lowest = std::numeric_limits<double>::max();
    for (const SoakBody& body : world.bodies) {
        const Point& q = body.position;
        lowest = std::min(lowest, normal[0] * q[0] + normal[1] * q[1] + normal[2] * q[2] - body.radius);
    }
    return lowest;
}

/// The distance of the nearest surface of a body to a point, with an obstacle of no size there.
double free_radius(const SoakWorld& world, const Point& p) {
    double least = std::numeric_limits<double>::max();
    for (const SoakBody& body : world.bodies) {
        double square = 0;
        for (int k = 0; k < 3; ++k) square += (p[k] - body.position[k]) * (p[k] - body.position[k]);
        least = std::min(least, std::sqrt(square) - body.radius);
    }
    return least;
}

/// A point in or around the bodies.
Point point_around(Draw& draw, const SoakWorld& world) {
    const Bounds bounds = bounds_of(world);
    const double r = smallest_radius(world);
    Point p{};
    for (int k = 0; k < world.dimension; ++k) p[k] = draw.uniform(bounds.low[k] - r, bounds.high[k] + r);
    return p;
}

SoakEntry half_space(Draw& draw, const SoakWorld& world, double gap) {
    Point normal{};
    normal[world.dimension - 1] = 1;
    if (draw.chance(0.4)) normal = draw.direction(world.dimension);
    const double offset = lowest_along(world, normal) - gap;
    const Point point = {offset * normal[0], offset * normal[1], offset * normal[2]};
    return {"half-space",
            {{"point", toml_vector(point, world.dimension)}, {"normal", toml_vector(normal, world.dimension)}}};
}

SoakEntry container(const SoakWorld& world, double gap) {
    Bounds bounds = bounds_of(world);
    for (int k = 0; k < world.dimension; ++k) {
        bounds.low[k] -= gap;
        bounds.high[k] += gap;
        if (!(bounds.low[k] < bounds.high[k])) bounds.high[k] = bounds.low[k] + 1;  // around points: a box has a width
    }
    return {"box",
            {{"min", toml_vector(bounds.low, world.dimension)}, {"max", toml_vector(bounds.high, world.dimension)}}};
}

/// Below all bodies, or beside them.
SoakEntry block(Draw& draw, const SoakWorld& world, double gap) {
    Bounds bounds = bounds_of(world);
    const double r = smallest_radius(world);
    const int axis = draw.whole(0, world.dimension - 1);
    bounds.high[axis] = bounds.low[axis] - gap;
    bounds.low[axis] = bounds.high[axis] - r;
    for (int k = 0; k < world.dimension; ++k) {
        if (k != axis) bounds.high[k] -= draw.uniform(0, 0.5) * (bounds.high[k] - bounds.low[k]);
    }
    return {"block",
            {{"min", toml_vector(bounds.low, world.dimension)}, {"max", toml_vector(bounds.high, world.dimension)}}};
}

/// No entry where there is no room.
std::vector<SoakEntry> sphere(Draw& draw, const SoakWorld& world, bool touching) {
    for (int attempt = 0; attempt < 20; ++attempt) {
        const Point center = point_around(draw, world);
        const double room = free_radius(world, center);
        if (room < 0.1 * smallest_radius(world)) continue;
        const double radius = touching ? room : room * draw.uniform(0.3, 0.99);
        return {{"sphere", {{"center", toml_vector(center, world.dimension)}, {"radius", toml_number(radius)}}}};
    }
    return {};
}

std::vector<SoakEntry> segment(Draw& draw, const SoakWorld& world) {
    constexpr int kPieces = 32;
    for (int attempt = 0; attempt < 20 && world.dimension > 1; ++attempt) {
        const Point from = point_around(draw, world), to = point_around(draw, world);
        double room = std::numeric_limits<double>::max(), length = 0;
        for (int n = 0; n <= kPieces; ++n) {
            Point p{};
            for (int k = 0; k < 3; ++k) p[k] = from[k] + (to[k] - from[k]) * n / kPieces;
            room = std::min(room, free_radius(world, p));
        }
        for (int k = 0; k < 3; ++k) length += std::abs(to[k] - from[k]);
        // Between two of the points no body is nearer than to them by more than half of their distance.
        if (room <= 0.5 * length / kPieces || length == 0) continue;
        return {{"segment", {{"from", toml_vector(from, world.dimension)}, {"to", toml_vector(to, world.dimension)}}}};
    }
    return {};
}

}  // namespace

void add_obstacles(Draw& draw, SoakWorld& world, bool touching) {
    const double r = smallest_radius(world);
    for (int n = draw.whole(0, 3); n > 0; --n) {
        const double gap = touching && draw.chance(0.5) ? 0 : r * draw.magnitude(1e-3, 4);
        switch (draw.whole(0, 5)) {
            case 0:
            case 1:
                world.obstacles.push_back(half_space(draw, world, gap));
                break;
            case 2:
                world.obstacles.push_back(container(world, gap));
                break;
            case 3:
                world.obstacles.push_back(block(draw, world, gap));
                break;
            case 4:
                for (const SoakEntry& entry : sphere(draw, world, gap == 0)) world.obstacles.push_back(entry);
                break;
            default:
                for (const SoakEntry& entry : segment(draw, world)) world.obstacles.push_back(entry);
        }
        if (world.obstacles.empty()) continue;
        SoakEntry& last = world.obstacles.back();
        if (world.law == "restitution" && draw.chance(0.2) && !last.has("restitution")) {
            last.keys.emplace_back("restitution", toml_number(draw.uniform(0, 1)));
        }
        if (has_friction(world) && draw.chance(0.2) && !last.has("friction")) {
            last.keys.emplace_back("friction", toml_number(draw.uniform(0, 1)));
        }
    }
}

void let_something_move(Draw& draw, SoakWorld& world) {
    const double r = smallest_radius(world), speed = r * draw.magnitude(1e-4, 0.3) / world.step;
    for (SoakEntry& entry : world.obstacles) {
        if (draw.chance(0.3)) continue;
        Point velocity = draw.direction(world.dimension);
        for (double& component : velocity) component *= speed;
        entry.keys.emplace_back("velocity", toml_vector(velocity, world.dimension));
    }
    const bool equal = std::all_of(world.bodies.begin(), world.bodies.end(),
                                   [&](const SoakBody& body) { return body.radius == world.bodies[0].radius; });
    if (!equal || !draw.chance(0.3)) return;
    world.growth = r / (world.steps * world.step) * draw.uniform(-0.3, 0.3);
}

}  // namespace galet::soak
