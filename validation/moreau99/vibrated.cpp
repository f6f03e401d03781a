// Discs on a shaken floor (example `vibrated`; Moreau99 10 has grains in a shaken box). The floor moves as prescribed,
// y = a sin(omega t), and does work; contacts rebound with half of the approach. There is no closed form: checked is
// what holds for any run, and that floor and discs never overlap although the floor moves.
#include <algorithm>
#include <cmath>

#include "figures/chart.hpp"
#include "figures/picture.hpp"
#include "validation/follow.hpp"
#include "validation/moreau99/moreau99.hpp"
#include "validation/promises.hpp"

namespace galet::validation {

void vibrated(const Request& request, Verdict& verdict) {
    Scene scene = load_scene("vibrated");
    Simulation simulation(std::move(scene.world), scene.settings);
    figures::Series kinetic{"kinetic energy", {}, {}, figures::Mark::line, false, {}};
    figures::Series work{"work of the floor", {}, {}, figures::Mark::line, false, {}};
    figures::Series lost{"dissipated", {}, {}, figures::Mark::line, false, {}};
    double least_lost = 0, before = 0;
    follow(simulation, request, [&](const Simulation& now) {
        const HistoryRow& row = now.row();
        for (auto* series : {&kinetic, &work, &lost}) series->x.push_back(row.time);
        kinetic.y.push_back(row.kinetic_energy);
        work.y.push_back(row.work_external);
        lost.y.push_back(row.dissipated);
        least_lost = std::min(least_lost, row.dissipated - before);
        before = row.dissipated;
    });
    check_promises(simulation, "", verdict);
    verdict.at_least("work of the floor", simulation.row().work_external, 1, "J");
    verdict.at_least("least that a step dissipates, of all that is dissipated",
                     least_lost / simulation.row().dissipated, -1e-3);
    figures::Panel panel{"", {"time [s]", false, {}, {}}, {"energy [J]", false, {}, {}}, {kinetic, work, lost}, {}, {},
                         {}};
    figures::Chart chart;
    chart.title = "200 discs on a floor shaken at 5 Hz, e = 0.5";
    chart.panels = {panel};
    figures::write_chart(chart, request.folder / "energy.png");
    const Bodies& bodies = simulation.world().bodies;
    const std::vector<double> speed = speeds(bodies);
    figures::PictureStyle style;
    style.title = "Discs on a shaken floor at t = 1 s";
    style.quantity = "speed [m/s]";
    figures::write_picture({2, bodies.position, bodies.radius, speed, &simulation.world().obstacles, nullptr, ""},
                           style, request.folder / "figure.png");
}

}  // namespace galet::validation
