#include "galet/scene/force_reader.hpp"

#include <fmt/format.h>

#include "galet/scene/suggestion.hpp"
#include "galet/simulation/catalogue.hpp"

namespace galet {
namespace {

using Make = std::function<std::unique_ptr<Force>(Selection, const Bodies&)>;

/// What a force may have to know of its scene.
struct Surroundings {
    const Document& document;
    int dimension;
    std::uint64_t seed;
    std::uint32_t number;  ///< of the force, from 0
};

/// Runs `make`; an InputError without a place gets this one.
std::unique_ptr<Force> made_at(const Place& place, const std::function<std::unique_ptr<Force>()>& make) {
    try {
        return make();
    } catch (const InputError& error) {
        throw InputError(place, error.what());
    }
}

Make read_gravity(TableReader& entry, const Surroundings& scene) {
    return [acceleration = entry.vector("acceleration", scene.dimension)](Selection on, const Bodies&) {
        return make_gravity(std::move(on), acceleration);
    };
}

Make read_constant(TableReader& entry, const Surroundings& scene) {
    const TomlValue value = entry.need("value", "a vector (N), or one for each body");
    return [values = vectors_of(value, scene.dimension), place = value.place()](Selection on, const Bodies&) {
        const auto count = static_cast<std::size_t>(on.size());
        if (values.size() != 1 && values.size() != count) {
            throw InputError(place, fmt::format("expected one vector, or one for each of the {} bodies, found {}",
                                                count, values.size()));
        }
        return make_constant(std::move(on), values);
    };
}

Make read_table(TableReader& entry, const Surroundings& scene) {
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
        values.push_back(vector_of(value, scene.dimension));
    }
    if (values.size() != times.size()) {
        values_value.fail(
            fmt::format("expected as many values as times, found {} and {}", values.size(), times.size()));
    }
    return [times, values](Selection on, const Bodies&) { return make_table(std::move(on), times, values); };
}

std::string expression_of(const TomlValue& value) {
    return value.is_number() ? fmt::format("{}", number_of(value, kAnyNumber)) : text_of(value);
}

Make read_expression(TableReader& entry, const Surroundings& scene) {
    const std::string words = fmt::format("a list of {} expressions of t, x, y, z", scene.dimension);
    const TomlValue value = entry.need("value", words);
    std::vector<std::string> components;
    if (scene.dimension == 1 && !value.node->is_array()) {
        components.push_back(expression_of(value));
    } else {
        for (const TomlValue& component : elements_of(value, words)) components.push_back(expression_of(component));
    }
    if (static_cast<int>(components.size()) != scene.dimension) value.expected(words);
    return [components, place = value.place()](Selection on, const Bodies&) {
        return made_at(place, [&] { return make_expression(std::move(on), components); });
    };
}

Make read_drag(TableReader& entry, const Surroundings&) {
    return [coefficient = entry.number("coefficient", kNotNegative)](Selection on, const Bodies&) {
        return make_drag(std::move(on), coefficient);
    };
}

Make read_stochastic(TableReader& entry, const Surroundings& scene) {
    return [sigma = entry.number("sigma", kNotNegative), scene](Selection on, const Bodies&) {
        return make_stochastic(std::move(on), sigma, scene.seed, scene.number);
    };
}

Make read_capillary(TableReader& entry, const Surroundings&) {
    CapillarySettings settings;
    settings.gamma = entry.number("gamma", kNotNegative);
    settings.A = entry.number("A", kNotNegative);
    settings.B = entry.number("B", kAnyNumber);
    settings.C = entry.number("C", kAnyNumber);
    settings.rupture = entry.number("rupture", kPositive);
    settings.from_contact = entry.choice("bridges", {"contact", "always"}, "contact") == "contact";
    return [settings](Selection on, const Bodies&) { return make_capillary(std::move(on), settings); };
}

Make read_pair(TableReader& entry, const Surroundings&) {
    const TomlValue value = entry.need("potential", "an expression of d, the distance of centres (m), giving J");
    const double cutoff = entry.number("cutoff", kPositive);
    return [potential = expression_of(value), cutoff, place = value.place()](Selection on, const Bodies&) {
        return made_at(place, [&] { return make_pair_potential(std::move(on), potential, cutoff); });
    };
}

Make read_chain(TableReader& entry, const Surroundings& scene) {
    ChainSettings settings;
    settings.stiffness = entry.number("stiffness", kNotNegative);
    settings.length = entry.number("length", kNotNegative);
    settings.bending = entry.number("bending", kNotNegative, 0.0);
    if (scene.dimension == 1 && settings.bending > 0) {
        entry.fail("bending",
                   fmt::format("expected 0, found {}: there are no angles in one dimension", settings.bending));
    }
    return [settings](Selection on, const Bodies& bodies) { return make_chain(std::move(on), bodies, settings); };
}

Make read_user(TableReader& entry, const Surroundings& scene) {
    const UserForce* const user = scene.document.code(&SceneCode::forces, entry, "name");
    if (user) return [user = *user](Selection on, const Bodies&) { return make_user(std::move(on), user); };
    return [place = entry.place("name"), missing = scene.document.missing()](
               Selection, const Bodies&) -> std::unique_ptr<Force> { throw InputError(place, missing); };
}

/// A type of force: its name in the catalogue, its own keys, and what reads them.
struct ForceType {
    std::string name;
    Names keys;
    Make (*read)(TableReader& entry, const Surroundings& scene);
};

const std::vector<ForceType>& readers() {
    static const std::vector<ForceType> all = {
        {"gravity", {"acceleration"}, read_gravity},
        {"constant", {"value"}, read_constant},
        {"table", {"times", "values"}, read_table},
        {"expression", {"value"}, read_expression},
        {"drag", {"coefficient"}, read_drag},
        {"stochastic", {"sigma"}, read_stochastic},
        {"capillary", {"gamma", "A", "B", "C", "rupture", "bridges"}, read_capillary},
        {"pair", {"potential", "cutoff"}, read_pair},
        {"chain", {"stiffness", "length", "bending"}, read_chain},
        {"user", {"name"}, read_user},
    };
    return all;
}

Names with_common_keys(const Names& own) {
    Names keys = {"type", "on"};
    keys.insert(keys.end(), own.begin(), own.end());
    return keys;
}

const ForceType& read_type(TableReader& entry) {
    const std::string name = entry.choice("type", names_of(force_types()));
    for (const ForceType& type : readers()) {
        if (type.name == name) return type;
    }
    entry.fail("type", "this type of force has no reader");
}

ForceRecipe read_force(TableReader& entry, const Surroundings& scene) {
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
    recipe.make = type.read(entry, scene);
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

std::vector<ForceRecipe> read_forces(const Document& document, const Settings& settings, std::string& resolved,
                                     std::size_t earlier) {
    std::vector<ForceRecipe> recipes;
    if (settings.scheme == "first-order") document.root().refuse({"forces"}, "schemes other than \"first-order\"");
    for (TableReader& entry : document.entries("forces")) {
        recipes.push_back(read_force(entry, {document, settings.dimension, settings.seed,
                                             static_cast<std::uint32_t>(earlier + recipes.size())}));
        resolved += "\n[[forces]]\n" + entry.recorded().lines();
    }
    return recipes;
}

Forces build_forces(const std::vector<ForceRecipe>& recipes, const Bodies& bodies) {
    Forces forces;
    for (const ForceRecipe& recipe : recipes) forces.push_back(recipe.make(select(recipe, bodies), bodies));
    return forces;
}

}  // namespace galet
