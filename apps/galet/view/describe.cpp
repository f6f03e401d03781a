#include "view/describe.hpp"

#include "show/body_values.hpp"

namespace galet::app {
namespace {

Json vector_at(const std::vector<double>& vectors, std::size_t i, std::size_t size, double factor = 1) {
    Json vector = Json::array();
    for (std::size_t k = 0; k < size; ++k) vector.push_back(factor * vectors[i * size + k]);
    return vector;
}

/// A number, an array, or null where bodies do not rotate.
Json turning(const std::vector<double>& numbers, std::size_t i, int size) {
    if (numbers.empty()) return nullptr;
    if (size == 1) return numbers[i];
    return vector_at(numbers, i, static_cast<std::size_t>(size));
}

struct ShapeWriter {
    int dimension;

    Json point(const Point& p) const { return describe_point(p, dimension); }

    Json operator()(const HalfSpace& shape) const {
        return {{"shape", "half-space"}, {"point", point(shape.point)}, {"normal", point(shape.normal)}};
    }
    Json operator()(const Box& shape) const {
        return {{"shape", "box"}, {"min", point(shape.min)}, {"max", point(shape.max)}};
    }
    Json operator()(const Block& shape) const {
        return {{"shape", "block"}, {"min", point(shape.min)}, {"max", point(shape.max)}};
    }
    Json operator()(const Ball& shape) const {
        return {{"shape", "sphere"}, {"center", point(shape.center)}, {"radius", shape.radius}};
    }
    Json operator()(const Segment& shape) const {
        return {{"shape", "segment"}, {"from", point(shape.from)}, {"to", point(shape.to)}};
    }
    Json operator()(const UserWall&) const { return {{"shape", "user"}}; }
    Json operator()(const FloorPlan& shape) const {
        Json lines = Json::array();
        for (const Segment& line : shape.lines) lines.push_back({line.from[0], line.from[1], line.to[0], line.to[1]});
        return {{"shape", "floor-plan"}, {"lines", std::move(lines)}};
    }
};

Json describe_contact(const Frame& frame, std::size_t c, bool first) {
    const FrameContacts& contacts = frame.contacts;
    const auto d = static_cast<std::size_t>(frame.dimension);
    const std::int64_t other = first ? contacts.second[c] : contacts.first[c];
    Json contact;
    contact["with"] = other < 0 ? Json{{"obstacle", -1 - other}} : Json{{"body", other}};
    contact["gap"] = contacts.gap[c];
    contact["impulse"] = contacts.impulse[c];
    contact["normal"] = vector_at(contacts.normal, c, d, first ? 1 : -1);
    contact["glue"] = contacts.glue[c];
    contact["tangential"] =
        contacts.tangential.empty() ? Json(nullptr) : vector_at(contacts.tangential, c, d, first ? -1 : 1);
    return contact;
}

Json group_of(std::int64_t id, std::span<const Group> groups) {
    for (const Group& group : groups)
        if (id >= group.first && id < group.last && !group.name.empty()) return group.name;
    return nullptr;
}

}  // namespace

Json describe_point(const Point& point, int dimension) {
    Json numbers = Json::array();
    for (int k = 0; k < dimension; ++k) numbers.push_back(point[static_cast<std::size_t>(k)]);
    return numbers;
}

Json describe_obstacles(const Obstacles& obstacles, int dimension) {
    Json list = Json::array();
    for (std::size_t k = 0; k < obstacles.shapes.size(); ++k) {
        Json entry = {{"index", k}};
        entry.update(std::visit(ShapeWriter{dimension}, obstacles.shapes[k]));
        list.push_back(std::move(entry));
    }
    return list;
}

Json describe_exits(std::span<const Exit> exits) {
    Json list = Json::array();
    for (const Exit& exit : exits) {
        const Vec<2>&a = exit.door.from, &b = exit.door.to;
        list.push_back({{"name", exit.name}, {"from", {a[0], a[1]}}, {"to", {b[0], b[1]}}});
    }
    return list;
}

Json describe_groups(std::span<const Group> groups) {
    Json list = Json::array();
    for (const Group& group : groups)
        list.push_back({{"name", group.name}, {"first", group.first}, {"last", group.last}});
    return list;
}

Json describe_body(const Frame& frame, std::size_t place, std::span<const Group> groups) {
    const auto d = static_cast<std::size_t>(frame.dimension);
    const std::int64_t id = frame.id[place];
    Json body;
    body["id"] = id;
    body["group"] = group_of(id, groups);
    body["position"] = vector_at(frame.position, place, d);
    body["velocity"] = vector_at(frame.velocity, place, d);
    body["radius"] = frame.radius[place];
    body["mass"] = frame.mass[place];
    body["spin"] = turning(frame.spin, place, spin_size(frame.dimension));
    body["orientation"] = turning(frame.orientation, place, orientation_size(frame.dimension));
    body["pressure"] = values_of(BodyValue::pressure, frame, groups)[place];
    body["contacts"] = Json::array();
    for (std::size_t c = 0; c < frame.contacts.first.size(); ++c) {
        const bool first = frame.contacts.first[c] == id;
        if (first || frame.contacts.second[c] == id) body["contacts"].push_back(describe_contact(frame, c, first));
    }
    return body;
}

}  // namespace galet::app
