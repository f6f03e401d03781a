#include "galet/scene/settings_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "galet/laws/law_names.hpp"
#include "galet/scene/suggestion.hpp"
#include "galet/simulation/catalogue.hpp"
#include "galet/solvers/solver.hpp"

namespace galet {
namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

/// Beyond this many steps t = n h would no longer tell one step from the next.
constexpr double kMostSteps = 1e15;

constexpr Admissible kViolation{"a number in [1e-12, 1)", [](double x) { return x >= 1e-12 && x < 1; }};
constexpr Admissible kRelaxation{"a number in (0, 2)", [](double x) { return x > 0 && x < 2; }};
constexpr Admissible kNotPositive{"a finite number <= 0", [](double x) { return x <= 0; }};
constexpr Admissible kMargin{"a number in [0, 1)", [](double x) { return x >= 0 && x < 1; }};

void append(const TableReader& section, std::string& resolved) {
    resolved += fmt::format("\n[{}]\n{}", section.path(), section.recorded().lines());
}

void read_simulation(TableReader section, Settings& settings, std::string& resolved) {
    section.allow({"dimension", "scheme", "theta", "step", "end", "seed"});
    settings.dimension = static_cast<int>(section.integer("dimension", 1, 3, settings.dimension));
    settings.scheme = section.choice("scheme", names_of(schemes()), settings.scheme);
    if (settings.scheme == "theta") {
        settings.theta = section.number("theta", kTheta, settings.theta);
    } else {
        section.refuse({"theta"}, "scheme \"theta\"");
    }
    read_steps(section, settings.step, settings.end);
    settings.seed = static_cast<std::uint64_t>(section.integer("seed", 0, kLargest, 1));
    append(section, resolved);
}

Law law_of(const std::string& name) {
    return static_cast<Law>(std::find(std::begin(kLawNames), std::end(kLawNames), name) - std::begin(kLawNames));
}

/// Some laws are not for every dimension, or scheme.
void check_law(const TableReader& section, const std::string& name, const Settings& settings) {
    const Law law = settings.contact.law;
    if (has_friction(law) && settings.dimension == 1) {
        section.fail("law", fmt::format("\"{}\" needs 2 or 3 dimensions: nothing rubs or rotates in one", name));
    }
    if (settings.scheme == "first-order" && law != Law::inelastic) {
        section.fail("law", fmt::format("scheme \"first-order\" takes the law \"inelastic\", found \"{}\"", name));
    }
    if ((law == Law::gluey || law == Law::viscous || law == Law::penalty) && settings.scheme != "maury") {
        section.fail("law",
                     fmt::format("\"{}\" goes with scheme \"maury\" only, found scheme \"{}\"", name, settings.scheme));
    }
}

/// The names of all groups of bodies. They are those of the scene: bodies that come from a checkpoint have the same.
Names group_names(const Document& document) {
    Names names;
    for (TableReader& entry : document.entries("bodies")) {
        if (const auto name = entry.find("name")) names.push_back(text_of(*name));
    }
    return names;
}

std::string read_group(const TomlValue& value, const Names& names) {
    const std::string name = text_of(value);
    if (!name.empty() && std::find(names.begin(), names.end(), name) != names.end()) return name;
    value.fail(fmt::format("expected the name of a [[bodies]] entry, found \"{}\"", name) +
               (names.empty() ? "; none has a name" : suggest(name, names, "names are")));
}

/// An entry of [[contact.between]].
GroupFriction read_between(TableReader& entry, const Names& names) {
    entry.allow({"groups", "friction"});
    const std::string words = "two names of [[bodies]] entries";
    const TomlValue groups = entry.need("groups", words);
    const std::vector<TomlValue> pair = elements_of(groups, words);
    if (pair.size() != 2) groups.expected(words);
    return {read_group(pair[0], names), read_group(pair[1], names), entry.number("friction", kNotNegative)};
}

/// What is known of the friction between groups, as TOML.
std::string read_friction(const Document& document, TableReader& section, LawSettings& contact) {
    if (!has_friction(contact.law)) {
        section.refuse({"friction", "between"}, kLawsWithFriction);
        return "";
    }
    contact.friction = section.number("friction", kNotNegative, contact.friction);
    std::string resolved;
    for (TableReader& entry : section.entries("between")) {
        contact.between.push_back(read_between(entry, group_names(document)));
        resolved += fmt::format("\n[[contact.between]]\n{}", entry.recorded().lines());
    }
    return resolved;
}

/// Returns the section, because its margin is checked against a violation that is read later.
TableReader read_contact(const Document& document, Settings& settings, std::string& resolved) {
    TableReader section = document.section("contact");
    section.allow(
        {"law", "margin", "restitution", "friction", "between", "glue_limit", "viscosity", "range", "stiffness"});
    const std::string law = section.choice("law", names_of(laws()), "inelastic");
    settings.contact.law = law_of(law);
    check_law(section, law, settings);
    if (law == "restitution" || law == "penalty" || has_friction(settings.contact.law)) {
        settings.contact.restitution = section.number("restitution", kPart, 0.0);
    } else {
        section.refuse({"restitution"}, "laws \"restitution\", \"coulomb\", \"coulomb-convex\" and \"penalty\"");
    }
    if (law == "penalty") {
        settings.contact.stiffness = section.number("stiffness", kPositive);
    } else {
        section.refuse({"stiffness"}, "law \"penalty\"");
    }
    const std::string between = read_friction(document, section, settings.contact);
    if (law == "gluey") {
        if (section.has("glue_limit")) settings.contact.glue_limit = section.number("glue_limit", kNotPositive);
    } else {
        section.refuse({"glue_limit"}, "law \"gluey\"");
    }
    if (law == "viscous") {
        settings.contact.viscosity = section.number("viscosity", kNotNegative, 0.0);
        if (section.has("range")) settings.contact.range = section.number("range", kPositive);
    } else {
        section.refuse({"viscosity", "range"}, "law \"viscous\"");
    }
    if (settings.scheme == "event-driven" && law != "inelastic" && law != "restitution") {
        section.fail("law", fmt::format("scheme \"event-driven\" takes the laws \"inelastic\" and \"restitution\", "
                                        "found \"{}\"",
                                        law));
    }
    settings.margin = section.number("margin", kMargin, settings.margin);
    append(section, resolved);
    resolved += between;
    return section;
}

/// The keys of method nlgs.
void read_gauss_seidel(TableReader& section, Law law, SolverSettings& solver) {
    if (solver.method != "nlgs") {
        section.choice("criterion", {"certificate"}, "certificate");
        return section.refuse({"local", "epsilon", "rho", "gamma", "relaxation"}, "method \"nlgs\"");
    }
    solver.local = section.choice("local", names_of(local_solvers()), solver.local);
    if (solver.local == "pdas") {
        section.refuse({"rho"}, "local \"sbp\", \"sal\", \"ebp\" and \"eal\"");
        solver.gamma = section.number("gamma", kPositive, solver.gamma);
    } else {
        section.refuse({"gamma"}, "local \"pdas\"");
        solver.rho = section.number("rho", kRelaxation, solver.rho);
    }
    solver.relaxation = section.number("relaxation", kRelaxation, solver.relaxation);
    const std::string criterion = section.choice("criterion", {"certificate", "epsilon-glob"}, "certificate");
    solver.criterion = criterion == "epsilon-glob" ? Criterion::epsilon_glob : Criterion::certificate;
    if (solver.criterion == Criterion::epsilon_glob) {
        if (has_friction(law)) section.fail("criterion", "\"epsilon-glob\" is for laws without friction only");
        solver.epsilon = section.number("epsilon", kPositive, solver.epsilon);
    } else {
        section.refuse({"epsilon"}, "criterion \"epsilon-glob\"");
    }
}

/// Films and friction are not for every method: `able` says for which.
void check_method(const TableReader& section, const std::string& method, bool SolverMethod::*able,
                  const std::string& law) {
    Names names;
    for (const SolverMethod& known : solver_methods()) {
        if (!(known.*able)) continue;
        if (known.name == method) return;
        names.push_back(known.name);
    }
    section.fail("method",
                 fmt::format("\"{}\" does not solve {}; expected one of {}", method, law, quoted_list(names)));
}

TableReader read_solver(TableReader section, Settings& settings, std::string& resolved) {
    section.allow({"method", "tolerance", "violation", "criterion", "max_iterations", "on_failure", "local", "epsilon",
                   "rho", "gamma", "relaxation"});
    settings.solver.method = section.choice("method", names_of(solver_methods()), settings.solver.method);
    const Law law = settings.contact.law;
    if (law == Law::viscous) check_method(section, settings.solver.method, &SolverMethod::films, "law \"viscous\"");
    if (has_friction(law)) {
        check_method(section, settings.solver.method, &SolverMethod::friction, kLawsWithFriction);
        if (law == Law::coulomb_convex)
            check_method(section, settings.solver.method, &SolverMethod::convex, "law \"coulomb-convex\"");
    } else {
        check_method(section, settings.solver.method, &SolverMethod::plain, "laws without friction");
    }
    settings.tolerance = section.number("tolerance", kPositive, settings.tolerance);
    settings.violation = section.number("violation", kViolation, settings.violation);
    read_gauss_seidel(section, law, settings.solver);
    settings.max_iterations = section.integer("max_iterations", 1, kLargest, settings.max_iterations);
    const std::string on_failure = section.choice("on_failure", {"stop", "warn", "subdivide"}, "stop");
    settings.on_failure = on_failure == "warn"        ? OnFailure::warn
                          : on_failure == "subdivide" ? OnFailure::subdivide
                                                      : OnFailure::stop;
    append(section, resolved);
    return section;
}

/// The margin must leave room for what a solver may be wrong by, or bodies could overlap after all.
void check_margin(const Settings& settings, const TableReader& contact, const TableReader& solver) {
    constexpr double rounding = 1 - 1e-12;  // 10 violation need not be the double the user wrote as margin
    if (settings.margin == 0 || settings.margin >= 10 * settings.violation * rounding) return;
    const std::string problem = fmt::format(
        "expected a margin of 0, or at least 10 times the violation; found contact.margin = {}, solver.violation = {}",
        settings.margin, settings.violation);
    const bool blame_margin = contact.has("margin") || !solver.has("violation");
    blame_margin ? contact.fail("margin", problem) : solver.fail("violation", problem);
}

void read_output(TableReader section, Settings& settings, std::string& resolved) {
    section.allow({"every", "checkpoint_every", "field_cell"});
    settings.every = section.integer("every", 1, kLargest, settings.every);
    settings.checkpoint_every = section.integer("checkpoint_every", 1, kLargest, settings.checkpoint_every);
    if (settings.scheme != "first-order" || settings.dimension != 2) {
        section.refuse({"field_cell"}, "scheme \"first-order\" in 2 dimensions");
    } else if (section.has("field_cell")) {
        settings.field_cell = section.number("field_cell", kPositive);
    }
    append(section, resolved);
}

}  // namespace

void read_steps(TableReader& section, double& step, double& end) {
    step = section.number("step", kPositive);
    end = section.number("end", kPositive);
    if (end / step <= kMostSteps) return;
    section.fail("step",
                 fmt::format("expected at most {} steps until the end, found {} s / {} s", kMostSteps, end, step));
}

Settings read_settings(const Document& document, std::string& resolved) {
    Settings settings;
    read_simulation(document.section("simulation"), settings, resolved);
    const TableReader contact = read_contact(document, settings, resolved);
    const TableReader solver = read_solver(document.section("solver"), settings, resolved);
    check_margin(settings, contact, solver);
    read_output(document.section("output"), settings, resolved);
    return settings;
}

}  // namespace galet
