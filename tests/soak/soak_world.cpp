#include "soak/soak_world.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace galet::soak {
namespace {

/// One TOML value a body, as a list.
template <class Value>
std::string list_of(const std::vector<SoakBody>& bodies, Value&& value) {
    std::string text = "[";
    for (const SoakBody& body : bodies) text += (text.size() > 1 ? ", " : "") + value(body);
    return text + "]";
}

std::string lines(const std::vector<std::pair<std::string, std::string>>& keys) {
    std::string text;
    for (const auto& [key, value] : keys) text += fmt::format("{} = {}\n", key, value);
    return text;
}

std::string contact_text(const SoakWorld& world) {
    const std::string& law = world.law;
    std::string text = fmt::format("\n[contact]\nlaw = \"{}\"\nmargin = {}\n", law, toml_number(world.margin));
    if (law == "restitution" || law == "penalty" || has_friction(world)) {
        text += fmt::format("restitution = {}\n", toml_number(world.restitution));
    }
    if (has_friction(world)) text += fmt::format("friction = {}\n", toml_number(world.friction));
    if (law == "viscous") text += fmt::format("viscosity = {}\n", toml_number(world.viscosity));
    if (law == "viscous" && world.range > 0) text += fmt::format("range = {}\n", toml_number(world.range));
    if (law == "penalty") text += fmt::format("stiffness = {}\n", toml_number(world.stiffness));
    if (law == "gluey" && world.glue_limit < 0) text += fmt::format("glue_limit = {}\n", toml_number(world.glue_limit));
    return text;
}

std::string solver_text(const SoakWorld& world) {
    std::string text =
        fmt::format("\n[solver]\nmethod = \"{}\"\ntolerance = {}\nviolation = {}\nmax_iterations = {}\n", world.method,
                    toml_number(world.tolerance), toml_number(world.violation), world.max_iterations);
    if (!world.local.empty()) text += fmt::format("local = \"{}\"\n", world.local);
    if (world.warn) text += "on_failure = \"warn\"\n";
    if (world.subdivide) text += "on_failure = \"subdivide\"\n";
    return text;
}

std::string radius_text(const SoakWorld& world) {
    if (world.growth == 0) return list_of(world.bodies, [](const SoakBody& body) { return toml_number(body.radius); });
    return fmt::format("\"{} + ({})*t\"", toml_number(world.bodies[0].radius), toml_number(world.growth));
}

std::string bodies_text(const SoakWorld& world) {
    const int d = world.dimension;
    std::string text = "\n[[bodies]]\n";
    const auto add = [&](const std::string& key, const std::string& value) {
        text += fmt::format("{} = {}\n", key, value);
    };
    add("position", list_of(world.bodies, [d](const SoakBody& body) { return toml_vector(body.position, d); }));
    add("velocity", list_of(world.bodies, [d](const SoakBody& body) { return toml_vector(body.velocity, d); }));
    add("radius", radius_text(world));
    add("mass", list_of(world.bodies, [](const SoakBody& body) { return toml_number(body.mass); }));
    if (!has_friction(world)) return text;
    add("spin", list_of(world.bodies, [d](const SoakBody& body) {
            return d == 2 ? toml_number(body.spin[0]) : toml_vector(body.spin, 3);
        }));
    return text;
}

}  // namespace

bool SoakEntry::has(const std::string& key) const {
    return std::any_of(keys.begin(), keys.end(), [&](const auto& entry) { return entry.first == key; });
}

bool has_friction(const SoakWorld& world) { return world.law == "coulomb" || world.law == "coulomb-convex"; }

bool something_moves(const SoakWorld& world) {
    return world.growth != 0 || std::any_of(world.obstacles.begin(), world.obstacles.end(),
                                            [](const SoakEntry& entry) { return entry.has("velocity"); });
}

std::string toml_number(double value) {
    const std::string text = fmt::format("{}", value);
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

std::string toml_vector(const Point& value, int size) {
    std::string text = "[";
    for (int k = 0; k < size; ++k) text += (k > 0 ? ", " : "") + toml_number(value[k]);
    return text + "]";
}

std::string scene_text(const SoakWorld& world) {
    std::string text =
        fmt::format("title = \"{}, world {} of seed {}\"\n\n[simulation]\n", world.family, world.number, world.seed);
    text += fmt::format("dimension = {}\nscheme = \"{}\"\nstep = {}\nend = {}\n", world.dimension, world.scheme,
                        toml_number(world.step), toml_number(world.steps * world.step));
    if (world.scheme == "theta") text += fmt::format("theta = {}\n", toml_number(world.theta));
    text += contact_text(world) + solver_text(world);
    if (!world.desired.empty()) text += "\n[desired]\n" + lines(world.desired);
    text += bodies_text(world);
    for (const SoakEntry& entry : world.obstacles) {
        text += fmt::format("\n[[obstacles]]\nshape = \"{}\"\n", entry.kind) + lines(entry.keys);
    }
    for (const SoakEntry& entry : world.forces) {
        text += fmt::format("\n[[forces]]\ntype = \"{}\"\n", entry.kind) + lines(entry.keys);
    }
    return text;
}

}  // namespace galet::soak
