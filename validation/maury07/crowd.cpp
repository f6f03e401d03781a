// Evacuation through a door (Maury07; Maury and Venel, ESAIM M2AN 45, 2011): arches, pressure, flow.
//
// Closed forms: two people in a door stand still with p = 2/sqrt(3) at the posts and 1/sqrt(3) between them; and the
// model knows no time of its own, so that people twice as fast, in steps half as long, take the same paths in half the
// time. So faster is not slower here, whatever people do who trip and rub: it is exactly as much faster. What can stop
// them is an arch that nothing breaks, as a column before the door makes. Compared are those two, the promises of every
// step, and that a rate through the door never exceeds what its width lets through of discs side by side.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/crowd_figures.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr double kDoorX = 15, kDoorY = 5, kDoorWidth = 1.2;  ///< of the example [m]
constexpr double kBefore = 2;                                ///< radius of the half-disc before the door [m]

constexpr double kCell = 1;  ///< edge of the cells of maps [m]

struct Moment {
    Bodies bodies;
    std::vector<double> pressure;
    std::vector<FieldCell> cells;
    double time = 0;
};

struct Evacuation {
    figures::Series inside, density, pressure;  ///< over time
    Paths paths{4};
    std::vector<Moment> moments;
    Obstacles obstacles;
    Leavings leavings;
    double step = 0, end = 0;
};

/// People per m2 in the half-disc before the door.
double density_at_door(const Bodies& bodies) {
    Index near = 0;
    for (Index i = 0; i < bodies.size(); ++i) {
        near += (load<2>(bodies.position, i) - Vec<2>(kDoorX, kDoorY)).norm() <= kBefore ? 1 : 0;
    }
    return near / (0.5 * std::numbers::pi * kBefore * kBefore);
}

Evacuation evacuate(const std::string& name, const std::vector<Override>& overrides, const Request& request,
                    Verdict& verdict) {
    Evacuation seen;
    seen.inside.name = seen.density.name = seen.pressure.name = name;
    Scene scene = load_scene("crowd", overrides);
    seen.obstacles = scene.world.obstacles;
    seen.step = scene.settings.step;
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [&](const Simulation& now) {
        const Bodies& bodies = now.world().bodies;
        const double t = now.world().time;
        const std::vector<double>& p = now.pressure();
        const auto add = [t](figures::Series& series, double value) {
            series.x.push_back(t);
            series.y.push_back(value);
        };
        add(seen.inside, bodies.size());
        add(seen.density, density_at_door(bodies));
        add(seen.pressure, p.empty() ? 0.0 : *std::max_element(p.begin(), p.end()));
        if (now.world().step % 4 == 0) seen.paths.look(bodies);
        if (now.world().step % 200 == 0) seen.moments.push_back({bodies, p, coarse_field(bodies, p, kCell), t});
    });
    check_promises(simulation, name + ": ", verdict);
    seen.leavings = simulation.world().leavings;
    seen.end = simulation.world().time;
    return seen;
}

/// Two people in a door of 0.6 m, of radius 0.2 m, pushed across it with 1 m/s.
void check_arch(Verdict& verdict) {
    const std::string text = fmt::format(
        "[simulation]\ndimension = 2\nscheme = \"first-order\"\nstep = 0.05\nend = 0.5\n[contact]\nmargin = 0.0\n"
        "[solver]\ntolerance = 1e-6\nviolation = 1e-12\n[desired]\nvelocity = [0.0, -1.0]\n[[bodies]]\nradius = 0.2\n"
        "position = [[-0.2, {0:.17g}], [0.2, {0:.17g}]]\n"
        "[[obstacles]]\nshape = \"segment\"\nfrom = [-2.0, 0.0]\nto = [-0.3, 0.0]\n"
        "[[obstacles]]\nshape = \"segment\"\nfrom = [0.3, 0.0]\nto = [2.0, 0.0]\n",
        std::sqrt(0.03));
    Scene scene = parse_scene(text, "arch", ".");
    Simulation simulation(std::move(scene.world), scene.settings);
    if (!simulation.step()) throw Unsolved("the arch of two could not be solved: " + simulation.report().reason);
    double fastest = 0;
    for (const double u : simulation.world().bodies.velocity) fastest = std::max(fastest, std::abs(u));
    verdict.at_most("arch of two: largest velocity", fastest, 1e-10, "m/s");
    const FrameContacts contacts = simulation.contacts();
    for (std::size_t c = 0; c < contacts.impulse.size(); ++c) {
        const bool post = contacts.second[c] < 0;
        verdict.near(post ? "arch of two: pressure at a post" : "arch of two: pressure between them",
                     contacts.impulse[c], (post ? 2 : 1) / std::sqrt(3.0), 1e-8, "m/s");
    }
}

