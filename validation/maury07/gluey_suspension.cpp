// Gluey grains beside dry ones (Maury07): 300 discs settle in a box for a second, then gravity turns round.
//
// Dry grains leave the floor at once. Gluey ones stay as long as their glue lasts: what was pushed for a second pulls
// for a second. Compared are the mean heights, half a second after the turn, and the pulls.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/maury07/maury07.hpp"
#include "validation/promises.hpp"

namespace galet::validation {
namespace {

constexpr double kTurn = 1, kLooked = 1.3;  ///< [s]

struct Suspension {
    figures::Series height;
    double turned = 0, later = 0;  ///< mean height at kTurn and kLooked [m]
    double pull = 0;               ///< strongest [N s]
    Bodies bodies;                 ///< at kLooked
    Obstacles obstacles;
};

Suspension watch(const std::string& law, const Request& request, Verdict& verdict) {
    Suspension seen;
    seen.height.name = law == "gluey" ? "gluey" : "dry";
    Scene scene = load_scene("gluey-suspension", {{"contact.law", "\"" + law + "\""}});
    Simulation simulation(std::move(scene.world), scene.settings);
    follow(simulation, request, [&](const Simulation& now) {
        const Bodies& bodies = now.world().bodies;
        double mean = 0;
        for (Index i = 0; i < bodies.size(); ++i) mean += bodies.position[2 * static_cast<std::size_t>(i) + 1];
        mean /= bodies.size();
        const double t = now.world().time, half = 0.5 * now.settings().step;
        seen.height.x.push_back(t);
        seen.height.y.push_back(mean);
        if (std::abs(t - kTurn) < half) seen.turned = mean;
        if (std::abs(t - kLooked) < half) {
            seen.later = mean;
            seen.bodies = bodies;
            seen.obstacles = now.world().obstacles;
        }
        const FrameContacts contacts = now.contacts();
        for (const double impulse : contacts.impulse) seen.pull = std::min(seen.pull, impulse);
    });
    check_promises(simulation, seen.height.name + ": ", verdict);
    return seen;
}

}  // namespace

void gluey_suspension(const Request& request, Verdict& verdict) {
    const Suspension dry = watch("inelastic", request, verdict), gluey = watch("gluey", request, verdict);
    verdict.near("dry: strongest pull", dry.pull, 0, 0, "N s");
    verdict.at_most("gluey: strongest pull (negative)", gluey.pull, -1e-6, "N s");
    // 0.3 s of free fall at about 9.81 m/s2: 0.44 m, less what the lid stops.
    verdict.at_least("dry: rise of the mean height in the 0.3 s after the turn", dry.later - dry.turned, 0.2, "m");
    verdict.at_most("gluey: its rise, of the dry one", (gluey.later - gluey.turned) / (dry.later - dry.turned), 0.5);

    figures::Panel panel{"",
                         {"time [s]", false, {}, {}},
                         {"mean height [m]", false, 0, {}},
                         {dry.height, gluey.height},
                         {{figures::ReferenceLine::Across::x, kTurn, "gravity turns round"}},
                         {},
                         {}};
    figures::Chart chart;
    chart.title = "Dry and gluey grains when gravity turns round (Maury07)";
    chart.panels = {panel};
    figures::write_chart(chart, request.folder / "height.png");
    std::vector<figures::Snapshot> states;
    std::vector<std::vector<double>> speed;
    for (const Suspension* seen : {&dry, &gluey}) speed.push_back(speeds(seen->bodies));
    states.push_back({2, dry.bodies.position, dry.bodies.radius, speed[0], &dry.obstacles, nullptr,
                      fmt::format("dry, t = {} s", kLooked)});
    states.push_back({2, gluey.bodies.position, gluey.bodies.radius, speed[1], &gluey.obstacles, nullptr,
                      fmt::format("gluey, t = {} s", kLooked)});
    figures::PictureStyle style;
    style.title = "0.3 s after gravity turned round: dry and gluey grains";
    style.quantity = "speed [m/s]";
    figures::write_contact_sheet(states, 2, style, request.folder / "figure.png");
}

}  // namespace galet::validation
