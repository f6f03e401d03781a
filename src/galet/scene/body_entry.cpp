#include "galet/scene/body_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "galet/geometry/mass.hpp"
#include "galet/scene/placement_reader.hpp"
#include "galet/scene/settings_reader.hpp"
#include "galet/scene/time_value.hpp"

namespace galet {
namespace {

/// The bodies of one entry as they are read, and what they are read with.
struct EntryReader {
    TableReader& entry;
    BodyContext context;
    int dimension;
    BodyTable bodies;       ///< from the file, filled up from the keys
    std::size_t count = 0;  ///< of bodies

    Admissible admissible_radius() const { return dimension == 1 ? kNotNegative : kPositive; }
    std::vector<double> one_or_each(const TomlValue& value, const Admissible& admissible) const;
    std::vector<double> uniform_draws(const TomlValue& value);
    void read_radius();
    void read_vectors(const std::string& key, const std::string& columns, int size, std::vector<double>& values);
    void read_velocity();
    void read_mass();
    void read_rotation();
    BodyOrigin read_file();
    void read_arrays();
    void read_listed();
    void read_generated(const Bodies& earlier);
};

/// One number for all, or a list with one a body.
std::vector<double> EntryReader::one_or_each(const TomlValue& value, const Admissible& admissible) const {
    if (!value.node->is_array()) return std::vector<double>(count, number_of(value, admissible));
    std::vector<double> numbers = numbers_of(value, admissible);
    if (numbers.size() != count) {
        value.fail(
            fmt::format("expected one number, or one for each of the {} bodies, found {}", count, numbers.size()));
    }
    return numbers;
}

std::vector<double> EntryReader::uniform_draws(const TomlValue& value) {
    TableReader table = entry.table("radius");
    table.allow({"uniform"});
    const TomlValue uniform = table.need("uniform", "a list of two radii (m)");
    const std::vector<double> range = numbers_of(uniform, admissible_radius());
    if (range.size() != 2 || range[0] > range[1]) uniform.expected("two radii (m), the smaller one first");
    std::vector<double> radius(count);
    for (double& r : radius) r = context.random.uniform(range[0], range[1]);
    entry.record("radius", toml_text(*value.node));
    return radius;
}

void EntryReader::read_radius() {
    if (!bodies.radius.empty()) {
        if (entry.has("radius")) entry.fail("radius", "given twice: the file has a column \"radius\"");
        return;
    }
    const TomlValue value = entry.need("radius", "a radius (m), or one for each body");
    if (value.node->is_string()) {
        bodies.radius.assign(count, TimeValue(value, admissible_radius()).at(0));
        return;
    }
    bodies.radius = value.node->is_table() ? uniform_draws(value) : one_or_each(value, admissible_radius());
}

/// One vector for all or one a body, 0 where none is given.
void EntryReader::read_vectors(const std::string& key, const std::string& columns, int size,
                               std::vector<double>& values) {
    if (!values.empty()) {
        if (entry.has(key)) entry.fail(key, fmt::format("given twice: the file has {}", columns));
        return;
    }
    std::vector<Point> vectors = {Point{}};
    if (const auto value = entry.find(key)) {
        vectors = vectors_of(*value, size);
        if (vectors.size() != 1 && vectors.size() != count) {
            value->fail(
                fmt::format("expected one {}, or one for each of the {} bodies, found {}", key, count, vectors.size()));
        }
    } else if (bodies.line.empty()) {
        entry.record(key, size == 1 ? "0.0" : size == 2 ? "[0.0, 0.0]" : "[0.0, 0.0, 0.0]");
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Point& v = vectors.size() == 1 ? vectors[0] : vectors[i];
        values.insert(values.end(), v.begin(), v.begin() + size);
    }
}

void EntryReader::read_velocity() { read_vectors("velocity", "columns \"vx\", ...", dimension, bodies.velocity); }

void EntryReader::read_mass() {
    if (context.unit_mass) {
        if (entry.has("mass")) one_or_each(entry.need("mass", ""), kPositive);
        if (entry.has("density")) entry.number("density", kPositive);
        bodies.mass.assign(count, 1.0);
        return;
    }
    if (!bodies.mass.empty()) {
        if (entry.has("mass")) entry.fail("mass", "given twice: the file has a column \"mass\"");
        if (entry.has("density")) entry.number("density", kPositive);
        return;
    }
    if (entry.has("mass") && entry.has("density")) entry.fail("density", "expected mass or density, found both");
    if (!entry.has("mass") && !entry.has("density")) entry.fail("mass", "required: mass (kg) or density (kg/m3)");
    if (entry.has("mass")) {
        bodies.mass = one_or_each(entry.need("mass", ""), kPositive);
        return;
    }
    const double density = entry.number("density", kPositive);
    for (const double r : bodies.radius) {
        const double mass = sphere_mass(density, r);
        if (r == 0) entry.fail("density", "points (radius 0) have no volume; give their mass");
        if (!(mass > 0) || !std::isfinite(mass)) {
            entry.fail("density",
                       fmt::format("with radius {} it makes a mass of {} kg; expected > 0 and finite", r, mass));
        }
        bodies.mass.push_back(mass);
    }
}

/// Spins and inertias, of bodies that rotate.
void EntryReader::read_rotation() {
    if (!context.rotate) return entry.refuse({"spin", "inertia"}, kLawsWithFriction);
    read_vectors("spin", dimension == 2 ? "a column \"w\"" : "columns \"wx\", ...", spin_size(dimension), bodies.spin);
    if (!bodies.inertia.empty()) {
        if (entry.has("inertia")) entry.fail("inertia", "given twice: the file has a column \"inertia\"");
        return;
    }
    if (entry.has("inertia")) {
        bodies.inertia = one_or_each(entry.need("inertia", ""), kPositive);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const double inertia = round_inertia(bodies.mass[i], bodies.radius[i], dimension);
        if (!(inertia > 0) || !std::isfinite(inertia)) {
            entry.fail("inertia", fmt::format("mass {} and radius {} make one of {} kg m2; expected > 0 and finite",
                                              bodies.mass[i], bodies.radius[i], inertia));
        }
        bodies.inertia.push_back(inertia);
    }
}

BodyOrigin EntryReader::read_file() {
    const TomlValue value = entry.need("file", "the name of a CSV file");
    const auto path = std::filesystem::absolute(context.base_folder / text_of(value)).lexically_normal();
    entry.record("file", toml_text(std::string_view(path.string())));
    bodies = read_body_table(path, dimension, context.rotate, value.place());
    count = bodies.size();
    read_radius();
    return {entry.place(), path.string(), bodies.line};
}

/// Numbers that no file was checked for.
void EntryReader::read_arrays() {
    const BodyTable* const given = context.document.code(&SceneCode::bodies, entry, "arrays");
    bodies = *given;
    const auto d = static_cast<std::size_t>(dimension);
    count = bodies.position.size() / d;
    const auto check = [&](const std::string& key, const std::vector<double>& values, std::size_t each,
                           const Admissible& admissible) {
        if (!values.empty() && values.size() != count * each) {
            entry.fail(key,
                       fmt::format("expected {} numbers for {} bodies, found {}", count * each, count, values.size()));
        }
        for (std::size_t k = 0; k < values.size(); ++k) {
            if (std::isfinite(values[k]) && admissible.holds(values[k])) continue;
            entry.fail(key, fmt::format("expected {}, found {} for body {} of the entry", admissible.words, values[k],
                                        k / each));
        }
    };
    if (count == 0) entry.fail("position", "expected at least one body, found none");
    if (entry.has("radius")) entry.fail("radius", "given twice: it is among the arrays");
    check("position", bodies.position, d, kAnyNumber);
    check("velocity", bodies.velocity, d, kAnyNumber);
    check("radius", bodies.radius, 1, admissible_radius());
    check("mass", bodies.mass, 1, kPositive);
    check("spin", bodies.spin, static_cast<std::size_t>(spin_size(dimension)), kAnyNumber);
    check("inertia", bodies.inertia, 1, kPositive);
    if (!context.rotate && (!bodies.spin.empty() || !bodies.inertia.empty())) {
        entry.fail(bodies.spin.empty() ? "inertia" : "spin", fmt::format("applies to {} only", kLawsWithFriction));
    }
    read_radius();
}

void EntryReader::read_listed() {
    const TomlValue value = entry.need("position", "a list of positions (m)");
    for (const Point& q : vectors_of(value, dimension)) {
        bodies.position.insert(bodies.position.end(), q.begin(), q.begin() + dimension);
        ++count;
    }
    read_radius();
}

void EntryReader::read_generated(const Bodies& earlier) {
    const Placement placement = read_placement(entry, dimension);
    count = static_cast<std::size_t>(read_count(entry, placement, kMostBodies - earlier.size()));
    read_radius();
    bodies.position = generate(entry, placement, bodies.radius, earlier, context.obstacles, context.random);
}

/// Which of the three ways an entry gives its bodies.
std::string kind_of(const TableReader& entry) {
    const bool generated = entry.has("count") || entry.has("placement");
    const int ways = entry.has("file") + entry.has("position") + entry.has("arrays") + generated;
    if (ways != 1) {
        throw InputError(entry.place(),
                         fmt::format("expected one of `file`, `position`, or `count` with `placement`, found {}",
                                     ways == 0 ? "none" : "several"));
    }
    for (const char* const kind : {"file", "position", "arrays"}) {
        if (entry.has(kind)) return kind;
    }
    return "placement";
}

void append(std::vector<double>& all, const std::vector<double>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

/// The orientation of a body that has not turned.
std::vector<double> upright(int dimension) {
    return dimension == 2 ? std::vector<double>{0} : std::vector<double>{1, 0, 0, 0};
}

}  // namespace

BodyOrigin add_entry(TableReader& entry, BodyContext context, Bodies& bodies) {
    entry.allow({"name", "file", "position", "count", "placement", "radius", "velocity", "mass", "density", "spin",
                 "inertia", "desired", "arrays"});
    const std::string kind = kind_of(entry);
    std::string name;
    if (const auto value = entry.find("name")) name = text_of(*value);
    entry.find("desired");  // read with the goals; recorded here
    EntryReader reader{entry, std::move(context), bodies.dimension, {}, 0};
    BodyOrigin origin{entry.place(), "", {}};
    if (kind == "file") origin = reader.read_file();
    if (kind == "position") reader.read_listed();
    if (kind == "arrays") reader.read_arrays();
    if (kind == "placement") reader.read_generated(bodies);
    reader.read_velocity();
    reader.read_mass();
    reader.read_rotation();

    // All of it is in the arrays.
    for (const char* const key : {"velocity", "mass", "density", "spin", "inertia"}) {
        if (kind == "arrays") entry.forget(key);
    }

    const Index first = bodies.size();
    if (first + static_cast<std::int64_t>(reader.count) > kMostBodies) {
        throw InputError(entry.place(), fmt::format("expected at most {} bodies in all", kMostBodies));
    }
    append(bodies.position, reader.bodies.position);
    append(bodies.velocity, reader.bodies.velocity);
    append(bodies.radius, reader.bodies.radius);
    append(bodies.mass, reader.bodies.mass);
    append(bodies.spin, reader.bodies.spin);
    append(bodies.inertia, reader.bodies.inertia);
    for (Index i = first; i < bodies.size() && bodies.rotate(); ++i)
        append(bodies.orientation, upright(bodies.dimension));
    bodies.groups.push_back({name, first, bodies.size()});
    return origin;
}

}  // namespace galet