/// People per second over the last two seconds.
figures::Series rate_of(const Evacuation& seen, const std::string& name) {
    figures::Series rate = flow_of(seen.leavings, 1, seen.step, std::ssize(seen.inside.x) - 1, 2.0);
    rate.name = name;
    return rate;
}

void draw(const Request& request, const Evacuation& plain, const Evacuation& fast, const Evacuation& column) {
    const auto panel = [](const char* what, std::vector<figures::Series> series) {
        return figures::Panel{"", {"time [s]", false, 0, {}}, {what, false, 0, {}}, std::move(series), {}, {}, {}};
    };
    figures::Chart chart;
    chart.title = "300 people leave through a door of 1.2 m (Maury07)";
    chart.columns = 2;
    chart.panels = {panel("people inside", {plain.inside, fast.inside, column.inside}),
                    panel("people a second through the door", {rate_of(plain, "1 m/s"), rate_of(fast, "2 m/s")}),
                    panel("density within 2 m [1/m²]", {plain.density, fast.density, column.density}),
                    panel("largest pressure of a person [m/s]", {plain.pressure, fast.pressure, column.pressure})};
    chart.panels[2].legend = figures::Legend::none;  // the colours are those of the others
    figures::write_chart(chart, request.folder / "flow.png");

    plain.paths.write("Paths of every fourth person from the start (dots) to the door", {{0, 0, 0}, {15.5, 10, 0}},
                      plain.obstacles, request.folder / "paths.png");

    std::vector<figures::Snapshot> states;
    std::vector<CrowdMoment> maps;
    const auto add = [&](const Evacuation& seen, std::size_t k, const std::string& what) {
        if (k >= seen.moments.size()) return;
        const Moment& moment = seen.moments[k];
        states.push_back({2, moment.bodies.position, moment.bodies.radius, moment.pressure, &seen.obstacles, nullptr,
                          fmt::format("{}, t = {:.0f} s", what, moment.time)});
        maps.push_back({states.back().caption, moment.cells, kCell, &seen.obstacles});
    };
    add(plain, 1, "free door");
    add(plain, 2, "free door");
    add(column, 1, "a column before it");
    add(column, 2, "a column before it");
    if (states.empty()) return;
    figures::PictureStyle style;
    style.title = "Pressure in a crowd before a door";
    style.quantity = "pressure [m/s]";
    write_crowd_maps(maps, 2, "A crowd before a door, cells of 1 m", request.folder);
    figures::write_contact_sheet(states, 2, style, request.folder / "figure.png");
}

}  // namespace

void crowd(const Request& request, Verdict& verdict) {
    check_arch(verdict);
    const Evacuation plain = evacuate("1 m/s", {{"desired.speed", "1.0"}}, request, verdict);
    const Evacuation fast =
        evacuate("2 m/s", {{"desired.speed", "2.0"}, {"simulation.step", "0.025"}, {"simulation.end", "75.0"}}, request,
                 verdict);
    verdict.near("1 m/s: people who left", static_cast<double>(plain.leavings.size()), 300, 0);
    verdict.near("evacuation time at 1 m/s, of that at 2 m/s in half the steps", plain.end / fast.end, 2, 1e-12);
    verdict.near("the same people in the same order: differences of the two lists",
                 plain.leavings.id == fast.leavings.id ? 0 : 1, 0, 0);
    // Rows of discs side by side, the smallest of 0.36 m, as close as they come (hexagons), at full speed.
    const double smallest = 0.36, most = (kDoorWidth / smallest + 1) / (smallest * std::sqrt(3.0) / 2) * 1.0;
    const figures::Series rate = rate_of(plain, "");
    verdict.at_most("1 m/s: largest rate over two seconds", *std::max_element(rate.y.begin(), rate.y.end()), most,
                    "1/s");

    const Evacuation column = evacuate("1 m/s, column",
                                       {{"desired.speed", "1.0"},
                                        {"obstacles.1.center", "[14.0, 5.0]"},
                                        {"obstacles.1.radius", "0.3"},
                                        {"simulation.end", "60.0"}},
                                       request, verdict);
    verdict.note(
        fmt::format("a free door: all 300 have left after {:.2f} s, {:.1f} a second", plain.end, 300 / plain.end));
    verdict.note(
        fmt::format("a column of radius 0.3 m, 1 m before the door: {} of 300 have left after {:.0f} s; discs "
                    "without noise or friction make arches that last",
                    column.leavings.size(), column.end));
    verdict.note(
        "faster is not slower in this model: it has no time scale of its own, and paths do not depend on speed");
    draw(request, plain, fast, column);
}

}  // namespace galet::validation
