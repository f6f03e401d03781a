#include "galet/scene/settings_reader.hpp"

#include <fmt/format.h>

#include <limits>

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
    section.allow({"dimension", "scheme", "step", "end", "seed"}, {"theta"});
    settings.dimension = static_cast<int>(section.integer("dimension", 1, 3, settings.dimension));
    settings.scheme =
        section.choice("scheme", names_of(schemes()), {"moreau", "theta", "first-order"}, settings.scheme);
    settings.step = section.number("step", kPositive);
    settings.end = section.number("end", kPositive);
    if (!(settings.end / settings.step <= kMostSteps)) {
        section.fail("step", fmt::format("expected at most {} steps until the end, found {} s / {} s", kMostSteps,
                                         settings.end, settings.step));
    }
    settings.seed = static_cast<std::uint64_t>(section.integer("seed", 0, kLargest, 1));
    append(section, resolved);
}

/// A key that says something about other choices than the one made.
void refuse(const TableReader& section, const Names& keys, const std::string& belongs_to) {
    for (const std::string& key : keys) {
        if (section.has(key)) section.fail(key, "applies to " + belongs_to + " only");
    }
}

/// Returns the section, because its margin is checked against a violation that is read later.
TableReader read_contact(TableReader section, Settings& settings, std::string& resolved) {
    section.allow({"law", "margin", "restitution", "glue_limit", "viscosity", "range", "stiffness"}, {"friction"});
    const std::string law = section.choice("law", names_of(laws()), {"coulomb", "coulomb-convex"}, "inelastic");
    if (law == "restitution" || law == "penalty") {
        settings.contact.law = law == "penalty" ? Law::penalty : Law::restitution;
        settings.contact.restitution = section.number("restitution", kPart, 0.0);
    } else {
        refuse(section, {"restitution"}, "laws \"restitution\" and \"penalty\"");
    }
    if (law == "penalty") {
        settings.contact.stiffness = section.number("stiffness", kPositive);
    } else {
        refuse(section, {"stiffness"}, "law \"penalty\"");
    }
    if (law == "gluey") {
        settings.contact.law = Law::gluey;
        if (section.has("glue_limit")) settings.contact.glue_limit = section.number("glue_limit", kNotPositive);
    } else {
        refuse(section, {"glue_limit"}, "law \"gluey\"");
    }
    if (law == "viscous") {
        settings.contact.law = Law::viscous;
        settings.contact.viscosity = section.number("viscosity", kNotNegative, 0.0);
        if (section.has("range")) settings.contact.range = section.number("range", kPositive);
    } else {
        refuse(section, {"viscosity", "range"}, "law \"viscous\"");
    }
    if (settings.scheme == "event-driven" && law != "inelastic" && law != "restitution") {
        section.fail("law", fmt::format("scheme \"event-driven\" takes the laws \"inelastic\" and \"restitution\", "
                                        "found \"{}\"",
                                        law));
    }
    settings.margin = section.number("margin", kMargin, settings.margin);
    append(section, resolved);
    return section;
}

/// The keys of method nlgs.
void read_gauss_seidel(TableReader& section, SolverSettings& solver) {
    if (solver.method != "nlgs") {
        section.choice("criterion", {"certificate"}, {}, "certificate");
        return refuse(section, {"local", "epsilon", "rho", "gamma", "relaxation"}, "method \"nlgs\"");
    }
    solver.local = section.choice("local", names_of(local_solvers()), {}, solver.local);
    if (solver.local == "pdas") {
        refuse(section, {"rho"}, "local \"sbp\", \"sal\", \"ebp\" and \"eal\"");
        solver.gamma = section.number("gamma", kPositive, solver.gamma);
    } else {
        refuse(section, {"gamma"}, "local \"pdas\"");
        solver.rho = section.number("rho", kRelaxation, solver.rho);
    }
    solver.relaxation = section.number("relaxation", kRelaxation, solver.relaxation);
    const std::string criterion = section.choice("criterion", {"certificate", "epsilon-glob"}, {}, "certificate");
    solver.criterion = criterion == "epsilon-glob" ? Criterion::epsilon_glob : Criterion::certificate;
    if (solver.criterion == Criterion::epsilon_glob) {
        solver.epsilon = section.number("epsilon", kPositive, solver.epsilon);
    } else {
        refuse(section, {"epsilon"}, "criterion \"epsilon-glob\"");
    }
}

/// Films are not for every method.
void check_films(const TableReader& section, const std::string& method) {
    std::string able;
    for (const SolverMethod& known : solver_methods()) {
        if (!known.films) continue;
        if (known.name == method) return;
        able += (able.empty() ? "\"" : ", \"") + known.name + "\"";
    }
    section.fail("method", fmt::format("\"{}\" does not solve law \"viscous\"; expected one of {}", method, able));
}

TableReader read_solver(TableReader section, Settings& settings, std::string& resolved) {
    section.allow({"method", "tolerance", "violation", "criterion", "max_iterations", "on_failure", "local", "epsilon",
                   "rho", "gamma", "relaxation"});
    settings.solver.method = section.choice("method", names_of(solver_methods()), {}, settings.solver.method);
    if (settings.contact.law == Law::viscous) check_films(section, settings.solver.method);
    settings.tolerance = section.number("tolerance", kPositive, settings.tolerance);
    settings.violation = section.number("violation", kViolation, settings.violation);
    read_gauss_seidel(section, settings.solver);
    settings.max_iterations = section.integer("max_iterations", 1, kLargest, settings.max_iterations);
    const std::string on_failure = section.choice("on_failure", {"stop", "warn"}, {}, "stop");
    settings.on_failure = on_failure == "warn" ? OnFailure::warn : OnFailure::stop;
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
    section.allow({"every", "checkpoint_every"});
    settings.every = section.integer("every", 1, kLargest, settings.every);
    settings.checkpoint_every = section.integer("checkpoint_every", 1, kLargest, settings.checkpoint_every);
    append(section, resolved);
}

}  // namespace

Settings read_settings(const Document& document, std::string& resolved) {
    Settings settings;
    read_simulation(document.section("simulation"), settings, resolved);
    const TableReader contact = read_contact(document.section("contact"), settings, resolved);
    const TableReader solver = read_solver(document.section("solver"), settings, resolved);
    check_margin(settings, contact, solver);
    read_output(document.section("output"), settings, resolved);
    return settings;
}

}  // namespace galet
