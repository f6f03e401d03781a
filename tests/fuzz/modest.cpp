#include "fuzz/modest.hpp"

#include <toml++/toml.h>

#include "galet/core/error.hpp"
#include "galet/scene/overrides.hpp"
#include "galet/scene/toml_parse.hpp"

namespace galet::fuzz {
namespace {

constexpr double kMostBodies = 60, kMostNodes = 400;

double number(toml::node_view<const toml::node> node, double otherwise) {
    return node.value<double>().value_or(otherwise);
}

/// Sites of a lattice, or the count.
double bodies_of(const toml::table& entry) {
    const auto counts = entry["placement"]["lattice"]["counts"];
    double sites = 1;
    if (const toml::array* list = counts.as_array())
        for (const toml::node& count : *list) sites *= count.value<double>().value_or(1.0);
    return std::max(number(entry["count"], 1), entry.contains("count") ? 1.0 : sites);
}

double bodies_of(const toml::array& entries) {
    double sum = 0;
    for (const toml::node& entry : entries)
        if (const toml::table* table = entry.as_table()) sum += bodies_of(*table);
    return sum;
}

/// Of a grid whose corners and spacing are all given; without them their number is not known before the scene is read.
double nodes_of(const toml::table& way) {
    const auto low = way["min"], high = way["max"];
    const double spacing = number(way["spacing"], 0);
    const double width = number(high[0], 1e9) - number(low[0], 0), height = number(high[1], 1e9) - number(low[1], 0);
    return (width / spacing + 1) * (height / spacing + 1);
}

}  // namespace

bool is_modest(const std::string& text, const std::vector<Override>& overrides) {
    toml::table scene;
    try {
        scene = parse_toml(text, "");
    } catch (const InputError&) {
        return true;
    }
    for (const Override& override : overrides) apply_override(scene, override);
    const auto bodies = scene["bodies"];
    if (const toml::array* entries = bodies.as_array(); entries && !(bodies_of(*entries) <= kMostBodies)) return false;
    if (scene["simulation"]["scheme"].value_or(std::string()) != "first-order") return true;
    const toml::table* way = scene["way"].as_table();
    return way && nodes_of(*way) <= kMostNodes;
}

}  // namespace galet::fuzz
