// Two groups in opposite directions: on a line against its closed form, in a corridor passing or stuck.
//
// On a line k people who want to go right with speed 1 meet m who want to go left. They move together with
// v = (k - m) / (k + m), and the pressure between neighbours grows by 1 - v from the left end and by 1 + v from the
// right: p_i = i (1 - v) up to the middle. In a corridor a few pass each other; when there are too many they jam, and
// nobody gets out of it: the projection of opposite wishes is to stand still. How many are too many is noted.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

/// Three against two, all touching.
void check_line(Verdict& verdict) {
    const char* const text =
        "[simulation]\ndimension = 1\nscheme = \"first-order\"\nstep = 0.1\nend = 1.0\n[contact]\nmargin = 0.0\n"
        "[solver]\ntolerance = 1e-6\nviolation = 1e-12\n[[bodies]]\nposition = [0.0, 1.0, 2.0]\nradius = 0.5\n"
        "desired = { velocity = 1.0 }\n[[bodies]]\nposition = [3.0, 4.0]\nradius = 0.5\ndesired = { velocity = -1.0 "
        "}\n";
    Scene scene = parse_scene(text, "line", ".");
    Simulation simulation(std::move(scene.world), scene.settings);
    while (!simulation.finished()) {
        if (!simulation.step()) throw Unsolved("people on a line: " + simulation.report().reason);
    }
    constexpr double v = 0.2;
    double worst = 0;
    for (const double u : simulation.world().bodies.velocity) worst = std::max(worst, std::abs(u - v));
    verdict.at_most("three against two on a line: velocity less 1/5", worst, 1e-10, "m/s");
    const FrameContacts contacts = simulation.contacts();
    const double expected[] = {1 - v, 2 * (1 - v), 3 * (1 - v), 1 + v};
    for (std::size_t c = 0; c < contacts.impulse.size(); ++c) {
        const auto left = static_cast<std::size_t>(std::min(contacts.first[c], contacts.second[c]));
        verdict.near(fmt::format("pressure between person {} and {}", left, left + 1), contacts.impulse[c],
                     expected[left], 1e-8, "m/s");
    }
}

struct Corridor {
    figures::Series inside;
    Bodies bodies;  ///< when they have met
    std::vector<double> direction;
    Obstacles obstacles;
    double time = 0;
    std::int64_t left = 0;
};

Corridor walk(int each, double looked, const Request& request, Verdict& verdict) {
    const std::string count = std::to_string(each), name = count + " against " + count;
    Scene scene =
        load_scene("corridor", {{"bodies.0.count", count}, {"bodies.1.count", count}, {"simulation.end", "60.0"}});
    Corridor seen;
    seen.inside.name = name;
    seen.obstacles = scene.world.obstacles;
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [&](const Simulation& now) {
        seen.inside.x.push_back(now.world().time);
        seen.inside.y.push_back(now.world().bodies.size() / (2.0 * each));
        if (std::abs(now.world().time - looked) > 0.5 * now.settings().step) return;
        seen.bodies = now.world().bodies;
        seen.time = now.world().time;
        seen.direction.clear();
        for (Index i = 0; i < seen.bodies.size(); ++i) seen.direction.push_back(seen.bodies.id_of(i) < each ? 1 : -1);
    });
    check_promises(simulation, name + ": ", verdict);
    seen.left = simulation.world().leavings.size();
    return seen;
}

}  // namespace

void corridor(const Request& request, Verdict& verdict) {
    check_line(verdict);
    const Corridor few = walk(20, 8, request, verdict), some = walk(40, 8, request, verdict),
                   many = walk(60, 20, request, verdict);
    for (const Corridor* seen : {&few, &some, &many}) {
        verdict.note(fmt::format("{}: {} have left after at most 60 s", seen->inside.name, seen->left));
    }

    figures::Chart chart;
    chart.title = "Two groups in a corridor of 4 m (scheme first-order)";
    chart.panels = {{"",
                     {"time [s]", false, 0, {}},
                     {"part of the people still inside", false, 0, 1.05},
                     {few.inside, some.inside, many.inside},
                     {},
                     {},
                     {}}};
    figures::write_chart(chart, request.folder / "inside.png");
    std::vector<figures::Snapshot> states;
    for (const Corridor* seen : {&some, &many}) {
        if (seen->bodies.size() == 0) continue;
        states.push_back({2, seen->bodies.position, seen->bodies.radius, seen->direction, &seen->obstacles, nullptr,
                          fmt::format("{}, t = {:.0f} s", seen->inside.name, seen->time)});
    }
    if (states.empty()) return;
    figures::PictureStyle style;
    style.title = "Two groups that meet in a corridor";
    style.quantity = "wants to go: -1 left, 1 right";
    figures::write_contact_sheet(states, 1, style, request.folder / "figure.png");
}

}  // namespace galet::validation
