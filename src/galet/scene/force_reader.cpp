#include "galet/scene/force_reader.hpp"

#include <fmt/format.h>

#include "galet/scene/suggestion.hpp"
#include "galet/simulation/catalogue.hpp"

namespace galet {
namespace {

const Names kLater = {"stochastic", "capillary", "pair", "chain"};

using Make = std::function<std::unique_ptr<Force>(Selection)>;

/// Runs `make`; an InputError without a place gets this one.
std::unique_ptr<Force> made_at(const Place& place, const std::function<std::unique_ptr<Force>()>& make) {
    try {
        return make();
    } catch (const InputError& error) {
        throw InputError(place, error.what());
    }
}

Make read_gravity(TableReader& entry, int dimension) {
    return [acceleration = entry.vector("acceleration", dimension)](Selection on) {
        return make_gravity(std::move(on), acceleration);
    };
}

Make read_constant(TableReader& entry, int dimension) {
    const TomlValue value = entry.need("value", "a vector (N), or one for each body");
    return [values = vectors_of(value, dimension), place = value.place()](Selection on) {
        const auto count = static_cast<std::size_t>(on.size());
        if (values.size() != 1 && values.size() != count) {
            throw InputError(place, fmt::format("expected one vector, or one for each of the {} bodies, found {}",
                                                count, values.size()));
        }
        return make_constant(std::move(on), values);
    };
}

Make read_table(TableReader& entry, int dimension) {
    const TomlValue times_value = entry.need("times", "a list of times (s)");
    const std::vector<double> times = numbers_of(times_value, kAnyNumber);
    if (times.empty()) times_value.fail("expected at least one time, found none");
    for (std::size_t k = 1; k < times.size(); ++k) {
        if (times[k] > times[k - 1]) continue;
        times_value.fail(fmt::format("expected growing times, found {} after {}", times[k], times[k - 1]));
    }
    const TomlValue values_value = entry.need("values", "a list of vectors (N), one for each time");
    std::vector<Point> values;
    for (const TomlValue& value : elements_of(values_value, "a list of vectors (N), one for each time")) {
        values.push_back(vector_of(value, dimension));
    }
    if (values.size() != times.size()) {
        values_value.fail(
            fmt::format("expected as many values as times, found {} and {}", values.size(), times.size()));
    }
    return [times, values](Selection on) { return make_table(std::move(on), times, values); };
}

std::string expression_of(const TomlValue& value) {
    return value.is_number() ? fmt::format("{}", number_of(value, kAnyNumber)) : text_of(value);
}

Make read_expression(TableReader& entry, int dimension) {
    const std::string words = fmt::format("a list of {} expressions of t, x, y, z", dimension);
    const TomlValue value = entry.need("value", words);
    std::vector<std::string> components;
    if (dimension == 1 && !value.node->is_array()) {
        components.push_back(expression_of(value));
    } else {
        for (const TomlValue& component : elements_of(value, words)) components.push_back(expression_of(component));
    }
    if (static_cast<int>(components.size()) != dimension) value.expected(words);
    return [components, place = value.place()](Selection on) {
        return made_at(place, [&] { return make_expression(std::move(on), components); });
    };
}

Make read_drag(TableReader& entry, int) {
    return [coefficient = entry.number("coefficient", kNotNegative)](Selection on) {
        return make_drag(std::move(on), coefficient);
    };
}

/// A type of force: its name in the catalogue, its own keys, and what reads them.
struct ForceType {
    std::string name;
    Names keys;
    Make (*read)(TableReader& entry, int dimension);
};

const std::vector<ForceType>& readers() {
    static const std::vector<ForceType> all = {
        {"gravity", {"acceleration"}, read_gravity}, {"constant", {"value"}, read_constant},
        {"table", {"times", "values"}, read_table},  {"expression", {"value"}, read_expression},
        {"drag", {"coefficient"}, read_drag},
    };
    return all;
}

Names with_common_keys(const Names& own) {
    Names keys = {"type", "on"};
    keys.insert(keys.end(), own.begin(), own.end());
    return keys;
}

const ForceType& read_type(TableReader& entry) {
    const std::string name = entry.choice("type", names_of(force_types()), kLater);
    for (const ForceType& type : readers()) {
        if (type.name == name) return type;
    }
    entry.fail("type", "this type of force has no reader");
}

ForceRecipe read_force(TableReader& entry, int dimension) {
    if (!entry.has("type")) {
        Names all;
        for (const ForceType& type : readers()) all.insert(all.end(), type.keys.begin(), type.keys.end());
        entry.allow(with_common_keys(all));
    }
    const ForceType& type = read_type(entry);
    entry.allow(with_common_keys(type.keys));
    ForceRecipe recipe{"", entry.place("on"), {}};
    if (const auto on = entry.find("on")) {
        recipe.on = text_of(*on);
        if (recipe.on.empty()) on->expected("the name of a group of bodies");
    }
    recipe.make = type.read(entry, dimension);
    return recipe;
}

Selection select(const ForceRecipe& recipe, const Bodies& bodies) {
    if (recipe.on.empty()) return select_all(bodies);
    Selection selection = select_group(bodies, recipe.on);
    if (selection.size() > 0) return selection;
    Names names;
    for (const Group& group : bodies.groups) {
        if (!group.name.empty()) names.push_back(group.name);
    }
    const std::string problem = fmt::format("expected the name of a [[bodies]] entry, found \"{}\"", recipe.on);
    throw InputError(recipe.on_place,
                     problem + (names.empty() ? "; none has a name" : suggest(recipe.on, names, "names are")));
}

}  // namespace

std::vector<ForceRecipe> read_forces(const Document& document, int dimension, std::string& resolved) {
    std::vector<ForceRecipe> recipes;
    for (TableReader& entry : document.entries("forces")) {
        recipes.push_back(read_force(entry, dimension));
        resolved += "\n[[forces]]\n" + entry.recorded().lines();
    }
    return recipes;
}

Forces build_forces(const std::vector<ForceRecipe>& recipes, const Bodies& bodies) {
    Forces forces;
    for (const ForceRecipe& recipe : recipes) forces.push_back(recipe.make(select(recipe, bodies)));
    return forces;
}

}  // namespace galet
