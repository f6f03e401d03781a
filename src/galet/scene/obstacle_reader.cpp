#include "galet/scene/obstacle_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "galet/scene/floor_plan.hpp"
#include "galet/scene/settings_reader.hpp"
#include "galet/scene/time_value.hpp"
#include "galet/simulation/catalogue.hpp"

namespace galet {
namespace {

Point unit_normal(TableReader& entry, int dimension) {
    Point normal = entry.vector("normal", dimension);
    const double length = std::hypot(normal[0], normal[1], normal[2]);
    if (!(length > 0) || !std::isfinite(length)) entry.fail("normal", "expected a vector whose length is not 0");
    for (double& component : normal) component /= length;
    return normal;
}

Names keys_of(const std::string& shape) {
    const Names common = {"shape", "velocity", "position", "restitution", "friction"};
    Names keys = {"min", "max"};
    if (shape == "half-space") keys = {"point", "normal"};
    if (shape == "sphere") keys = {"center", "radius"};
    if (shape == "segment") keys = {"from", "to"};
    if (shape == "floor-plan") return {"shape", "file", "lines", "restitution", "friction"};
    if (shape == "user") return {"shape", "name", "restitution", "friction"};
    keys.insert(keys.end(), common.begin(), common.end());
    return keys;
}

Names all_keys() {
    Names all;
    for (const Named& shape : obstacle_shapes()) {
        for (const std::string& key : keys_of(shape.name)) all.push_back(key);
    }
    return all;
}

Point operator+(const Point& a, const Point& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Point operator-(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// An obstacle as it is read: where it is at any time.
struct Reading {
    Prescribed::Shape shape;
    bool moves = false;
};

/// How far the obstacle is from where its other keys put it, at time t.
struct Displacement {
    TimeVector velocity, position;
    bool has_position = false, moves = false;

    Displacement(TableReader& entry, int dimension) {
        const auto speed = entry.find("velocity"), place = entry.find("position");
        if (speed && place) entry.fail("position", "expected velocity or position, found both");
        moves = speed || place;
        has_position = place.has_value();
        if (speed) velocity = TimeVector(*speed, dimension);
        if (place) position = TimeVector(*place, dimension);
    }

    /// `reference` is what `position` is the place of.
    Point at(double t, const Point& reference) const {
        return has_position ? position.at(t) - reference : velocity.integral(t);
    }
};

/// From a file, or listed. Recorded as lines: what is known of a scene must not depend on a file that may change.
FloorPlan read_plan(TableReader& entry, int dimension, const std::filesystem::path& base_folder) {
    if (dimension != 2) {
        entry.fail("shape",
                   fmt::format("expected a shape for {} dimensions, found \"floor-plan\" (2D only)", dimension));
    }
    if (entry.has("file") == entry.has("lines")) {
        throw InputError(entry.place(),
                         fmt::format("expected `file` or `lines`, found {}", entry.has("file") ? "both" : "none"));
    }
    if (entry.has("lines")) return floor_plan_of(entry.need("lines", ""));
    const TomlValue file = entry.need("file", "the name of a GeoJSON file");
    const auto path = std::filesystem::absolute(base_folder / text_of(file)).lexically_normal();
    FloorPlan plan = read_floor_plan(path, file.place());
    entry.forget("file");
    entry.record("lines", lines_text(plan));
    return plan;
}

Reading read_obstacle(const Document& document, TableReader& entry, int dimension,
                      const std::filesystem::path& base_folder) {
    entry.allow(all_keys());
    const std::string shape = entry.choice("shape", names_of(obstacle_shapes()));
    entry.allow(keys_of(shape));
    if (shape == "floor-plan") {
        return {[plan = read_plan(entry, dimension, base_folder)](double) { return plan; }, false};
    }
    if (shape == "user") {
        const auto* const constraint = document.code(&SceneCode::constraints, entry, "name");
        return {[wall = UserWall{constraint ? *constraint : nullptr}](double) { return wall; }, false};
    }
    const auto vector = [&](const std::string& key) {
        return TimeVector(entry.need(key, fmt::format("a vector of {} numbers or expressions of t", dimension)),
                          dimension);
    };
    const Displacement moved(entry, dimension);
    if (shape == "half-space") {
        const TimeVector point = vector("point");
        const Point normal = unit_normal(entry, dimension);
        return {[=](double t) {
                    const Point at = point.at(t);
                    return HalfSpace{at + moved.at(t, at), normal};
                },
                moved.moves || point.moves()};
    }
    if (shape == "sphere") {
        const TimeVector center = vector("center");
        const TimeValue radius(entry.need("radius", kPositive.words), kPositive);
        return {[=](double t) {
                    const Point at = center.at(t);
                    return Ball{at + moved.at(t, at), radius.at(t)};
                },
                moved.moves || center.moves() || radius.moves()};
    }
    const bool is_segment = shape == "segment";
    if (is_segment && dimension == 1) {
        entry.fail("shape", "expected a shape for one dimension, found \"segment\" (2D and 3D only)");
    }
    const TimeVector first = vector(is_segment ? "from" : "min"), second = vector(is_segment ? "to" : "max");
    const bool moves = moved.moves || first.moves() || second.moves();
    const Point start = first.at(0), end = second.at(0);
    if (is_segment && start == end) entry.fail("to", "expected another point than `from`");
    for (int k = 0; k < dimension && !is_segment; ++k) {
        if (start[k] < end[k]) continue;
        entry.fail("max",
                   fmt::format("expected more than min in every component, found {} against {}", end[k], start[k]));
    }
    return {[=](double t) -> ObstacleShape {
                const Point a = first.at(t), by = moved.at(t, a), b = second.at(t) + by;
                if (is_segment) return Segment{a + by, b};
                if (shape == "box") return Box{a + by, b};
                return Block{a + by, b};
            },
            moves};
}

}  // namespace

PlacedObstacles read_obstacles(const Document& document, const Settings& settings,
                               const std::filesystem::path& base_folder, std::string& resolved) {
    const int dimension = settings.dimension;
    PlacedObstacles all;
    for (TableReader& entry : document.entries("obstacles")) {
        const Reading reading = read_obstacle(document, entry, dimension, base_folder);
        const double restitution = entry.has("restitution") ? entry.number("restitution", kPart) : -1.0;
        if (!has_friction(settings.contact.law)) entry.refuse({"friction"}, kLawsWithFriction);
        const double friction = entry.has("friction") ? entry.number("friction", kNotNegative) : -1.0;
        const Index index = static_cast<Index>(all.origins.size());
        add_obstacle(all.obstacles, reading.shape(0), dimension, restitution, friction);
        if (reading.moves) all.prescribed.add_obstacle(index, reading.shape);
        all.shapes.push_back(reading.shape);
        all.origins.push_back({entry.place(), entry.text("shape", ""), reading.moves});
        resolved += "\n[[obstacles]]\n" + entry.recorded().lines();
    }
    return all;
}

}  // namespace galet
