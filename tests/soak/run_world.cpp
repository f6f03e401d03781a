#include "soak/run_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "galet/core/parallel.hpp"
#include "soak/brute_force.hpp"
#include "soak/checks.hpp"
#include "soak/reference.hpp"

namespace galet::soak {
namespace {

/// Contacts up to which a dense method looks at a failed step.
constexpr Index kDense = 100;

/// How often rounding may enter a distance on the way from impulses to positions.
constexpr double kRoundings = 64;

Simulation start(const SoakWorld& world) {
    Scene scene = parse_scene(scene_text(world), "soak.toml", ".");
    return Simulation(std::move(scene.world), scene.settings);
}

/// What a step that misses its limits says where prescribed motion leaves no room.
bool leaves_no_room(const SoakWorld& world, const Simulation& simulation) {
    return something_moves(world) &&
           simulation.report().reason.find("admissible motions is empty") != std::string::npos;
}

/// Between two walls, that is: where a body approaches one of them it touches the other as well.
bool rebounds_from_walls(const StepRecord& record) {
    return record.settings.contact.restitution > 0 || !record.one_restitution;
}

/// What rounding leaves of a step at best, from an exact answer to its problem.
struct Precision {
    bool possible = true;  ///< whether there is one
    double distance = 0;   ///< [m]: a body of mass m that gets impulses p has a velocity that is right to eps p / m
    double force = 0;      ///< sum of all forces [N]
};

/// A light body between heavy ones gets large impulses that cancel.
Precision precision_of(const ContactProblem& problem, double violation) {
    if (problem.contacts() > kDense || problem.films() > 0 || problem.has_friction()) return {};
    const std::optional<Reference> exact = dense_reference(problem);
    if (!exact) return {false, 0, 0};
    std::vector<double> pushed(problem.inverse_mass.size(), 0.0);
    for (Index c = 0; c < problem.contacts(); ++c) {
        const double p = problem.step * exact->force[c];
        if (problem.first[c] != kFixed) pushed[problem.first[c]] += p * problem.inverse_mass[problem.first[c]];
        pushed[problem.second[c]] += p * problem.inverse_mass[problem.second[c]];
    }
    const double fastest = pushed.empty() ? 0.0 : *std::max_element(pushed.begin(), pushed.end());
    const bool possible = exact->violation <= violation;
    return {possible, std::numeric_limits<double>::epsilon() * problem.step * fastest, exact->force.sum()};
}

/// Whether a step that is not solved misses its limits, or overlaps, by no more than rounding.
bool misses_by_rounding(const StepRecord& record, const StepReport& report, const Precision& precision) {
    const double rounding = kDistanceRounding * extent(record.before, record.obstacles_before);
    const double admitted = kRoundings * std::max(rounding, precision.distance);
    const double limit = record.settings.violation * record.length_scale;
    const Certificate& certificate = report.certificate;
    if (certificate.violation > std::max(limit, admitted)) return false;
    if (certificate.error_bound > record.settings.tolerance) return certificate.gap <= admitted * precision.force;
    return certificate.violation > limit || -report.min_distance <= admitted;
}

/// Convex problems with the default method have an answer that is found. There may be none where something is
/// prescribed, where bodies between two walls are to rebound from both (schemes moreau and theta), and with friction;
/// other methods are for comparison, and worlds whose steps are taken in parts have too few iterations on purpose.
/// Those say that they failed.
void count_unsolved(const SoakWorld& world, const StepRecord& record, const Simulation& simulation, Outcome& outcome) {
    if (simulation.report().reason.empty()) outcome.findings.fail(Promise::solved, "not solved, and no reason given");
    const Precision precision = precision_of(simulation.problem(), record.settings.violation * record.length_scale);
    const bool may_be_none = something_moves(world) || (rebounds_from_walls(record) && world.scheme != "maury");
    if (leaves_no_room(world, simulation) || (may_be_none && !precision.possible)) {
        ++outcome.impossible;
        return;
    }
    ++outcome.unsolved;
    if (has_friction(world) || world.method != "auto" || world.subdivide) return;
    if (misses_by_rounding(record, simulation.report(), precision)) {
        ++outcome.at_rounding;
        return;
    }
    outcome.findings.fail(Promise::solved, why_not_solved(simulation));
}

void run_checked(const SoakWorld& world, Outcome& outcome) {
    Simulation simulation = start(world);
    Magnitudes so_far;
    bool kept = true;
    while (!simulation.finished()) {
        StepRecord record = begin_record(simulation);
        const bool taken = simulation.step();
        kept = kept && taken && simulation.row().solved;
        if (!taken || !simulation.row().solved) count_unsolved(world, record, simulation, outcome);
        if (!taken) return;
        finish_record(simulation, record);
        // What was taken over its limits once may overlap from then on.
        record.row.solved = kept;
        so_far.add(record);
        check_step(record, so_far, outcome.findings);
        ++outcome.steps;
        outcome.divided += record.divided ? 1 : 0;
        outcome.contacts += static_cast<int>(record.row.contacts);
    }
}

/// All steps, or as many as are taken; through a save and a new simulation after `stop` of them.
SimulationState run_on(const SoakWorld& world, int stop) {
    Simulation simulation = start(world);
    const auto go = [&](int steps) {
        for (int n = 0; n < steps && !simulation.finished(); ++n) {
            if (!simulation.step()) return;
        }
    };
    if (stop == 0) {
        go(world.steps);
        return simulation.state();
    }
    go(stop);
    const SimulationState saved = simulation.state();
    Simulation later = start(world);
    later.restore(saved);
    while (!later.finished() && later.step()) continue;
    return later.state();
}

bool same_row(const HistoryRow& a, const HistoryRow& b) {
    return a.step == b.step && a.contacts == b.contacts && a.active == b.active && a.iterations == b.iterations &&
           a.gap == b.gap && a.error_bound == b.error_bound && a.violation == b.violation &&
           a.min_distance == b.min_distance && a.kinetic_energy == b.kinetic_energy &&
           a.potential_energy == b.potential_energy && a.work_external == b.work_external &&
           a.dissipated == b.dissipated && a.scheme_energy == b.scheme_energy && a.momentum == b.momentum;
}

bool same(const SimulationState& a, const SimulationState& b) {
    return a.bodies.position == b.bodies.position && a.bodies.velocity == b.bodies.velocity &&
           a.bodies.spin == b.bodies.spin && a.bodies.orientation == b.bodies.orientation && same_row(a.row, b.row);
}

void check_repetitions(const SoakWorld& world, Findings& findings) {
    const SimulationState once = run_on(world, 0);
    set_thread_count(3);
    const SimulationState threaded = run_on(world, 0);
    set_thread_count(1);
    if (!same(once, threaded)) findings.fail(Promise::threads, "other bits with three threads than with one");
    const int half = world.steps / 2;
    if (half == 0) return;
    if (!same(once, run_on(world, half))) {
        findings.fail(Promise::restart, fmt::format("other bits after a save at step {}", half));
    }
}

}  // namespace

Outcome run_world(const SoakWorld& world, bool repeat) {
    Outcome outcome;
    try {
        run_checked(world, outcome);
        if (repeat) check_repetitions(world, outcome.findings);
    } catch (const std::exception& error) {
        outcome.findings.fail(Promise::runs, error.what());
    }
    return outcome;
}

bool breaks(const SoakWorld& world, Promise promise) {
    const bool repeat = promise == Promise::threads || promise == Promise::restart;
    return run_world(world, repeat).findings.broken(promise);
}

}  // namespace galet::soak
