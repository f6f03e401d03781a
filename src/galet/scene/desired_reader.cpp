#include "galet/scene/desired_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "galet/scene/suggestion.hpp"

namespace galet {
namespace {

constexpr const char* kScheme = "scheme \"first-order\"";

Door door_of(const TomlValue& value) {
    const std::string words = "a line of two different points, [[x1, y1], [x2, y2]]";
    const std::vector<TomlValue> ends = elements_of(value, words);
    if (ends.size() != 2 || !ends[0].node->is_array()) value.expected(words);
    const Point a = vector_of(ends[0], 2), b = vector_of(ends[1], 2);
    if (a == b) value.expected(words);
    return {to_vec<2>(a), to_vec<2>(b)};
}

/// The exit of this name.
Door named_exit(const TomlValue& value, const std::vector<Exit>& exits) {
    const std::string name = text_of(value);
    Names names;
    for (const Exit& exit : exits) {
        if (exit.name == name) return exit.door;
        names.push_back(exit.name);
    }
    value.fail(fmt::format("expected the name of an [[exits]] entry, found \"{}\"", name) +
               (names.empty() ? "; there are none" : suggest(name, names, "names are")));
}

/// A line, the name of an exit, or a list of names: the nearest of them.
std::vector<Door> doors_of(const TomlValue& value, const std::vector<Exit>& exits) {
    if (value.node->is_string()) return {named_exit(value, exits)};
    const std::vector<TomlValue> elements =
        elements_of(value, "a line [[x1, y1], [x2, y2]], or names of [[exits]] entries");
    if (elements.empty() || !elements.front().node->is_string()) return {door_of(value)};
    std::vector<Door> doors;
    for (const TomlValue& element : elements) doors.push_back(named_exit(element, exits));
    return doors;
}

/// Two numbers of a drawn speed.
std::vector<double> two_speeds(const TomlValue& value, const std::string& words, bool (*holds)(double, double)) {
    const std::vector<double> numbers = numbers_of(value, kNotNegative);
    if (numbers.size() != 2 || !holds(numbers[0], numbers[1])) value.expected(words);
    return numbers;
}

SpeedRecipe read_speed(TableReader& table) {
    SpeedRecipe speed;
    speed.place = table.place("speed");
    const auto value = table.find("speed");
    if (!value) {
        table.record("speed", "1.0");
    } else if (value->node->is_table()) {
        TableReader drawn = table.table("speed");
        drawn.allow({"uniform", "normal"});
        if (drawn.has("uniform") == drawn.has("normal")) value->expected("a table with `uniform` or `normal`");
        const bool uniform = drawn.has("uniform");
        speed.kind = uniform ? SpeedRecipe::Kind::uniform : SpeedRecipe::Kind::normal;
        speed.values = uniform ? two_speeds(drawn.need("uniform", ""), "two speeds (m/s), the smaller one first",
                                            [](double a, double b) { return a <= b; })
                               : two_speeds(drawn.need("normal", ""),
                                            "mean and standard deviation (m/s), the second at most half of the first",
                                            [](double a, double b) { return 2 * b <= a; });
        table.record("speed", toml_text(*value->node));
    } else if (value->node->is_array()) {
        speed.values = numbers_of(*value, kNotNegative);
        if (speed.values.empty()) value->expected("a speed (m/s), or one for each person");
    } else {
        speed.values = {number_of(*value, kNotNegative)};
    }
    return speed;
}

bool has_text(const toml::node& node) {
    if (node.is_string()) return true;
    const toml::array* array = node.as_array();
    return array && std::any_of(array->begin(), array->end(), [](const toml::node& e) { return e.is_string(); });
}

/// Numbers, one vector for all or one a person; or expressions.
void read_velocity(const TomlValue& value, int dimension, GoalRecipe& goal) {
    if (!has_text(*value.node)) {
        goal.kind = GoalRecipe::Kind::given;
        goal.velocity = vectors_of(value, dimension);
        return;
    }
    goal.kind = GoalRecipe::Kind::formula;
    const std::string words = fmt::format("a list of {} numbers or expressions of t, x, y, z (m/s)", dimension);
    const auto text = [](const TomlValue& e) {
        return e.is_number() ? fmt::format("{}", number_of(e, kAnyNumber)) : text_of(e);
    };
    if (dimension == 1 && !value.node->is_array()) {
        goal.components = {text(value)};
    } else {
        for (const TomlValue& element : elements_of(value, words)) goal.components.push_back(text(element));
    }
    if (static_cast<int>(goal.components.size()) != dimension) value.expected(words);
    try {
        make_formula_goal(goal.components);
    } catch (const InputError& error) {
        value.fail(error.what());
    }
}

GoalRecipe read_goal(const Document& document, TableReader& table, const Settings& settings,
                     const std::vector<Exit>& exits) {
    table.allow({"velocity", "toward", "exit", "speed", "user"});
    const int ways = table.has("velocity") + table.has("toward") + table.has("exit") + table.has("user");
    if (ways != 1) {
        throw InputError(table.place(), fmt::format("expected one of `velocity`, `toward`, `exit`, `user`, found {}",
                                                    ways == 0 ? "none" : "several"));
    }
    GoalRecipe goal;
    if (table.has("velocity")) {
        goal.place = table.place("velocity");
        table.refuse({"speed"}, "`toward` and `exit`");
        read_velocity(table.need("velocity", ""), settings.dimension, goal);
        return goal;
    }
    if (table.has("user")) {
        goal.kind = GoalRecipe::Kind::user;
        goal.place = table.place("user");
        table.refuse({"speed"}, "`toward` and `exit`");
        goal.name = table.text("user", "");
        if (const auto* const user = document.code(&SceneCode::velocities, table, "user")) goal.user = *user;
        return goal;
    }
    if (table.has("toward")) {
        goal.kind = GoalRecipe::Kind::toward;
        goal.place = table.place("toward");
        goal.point = table.vector("toward", settings.dimension);
    } else {
        goal.kind = GoalRecipe::Kind::exit;
        goal.place = table.place("exit");
        if (settings.dimension != 2) {
            table.fail("exit", fmt::format("ways around obstacles are for 2 dimensions, found {}", settings.dimension));
        }
        goal.doors = doors_of(table.need("exit", ""), exits);
    }
    goal.speed = read_speed(table);
    return goal;
}

bool is_crowd(const Settings& settings) { return settings.scheme == "first-order"; }

}  // namespace

bool DesiredRecipe::plans_ways() const {
    return std::any_of(goals.begin(), goals.end(),
                       [](const GoalRecipe& goal) { return goal.kind == GoalRecipe::Kind::exit; });
}

std::vector<Exit> read_exits(const Document& document, const Settings& settings, std::string& resolved) {
    std::vector<Exit> exits;
    if (!is_crowd(settings)) document.root().refuse({"exits"}, kScheme);
    for (TableReader& entry : document.entries("exits")) {
        entry.allow({"name", "segment"});
        if (settings.dimension != 2) {
            throw InputError(entry.place(), fmt::format("exits are for 2 dimensions, found {}", settings.dimension));
        }
        const std::string name = entry.text("name", fmt::format("exit-{}", exits.size()));
        if (name.empty() || name.find_first_of(",\"\n\r") != std::string::npos) {
            entry.fail("name", "expected a name without commas, quotes and line breaks, and not empty");
        }
        for (const Exit& other : exits) {
            if (other.name == name) entry.fail("name", fmt::format("\"{}\" is the name of another exit", name));
        }
        exits.push_back({name, door_of(entry.need("segment", "a line [[x1, y1], [x2, y2]]"))});
        resolved += "\n[[exits]]\n" + entry.recorded().lines();
    }
    return exits;
}

DesiredRecipe read_desired(const Document& document, const Settings& settings, const std::vector<Exit>& exits,
                           std::string& resolved) {
    DesiredRecipe recipe;
    if (!is_crowd(settings)) {
        document.root().refuse({"desired", "way"}, kScheme);
        for (TableReader& entry : document.entries("bodies")) entry.refuse({"desired"}, kScheme);
        return recipe;
    }
    const bool shared = document.root().has("desired");
    if (shared) {
        TableReader table = document.section("desired");
        recipe.goals.push_back(read_goal(document, table, settings, exits));
        resolved += "\n[desired]\n" + table.recorded().lines();
    }
    for (TableReader& entry : document.entries("bodies")) {
        if (entry.has("desired")) {
            TableReader table = entry.table("desired");
            recipe.of_entry.push_back(static_cast<Index>(recipe.goals.size()));
            recipe.goals.push_back(read_goal(document, table, settings, exits));
        } else if (shared) {
            recipe.of_entry.push_back(0);
        } else {
            throw InputError(entry.place(), "no desired velocity: expected [desired] for all, or `desired` here");
        }
    }
    if (recipe.empty() && !shared) document.root().fail("desired", "this table is required by scheme \"first-order\"");
    return recipe;
}

}  // namespace galet
