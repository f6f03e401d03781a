#include "galet/scene/obstacle_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "galet/simulation/catalogue.hpp"

namespace galet {
namespace {

const Names kLater = {"velocity", "position", "friction", "restitution"};

Point unit_normal(TableReader& entry, int dimension) {
    Point normal = entry.vector("normal", dimension);
    const double length = std::hypot(normal[0], normal[1], normal[2]);
    if (!(length > 0) || !std::isfinite(length)) entry.fail("normal", "expected a vector whose length is not 0");
    for (double& component : normal) component /= length;
    return normal;
}

Segment read_segment(TableReader& entry, int dimension) {
    if (dimension == 1) entry.fail("shape", "expected a shape for one dimension, found \"segment\" (2D and 3D only)");
    const Segment segment{entry.vector("from", dimension), entry.vector("to", dimension)};
    if (segment.from == segment.to) entry.fail("to", "expected another point than `from`");
    return segment;
}

Names keys_of(const std::string& shape) {
    if (shape == "half-space") return {"shape", "point", "normal"};
    if (shape == "sphere") return {"shape", "center", "radius"};
    if (shape == "segment") return {"shape", "from", "to"};
    return {"shape", "min", "max"};
}

Names all_keys() {
    Names all;
    for (const Named& shape : obstacle_shapes()) {
        for (const std::string& key : keys_of(shape.name)) all.push_back(key);
    }
    return all;
}

ObstacleShape read_obstacle(TableReader& entry, int dimension) {
    entry.allow(all_keys(), kLater);
    const std::string shape = entry.choice("shape", names_of(obstacle_shapes()), {});
    entry.allow(keys_of(shape), kLater);
    if (shape == "half-space") return HalfSpace{entry.vector("point", dimension), unit_normal(entry, dimension)};
    if (shape == "sphere") return Ball{entry.vector("center", dimension), entry.number("radius", kPositive)};
    if (shape == "segment") return read_segment(entry, dimension);
    const auto [min, max] = entry.corners(dimension);
    if (shape == "box") return Box{min, max};
    return Block{min, max};
}

}  // namespace

PlacedObstacles read_obstacles(const Document& document, int dimension, std::string& resolved) {
    PlacedObstacles all;
    for (TableReader& entry : document.entries("obstacles")) {
        add_obstacle(all.obstacles, read_obstacle(entry, dimension), dimension);
        all.origins.push_back({entry.place(), entry.text("shape", "")});
        resolved += "\n[[obstacles]]\n" + entry.recorded().lines();
    }
    return all;
}

}  // namespace galet
