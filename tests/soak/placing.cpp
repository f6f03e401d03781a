#include "soak/placing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace galet::soak {
namespace {

/// What touches by construction may overlap so much by rounding, of the radii.
constexpr double kRounding = 1e-13;

/// Newton's method, to rounding and with the same bits everywhere; x > 0.
double cube_root(double x) {
    double root = std::ldexp(1.0, std::ilogb(x) / 3 + 1);
    for (int k = 0; k < 60; ++k) root = (2 * root + x / (root * root)) / 3;
    return root;
}

double edge_of(double volume, int dimension) {
    return dimension == 1 ? volume : dimension == 2 ? std::sqrt(volume) : cube_root(volume);
}

bool fits(const SoakWorld& world, const SoakBody& body, double admitted) {
    return std::none_of(world.bodies.begin(), world.bodies.end(), [&](const SoakBody& other) {
        double square = 0;
        for (int k = 0; k < 3; ++k) {
            const double apart = body.position[k] - other.position[k];
            square += apart * apart;
        }
        const double radii = body.radius + other.radius;
        return std::sqrt(square) < radii * (1 - admitted);
    });
}

/// Where a body touches another one in a given direction.
Point beside(const SoakBody& body, double radius, const Point& direction) {
    Point q = body.position;
    for (int k = 0; k < 3; ++k) q[k] += (body.radius + radius) * direction[k];
    return q;
}

}  // namespace

void throw_in(Draw& draw, SoakWorld& world, int count, const Radii& radii, double room) {
    const int d = world.dimension;
    std::vector<double> radius(count);
    double volume = 0;
    for (double& r : radius) {
        r = radii.draw(draw);
        volume += d == 1 ? 2 * r : d == 2 ? 4 * r * r : 8 * r * r * r;
    }
    // Largest first, which leaves room for the small ones.
    std::sort(radius.begin(), radius.end(), std::greater<>());
    const double edge = 2 * radius[0] + room * edge_of(volume, d);
    for (const double r : radius) {
        for (int attempt = 0; attempt < 50; ++attempt) {
            SoakBody body;
            body.radius = r;
            for (int k = 0; k < d; ++k) body.position[k] = draw.uniform(0, edge);
            if (!fits(world, body, 0)) continue;
            world.bodies.push_back(body);
            break;
        }
    }
}

void place_lattice(Draw& draw, SoakWorld& world, int most, double radius, double gap) {
    const int d = world.dimension;
    const double spacing = 2 * radius * (1 + gap);
    const bool triangular = d == 2 && draw.chance(0.5);
    const int edge = std::max(1, static_cast<int>(edge_of(most, d) + 1e-9));
    const int n = draw.whole(1, edge), m = d > 1 ? draw.whole(1, edge) : 1, l = d > 2 ? draw.whole(1, edge) : 1;
    for (int k = 0; k < l; ++k) {
        for (int j = 0; j < m; ++j) {
            for (int i = 0; i < n; ++i) {
                SoakBody body;
                body.radius = radius;
                body.position = {i * spacing, j * spacing, k * spacing};
                if (triangular) {
                    body.position = {(i + 0.5 * (j % 2)) * spacing, j * spacing * std::sqrt(0.75) * (1 + 1e-15), 0};
                }
                world.bodies.push_back(body);
            }
        }
    }
}

void place_column(Draw& draw, SoakWorld& world, int count, const Radii& radii, double gap, double aside) {
    const int up = world.dimension - 1;
    double height = 0;
    for (int n = 0; n < count; ++n) {
        SoakBody body;
        body.radius = radii.draw(draw);
        if (n > 0) height += (world.bodies.back().radius + body.radius) * (1 + gap);
        body.position[up] = height;
        for (int k = 0; k < up; ++k) body.position[k] = aside * radii.smallest * draw.uniform(-1, 1);
        world.bodies.push_back(body);
    }
}

void place_touching(Draw& draw, SoakWorld& world, int count, const Radii& radii) {
    for (int attempt = 0; attempt < 20 * count && static_cast<int>(world.bodies.size()) < count; ++attempt) {
        SoakBody body;
        body.radius = radii.draw(draw);
        if (!world.bodies.empty()) {
            const SoakBody& other = world.bodies[draw.whole(0, static_cast<int>(world.bodies.size()) - 1)];
            body.position = beside(other, body.radius, draw.direction(world.dimension));
        }
        if (fits(world, body, kRounding)) world.bodies.push_back(body);
    }
}

void place_level(Draw& draw, SoakWorld& world, int count, const Radii& radii) {
    const bool touching = draw.chance(0.5);
    double x = 0, last = 0;
    for (int n = 0; n < count; ++n) {
        SoakBody body;
        body.radius = radii.draw(draw);
        if (n > 0) x += (last + body.radius) * (touching ? 1 : draw.uniform(1, 2));
        last = body.radius;
        body.position[0] = x;
        if (world.dimension > 1) body.position[world.dimension - 1] = 1;
        world.bodies.push_back(body);
    }
}

Bounds bounds_of(const SoakWorld& world) {
    Bounds bounds;
    for (int k = 0; k < world.dimension; ++k) {
        bounds.low[k] = std::numeric_limits<double>::max();
        bounds.high[k] = std::numeric_limits<double>::lowest();
        for (const SoakBody& body : world.bodies) {
            bounds.low[k] = std::min(bounds.low[k], body.position[k] - body.radius);
            bounds.high[k] = std::max(bounds.high[k], body.position[k] + body.radius);
        }
    }
    return bounds;
}

double smallest_radius(const SoakWorld& world) {
    double smallest = std::numeric_limits<double>::max();
    for (const SoakBody& body : world.bodies) {
        if (body.radius > 0) smallest = std::min(smallest, body.radius);
    }
    return smallest < std::numeric_limits<double>::max() ? smallest : 1.0;
}

double smallest_mass(const SoakWorld& world) {
    double smallest = std::numeric_limits<double>::max();
    for (const SoakBody& body : world.bodies) smallest = std::min(smallest, body.mass);
    return smallest;
}

}  // namespace galet::soak
